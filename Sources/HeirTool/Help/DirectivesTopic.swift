extension Topics {
  static let directives = page(
    "directives", summary: "Members that control inheritance, merging and checks",
    #"""
    A member with a name that begins with '$' is a directive. It is never part of the result. Its
    keys are relative to the enclosing object; they may be patterns ('heir help keys'). The value
    true instead of a list means all members of that object. Write '$$name' for an ordinary member
    '$name'.

    - $stop → [KEYS]: stops the inheritance of these keys, here and below
    - $exclude → [KEYS]: hides these keys from descendants
    - $pass → [KEYS]: descendants inherit only these members of the enclosing object
    - $final → [KEYS]: levels of higher precedence cannot change these keys
    - $merge → {KEY: STRATEGY}: how a value merges onto the inherited one: "deep" or "replace" for
      objects; "replace", "append", "prepend", "union", {"union": "prepend"} or {"by": NAME} for
      arrays
    - $remove → {KEY: [VALUES]}: removes elements from the inherited array
    - $include → PATH: inserts the object of another file here
    - $inherit → [SCOPES], at the top of a file: adds parents, which override the parent directory
    - $abstract → true, at the top of a file: the scope only serves as a parent
    - $secret → [KEYS]: masks these keys in reports
    - $type → {KEY: TYPE}: the allowed values: a type's name, or an object with "type", "enum",
      "min", "max", "match", "items", "length"
    - $required → [KEYS]: requires a value in each leaf scope
    - $closed → [KEYS], or true for the enclosing object: these objects accept only members that
      this level or an ancestor sets, or that a directive declares
    - $about → {KEY: TEXT}: describes the key
    - $x-NAME → {KEY: TEXT}: a custom attribute of the key and all below it, such as $x-owner
    - $deprecated → {KEY: TEXT}: warns if the key is set or read
    - $until, $because → {KEY: DATE}, {KEY: TEXT}: the last day and the reason of an override
    - $comment → any value; it is ignored

    An object with one of these directives is a computed value. It is evaluated in each scope that
    inherits it. If it has no value, "default" beside the directive is used.

    - $ref → KEY: the value of KEY; "scope" reads another scope, "map" translates values
    - $format → TEXT with ${KEY} for values; ${$inherited} is the inherited value
    - $env → NAME: an environment variable that --allow-env permits
    - $file → PATH: the text of a file in the tree

    heir(5) has an example of each.
    """#)
}
