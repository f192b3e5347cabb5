#!/usr/bin/env python3
"""Judges a composite action, and runs its steps as a runner does.

    runner.py ACTION_DIRECTORY [INPUT=VALUE...]

Prints its outputs. Steps of other actions are passed by: a cache that has nothing.
"""
import os, re, subprocess, sys, tempfile
import yaml

EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")


def keys(what, found, needed, allowed=()):
    missing, unknown = set(needed) - set(found), set(found) - set(needed) - set(allowed)
    if missing or unknown:
        sys.exit(f"{what}: {sorted(missing)} missing, {sorted(unknown)} unknown")


def judge(action):
    """What GitHub would refuse, or would take and do nothing with."""
    keys("action", action, ["name", "description", "runs"], ["inputs", "outputs", "author", "branding"])
    keys("runs", action["runs"], ["using", "steps"])
    assert action["runs"]["using"] == "composite"
    for name, given in action.get("inputs", {}).items():
        keys(name, given, ["description"], ["default", "required"])
    for name, given in action.get("outputs", {}).items():
        keys(name, given, ["description", "value"])
    before = set()
    for step in action["runs"]["steps"]:
        if "uses" in step:
            keys("step", step, ["uses"], ["id", "if", "with", "name", "env"])
            assert re.fullmatch(r"[\w-]+/[\w/.-]+@[\w.]+", step["uses"]), step["uses"]
        else:
            keys("step", step, ["run", "shell"], ["id", "if", "env", "name", "working-directory"])
            # Text that is put into a script is run by it.
            assert not EXPRESSION.search(step["run"]), step["run"]
        known(action, before, [step.get("if", ""), *expressions(step)])
        before.add(step.get("id"))
    known(action, before, [e for given in action.get("outputs", {}).values() for e in expressions(given)])


def expressions(value):
    if isinstance(value, dict):
        return [found for part in value.values() for found in expressions(part)]
    return EXPRESSION.findall(value) if isinstance(value, str) else []


def known(action, steps, texts):
    for text in texts:
        for name in re.findall(r"inputs\.([\w-]+)", text):
            assert name in action["inputs"], name
        for name in re.findall(r"steps\.([\w-]+)", text):
            assert name in steps, name


class Runner:
    def __init__(self, directory, inputs):
        with open(os.path.join(directory, "action.yml"), encoding="utf-8") as file:
            self.action = yaml.safe_load(file)
        judge(self.action)
        declared = {name: given.get("default", "") for name, given in self.action["inputs"].items()}
        keys("given", inputs, [], declared)
        self.context = {f"inputs.{name}": value for name, value in {**declared, **inputs}.items()}
        for name in ["github.action_ref", "github.action_repository", "github.repository", "github.server_url"]:
            self.context[name] = os.environ.get(name.upper().replace(".", "_"), "")
        self.context["runner.temp"] = os.environ["RUNNER_TEMP"]
        self.directory = os.path.abspath(directory)

    def value(self, expression):
        """The first of those that '||' joins that says something."""
        return next((self.context.get(e) for e in expression.split(" || ") if self.context.get(e)), "")

    def text(self, text):
        return EXPRESSION.sub(lambda found: self.value(found[1]), text)

    def holds(self, condition):
        if condition is None:
            return True
        found = re.fullmatch(r"([\w.]+) == '(.*)'", condition)
        return self.value(found[1]) == found[2]

    def run(self):
        for step in self.action["runs"]["steps"]:
            if "uses" in step or not self.holds(step.get("if")):
                continue
            with tempfile.NamedTemporaryFile("r") as output:
                given = {name: self.text(value) for name, value in step.get("env", {}).items()}
                subprocess.run(
                    ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], check=True,
                    stdout=sys.stderr, env={
                        **os.environ, "GITHUB_ACTION_PATH": self.directory, "GITHUB_OUTPUT": output.name, **given})
                for line in output.read().splitlines():
                    name, _, value = line.partition("=")
                    self.context[f"steps.{step['id']}.outputs.{name}"] = value
        for name, given in self.action["outputs"].items():
            print(f"{name}={self.text(given['value'])}")


runner = Runner(sys.argv[1], dict(argument.split("=", 1) for argument in sys.argv[2:]))
try:
    runner.run()
except subprocess.CalledProcessError as error:
    sys.exit(error.returncode)
