"""What is asked of inputs of three sizes."""

import json

from inputs import deepest, levels, word


def nested(depth, inner):
    return '{"o":' * depth + inner + "}" * depth


def nested_final(size):
    def make(write, chance):
        write("p.json", nested(size, "1")[:-1] + ',"other":1}')
        write("a/p.json", {"$final": [".".join(["o"] * size)]})
        write("a/b/p.json", nested(size, "2"))

    return make, ["get", "-q", "/a/b", "other"]


def inclusions(size):
    def make(write, chance):
        write("_f.json", {"a": 1, "b": {"c": 2}})
        own = {f"i{number}": {"$include": "_f.json"} for number in range(size)}
        own["all"] = [{"$ref": f"i{number}.b.c"} for number in range(size)]
        write("p.json", own)

    return make, ["get", "/", "all"]


def refusals(size):
    def make(write, chance):
        write("p.json", {"$final": ["*"], **{f"k{number}": number for number in range(size)}})
        write("a/p.json", {f"k{number}": -number - 1 for number in range(size)})

    return make, ["resolve", "-c", "/a"]


def fold(size):
    return levels(64, size), ["resolve", "-c", deepest(64)]


def declared(directive, line):
    """A root with as many arrays as there are unrelated scopes below it, and one line for each array."""

    def case(size):
        def make(write, chance):
            own = {f"list{number}": [number, word(chance)] for number in range(size)}
            if line is not None:
                lines = {name: line for name in own}
                own[directive] = list(lines) if line == "" else lines
            write("p.json", own)
            for number in range(size):
                write(f"s{number}/p.json", {f"own{number}": number})

        return make, ["check", "-q"] if directive == "$required" else ["check", "-q", "--rules", "syntax"]

    return case


def scopes(root, command):
    """A root over a tree of directories, `size` of them in all."""

    def case(size):
        def make(write, chance):
            write("p.json", root)
            for number in range(size):
                write(f"t{number // 100}/u{number // 10 % 10}/v{number % 10}/p.json", {"own": {f"k{number}": str(number)}})

        return make, command

    return case


TEXTS = {f"k{number}": f"text {number}" for number in range(200)}
FORMATS = {"base": "b", **{f"k{number}": {"$format": f"text {number} ${{base}}"} for number in range(200)}}
TYPES = {"$type": {"*": ["string", "object"], "*.*": ["string", "object"]}, **TEXTS}


def overlay(size):
    return scopes(TEXTS, ["check", "-q", "--overlay", "ROOT"])(size)


def secret(command):
    def case(size):
        def make(write, chance):
            wide = ",".join(f'"k{number}":["x"]' for number in range(20))
            nest = f'{{{wide},"o":' * (size - 2) + '"x"' + "}" * (size - 2)
            write("p.json", f'{{"$secret":["{".".join(["*"] * size)}"],"top":{nest}}}')

        return make, command

    return case


def lineage(command):
    def case(size):
        def make(write, chance):
            for depth in range(size):
                write("s/" * depth + "p.json", nested(size - 2, json.dumps({"o": depth, f"k{depth}": depth})))

        key = ".".join(["o"] * (size - 1))
        return make, [part.replace("DEEPEST", deepest(size)).replace("KEY", key) for part in command]

    return case


DEPTHS = (127, 254, 508)
MANY = (500, 1000, 2000)

GROWTH = {
    "nested-final": (nested_final, (10, 20, 40), "get of another key beside an object nested n deep, its innermost key final"),
    "inclusions": (inclusions, (250, 500, 1000), "get of n references, each into an inclusion"),
    "refusals": (refusals, (1000, 2000, 4000), "resolve with n refusals in a file of one line"),
    "fold": (fold, (250, 500, 1000), "resolve over 64 levels of n keys"),
    "undeclared": (declared("", None), MANY, "check of n lists over n scopes"),
    "merge": (declared("$merge", "append"), MANY, "the same with n lines of $merge"),
    "type": (declared("$type", "array"), MANY, "the same with n lines of $type"),
    "about": (declared("$about", "a list"), MANY, "the same with n lines of $about"),
    "secret": (declared("$secret", ""), MANY, "the same with n lines of $secret"),
    "final": (declared("$final", ""), MANY, "the same with n lines of $final"),
    "deprecated": (declared("$deprecated", "gone"), MANY, "the same with n lines of $deprecated"),
    "required": (declared("$required", ""), MANY, "the same with n lines of $required, all rules"),
    "texts": (scopes(TEXTS, ["check", "-q"]), MANY, "check of 200 inherited texts over n scopes"),
    "pattern": (scopes(TYPES, ["check", "-q"]), MANY, "the same with $type of * and *.*"),
    "formats": (scopes(FORMATS, ["check", "-q"]), MANY, "the same, each text a $format"),
    "overlay": (overlay, MANY, "the same with the tree laid over itself"),
    "secret-check": (secret(["check", "-q"]), DEPTHS, "check of one $secret of n * over objects nested n deep, 20 lists in each"),
    "secret-explain": (secret(["explain", "/"]), DEPTHS, "explain of the same"),
    "lineage-explain": (lineage(["explain", "DEEPEST", "KEY"]), DEPTHS, "explain over n scopes of n nested objects each"),
    "lineage-scopes": (lineage(["scopes", "--json"]), DEPTHS, "scopes --json of the same"),
}
