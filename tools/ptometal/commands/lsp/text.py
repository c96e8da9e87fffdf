# SPDX-License-Identifier: Apache-2.0
"""The text of a .pto file as an editor sees it: tokens, regions, and where each value is defined.

It reads any text, also one that ptoc rejects: what is not understood defines nothing.
"""
import dataclasses
import re

TOKEN = re.compile(r"""(?P<comment>//[^\n]*) | (?P<string>"(?:[^"\\\n]|\\.)*"?) | (?P<value>%(?:[\w$.]|-(?!>))+(?:\#\d+)?)
    | (?P<symbol>@(?:[\w$.]|-(?!>))+) | (?P<block>\^[\w$.]+) | (?P<type>![\w.$]+(?:<[^<>\n]*>)?) | (?P<attribute>\#[\w.$]+)
    | (?P<number>-?\d[\w.]*) | (?P<word>[A-Za-z_][\w.$]*) | (?P<mark>[(){}=:,])""", re.X)
VALUE_NAME = re.compile(r"%(?:[\w$.]|-(?!>))+")
FUNCTIONS = ("func.func", "func")
# Words whose parentheses define values.
LISTING = {**dict.fromkeys(FUNCTIONS, "function"), **dict.fromkeys(("scf.forall", "scf.parallel", "affine.parallel"), "loop"),
           "outs": "outs"}


@dataclasses.dataclass(slots=True, eq=False)
class Token:
    kind: str
    text: str
    line: int        # from 0
    column: int      # in characters, from 0

    @property
    def name(self):
        """The text without the number of a result: %a of %a#1."""
        return self.text.partition("#")[0] if self.kind == "value" else self.text


@dataclasses.dataclass(slots=True, eq=False)
class Definition:
    token: Token
    scope: "Scope"
    is_parameter: bool
    uses: list = dataclasses.field(default_factory=list)     # all tokens, the definition among them


class Scope:
    """A region: its definitions, and the region around it."""

    def __init__(self, parent):
        self.parent, self.defined = parent, {}

    def find(self, name, before):
        """The definition that a use of a name means: the last before it, in the innermost region that has one."""
        scope = self
        while scope:
            there = scope.defined.get(name)
            if there:
                return next((one for one in reversed(there) if place(one.token) <= before), there[0])
            scope = scope.parent
        return None

    def is_within(self, other):
        scope = self
        while scope and scope is not other:
            scope = scope.parent
        return scope is other


def place(token):
    return token.line, token.column


def tokens_of(text):
    tokens = []
    for number, line in enumerate(text.split("\n")):
        tokens += [Token(match.lastgroup, match[0], number, match.start()) for match in TOKEN.finditer(line)]
    return tokens


class Text:
    """A parsed text: `tokens`, and for tokens of values and symbols their `definitions`."""

    def __init__(self, text):
        self.lines = text.split("\n")
        self.tokens = tokens_of(text)
        self.significant = [token for token in self.tokens if token.kind != "comment"]
        self.top = self.scope = Scope(None)
        self.scopes = [self.top]
        self.open = []            # for each open brace the scope around it; None: a dictionary
        self.pending = []         # values that the next region defines
        self.seen = []            # (token of a value, its scope)
        self.definitions = {}     # token -> Definition
        self.symbols = {}
        self.read()
        self.resolve()

    def read(self):
        """One pass over the tokens: regions and definitions."""
        listing = None            # whose parentheses come next or are open
        depth = 0
        for at, token in enumerate(self.significant):
            text, kind = token.text, token.kind
            if kind == "value":
                self.seen.append((token, self.scope))
                self.read_value(at, token, listing if depth else None)
            elif kind == "block":
                label = self.begins_line(at) or self.text_at(at - 1) == "{"     # else the target of a branch
                listing, depth = "label" if label and self.text_at(at + 1) == "(" else None, 0
            elif kind == "word" and text in LISTING:
                listing, depth = LISTING[text], 0
                self.pending = [] if listing == "function" else self.pending
            elif kind == "symbol" and self.text_at(at - 1) in (*FUNCTIONS, "private", "public"):
                self.symbols.setdefault(text, Definition(token, self.top, False))
            elif text == "(" and listing:
                depth += 1
            elif text == ")" and listing:
                depth -= 1
                listing = listing if depth > 0 else None
            elif text == "{":
                self.enter(at)
            elif text == "}":
                self.leave()

    def text_at(self, at):
        return self.significant[at].text if 0 <= at < len(self.significant) else ""

    def kind_at(self, at):
        return self.significant[at].kind if 0 <= at < len(self.significant) else ""

    def begins_line(self, at):
        return at == 0 or self.significant[at - 1].line != self.significant[at].line

    def read_value(self, at, token, listing):
        typed = self.text_at(at + 1) == ":"
        if listing == "loop" or listing == "function" and typed:
            self.pending.append(token)
        elif listing == "label" and typed:
            self.define(token, True)
        elif listing == "outs":
            if not self.scope.find(token.name, place(token)):     # a register, which is a result; tiles exist before
                self.define(token, False)
        elif self.text_at(at + 1) == "=":
            self.read_equals(at, at + 1)
        elif self.text_at(at + 1) == ":" and self.kind_at(at + 2) == "number" and self.text_at(at + 3) == "=":
            self.read_equals(at, at + 3)

    def read_equals(self, at, equals):
        """`%a, %b = op` defines results, `iter_args(%a = %b)` and `for %i = 0` values of the region that follows."""
        first = at
        while self.text_at(first - 1) == "," and (self.kind_at(first - 2) == "value" or self.kind_at(first - 4) == "value"):
            first -= 2 if self.kind_at(first - 2) == "value" else 4
        following = self.kind_at(equals + 1)
        if following == "string" or following == "word" and (self.begins_line(first) or "." in self.text_at(equals + 1)):
            for token in self.significant[first:at + 1]:
                if token.kind == "value":
                    self.define(token, False)
        else:
            self.pending.append(self.significant[at])

    def define(self, token, is_parameter):
        definition = Definition(token, self.scope, is_parameter)
        self.scope.defined.setdefault(token.name, []).append(definition)

    def enter(self, at):
        """A brace begins a region or, with a name and a comma, `=` or `}` behind it on its line, a dictionary."""
        after = self.significant[at + 1] if at + 1 < len(self.significant) else None
        same_line = after and after.line == self.significant[at].line
        if same_line and (after.text == "}" or after.kind in ("word", "string") and self.text_at(at + 2) in ("=", ",", "}")):
            self.open.append(None)
            return
        self.open.append(self.scope)
        self.scope = Scope(self.scope)
        self.scopes.append(self.scope)
        for token in self.pending:
            self.define(token, True)
        self.pending = []

    def leave(self):
        around = self.open.pop() if self.open else None
        if around:
            self.scope, self.pending = around, []

    def resolve(self):
        """Find what each token of a value or a symbol means."""
        own = {id(one.token): one for scope in self.scopes
               for several in scope.defined.values() for one in several}
        for token, scope in self.seen:
            self.note(token, own.get(id(token)) or scope.find(token.name, place(token)))
        for token in self.significant:
            if token.kind == "symbol":
                self.note(token, self.symbols.get(token.text))

    def note(self, token, definition):
        if definition:
            self.definitions[token] = definition
            definition.uses.append(token)

    def at(self, line, column):
        """The token that a place touches, or None."""
        found = None
        for token in self.tokens:
            if token.line == line and token.column <= column <= token.column + len(token.text):
                found = token if found is None or column < token.column + len(token.text) else found
        return found

    def visible(self, line, column):
        """Names of the values that can be used at a place: not the results of its own line."""
        scope = self.top
        for token, where in self.seen:
            if place(token) > (line, column):
                break
            scope = where
        names = {}
        while scope:
            names |= {name: None for name, there in scope.defined.items()
                      if place(there[0].token) < (line, column if there[0].is_parameter else 0)}
            scope = scope.parent
        return list(names)

    def operation_at(self, line, column):
        """The name of the operation whose text a place is in, or None."""
        for token in reversed(self.significant):
            if place(token) < (line, column) and token.kind == "word" and "." in token.text and not token.text.startswith("pto.addr"):
                return token.text
        return None


class Clash(Exception):
    """A new name that would change what a name means; the text is for the user."""


def rename(text, token, name):
    """The tokens to write a new name to; raises Clash if it would then mean another value."""
    definition = text.definitions.get(token)
    if definition is None:
        raise Clash(f"{token.text} is not defined here")
    if token.kind == "symbol":
        name = name if name.startswith("@") else "@" + name
        if name in text.symbols and name != token.text:
            raise Clash(f"there is another {name}")
        return definition.uses, name
    name = name if name.startswith("%") else "%" + name
    if not VALUE_NAME.fullmatch(name):
        raise Clash(f"{name} is no name of a value")
    for other in set(text.definitions.values()):
        related = other.scope.is_within(definition.scope) or definition.scope.is_within(other.scope)
        if other is not definition and other.token.name == name and related:
            raise Clash(f"there is another {name}, in line {other.token.line + 1}")
    return definition.uses, name
