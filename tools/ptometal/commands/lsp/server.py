# SPDX-License-Identifier: Apache-2.0
"""The language server: requests of an editor, answered from the text, the tables of isa/ and ptoc."""
import asyncio
import re

from lsprotocol import types
from pygls.server import LanguageServer

from ptometal.commands.lsp import judge, words
from ptometal.commands.lsp.text import Clash, Text, rename

SEVERITIES = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning,
              "note": types.DiagnosticSeverity.Information}
KINDS = ("variable", "parameter", "function", "keyword", "type", "enumMember", "string", "number", "comment")
KIND_OF = {"word": "keyword", "type": "type", "attribute": "enumMember", "string": "string", "number": "number",
           "comment": "comment", "symbol": "function"}


class Server(LanguageServer):
    """Documents with their parsed texts, and a judgement under way for each."""

    def __init__(self, ptoc, options):
        super().__init__("ptometal", "1")
        self.ptoc, self.options = ptoc, options
        self.texts, self.tasks = {}, {}     # by URI

    def text(self, uri):
        """The parsed text of a document, once for each version."""
        source = self.workspace.get_text_document(uri).source
        known = self.texts.get(uri)
        if known is None or known[0] != source:
            known = self.texts[uri] = (source, Text(source))
        return known[1]

    def judge_soon(self, uri):
        """Judge the newest text; a judgement of an older one ends."""
        if uri in self.tasks:
            self.tasks[uri].cancel()
        self.tasks[uri] = asyncio.ensure_future(self.judge(uri))

    async def judge(self, uri):
        document = self.workspace.get_text_document(uri)
        source, version = document.source, document.version
        found = await judge.judge(self.ptoc, self.options, source)
        lines = source.split("\n")
        self.publish_diagnostics(uri, [diagnostic(uri, lines, message) for message in found], version)

    def forget(self, uri):
        if uri in self.tasks:
            self.tasks.pop(uri).cancel()
        self.texts.pop(uri, None)
        self.publish_diagnostics(uri, [])


def units(text):
    """The length of a text as the protocol counts: in UTF-16."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def column_of(line, position):
    """The column in characters of a position in UTF-16."""
    return len(line.encode("utf-16-le", "surrogatepass")[:2 * position].decode("utf-16-le", "ignore"))


def range_of(lines, line, first, end):
    text = lines[line] if line < len(lines) else ""
    return types.Range(types.Position(line, units(text[:first])), types.Position(line, units(text[:end])))


def range_of_token(text, token):
    return range_of(text.lines, token.line, token.column, token.column + len(token.name))


def range_of_message(lines, message):
    return range_of(lines, message.line, message.column, message.column + message.length)


def diagnostic(uri, lines, message):
    notes = [types.DiagnosticRelatedInformation(types.Location(uri, range_of_message(lines, note)), note.text)
             for note in message.notes]
    return types.Diagnostic(range=range_of_message(lines, message), message=message.text, severity=SEVERITIES[message.severity],
                            code=message.rule, source="ptoc", related_information=notes or None)


def located(server, params):
    """The text of a request, and the line and the column in characters of its position."""
    text, position = server.text(params.text_document.uri), params.position
    line = text.lines[position.line] if position.line < len(text.lines) else ""
    return text, position.line, column_of(line, position.character)


def hover(server, params):
    text, line, column = located(server, params)
    token = text.at(line, column)
    if token is None:
        return None
    definition = text.definitions.get(token)
    if token.kind == "word" or token.kind == "string" and "." in token.text:
        page = words.page(token.text.strip('"'))
    elif definition:
        page = f"```mlir\n{text.lines[definition.token.line].strip()}\n```"
    else:
        page = None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, page), range_of_token(text, token)) if page else None


def completion(server, params):
    """Values behind %, values of attributes in strings, keys of attributes in dictionaries, else operations and types."""
    text, number, column = located(server, params)
    line = text.lines[number] if number < len(text.lines) else ""
    before = line[:column]
    if "//" in before:
        return None
    word = re.search(r"[%!@\w.$]*$", before)[0]
    span = range_of(text.lines, number, column - len(word), column)
    if before.count('"') % 2:
        kind, names = types.CompletionItemKind.EnumMember, strings(text, number, before)
    elif word.startswith("%"):
        kind, names = types.CompletionItemKind.Variable, text.visible(number, column - len(word))
    elif before.rfind("{") > before.rfind("}"):
        kind, names = types.CompletionItemKind.Property, words.attributes().get(text.operation_at(number, column), {})
    elif word.startswith("!"):
        kind, names = types.CompletionItemKind.Class, words.TYPES
    else:
        kind, names = types.CompletionItemKind.Function, words.operations()
    return types.CompletionList(False, [types.CompletionItem(
        name, kind=kind, filter_text=name, text_edit=types.TextEdit(span, name)) for name in names])


def strings(text, number, before):
    """What may stand in a string: the values of the attribute that it is for, or of all, pipes and events."""
    key = re.search(r"(\w+) *= *\"[^\"]*$", before)
    known = words.attributes().get(text.operation_at(number, len(before)), {})
    if key and key[1] in known:
        return known[key[1]]
    return tuple(dict.fromkeys(value for values in known.values() for value in values)) or words.PIPES + words.EVENTS


def defined(server, params):
    text, line, column = located(server, params)
    token = text.at(line, column)
    return text, token, text.definitions.get(token)


def definition(server, params):
    text, _, found = defined(server, params)
    return found and types.Location(params.text_document.uri, range_of_token(text, found.token))


def references(server, params):
    text, _, found = defined(server, params)
    return [types.Location(params.text_document.uri, range_of_token(text, use)) for use in found.uses] if found else None


def prepare_rename(server, params):
    text, token, found = defined(server, params)
    return range_of_token(text, token) if found else None


def rename_all(server, params):
    text, token, _ = defined(server, params)
    if token is None:
        return None
    try:
        uses, name = rename(text, token, params.new_name)
    except Clash as clash:
        server.show_message(str(clash), types.MessageType.Error)
        return None
    return types.WorkspaceEdit({params.text_document.uri: [types.TextEdit(range_of_token(text, use), name) for use in uses]})


def outline(server, params):
    text = server.text(params.text_document.uri)
    return [types.DocumentSymbol(one.token.text, types.SymbolKind.Function, range_of_token(text, one.token),
                                 range_of_token(text, one.token)) for one in text.symbols.values()]


def semantic_tokens(server, params):
    """Each token as five numbers: lines and columns from the one before, length, kind, modifiers."""
    text = server.text(params.text_document.uri)
    data, line, column = [], 0, 0
    for token in text.tokens:
        kind = KIND_OF.get(token.kind)
        if token.kind == "value":
            found = text.definitions.get(token)
            kind = "parameter" if found and found.is_parameter else "variable"
        if kind is None:
            continue
        source = text.lines[token.line]
        start, length = (token.column, len(token.text)) if source.isascii() else (units(source[:token.column]), units(token.text))
        data += [token.line - line, start - (column if token.line == line else 0), length, KINDS.index(kind), 0]
        line, column = token.line, start
    return types.SemanticTokens(data)


FEATURES = {
    types.TEXT_DOCUMENT_DID_OPEN: lambda server, params: server.judge_soon(params.text_document.uri),
    types.TEXT_DOCUMENT_DID_CHANGE: lambda server, params: server.judge_soon(params.text_document.uri),
    types.TEXT_DOCUMENT_DID_CLOSE: lambda server, params: server.forget(params.text_document.uri),
    types.TEXT_DOCUMENT_HOVER: hover,
    types.TEXT_DOCUMENT_DEFINITION: definition,
    types.TEXT_DOCUMENT_REFERENCES: references,
    types.TEXT_DOCUMENT_PREPARE_RENAME: prepare_rename,
    types.TEXT_DOCUMENT_RENAME: rename_all,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: outline,
}
WITH_OPTIONS = {
    types.TEXT_DOCUMENT_COMPLETION: (completion, types.CompletionOptions(trigger_characters=[".", "%", '"', "!"])),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: (semantic_tokens, types.SemanticTokensLegend(list(KINDS), [])),
}


def start(ptoc, options):
    """Serve stdin and stdout until the editor ends."""
    server = Server(ptoc, options)

    def register(feature, answer, *more):
        @server.feature(feature, *more)
        def handler(ls, params):      # pygls gives the server to parameters of this name
            return answer(ls, params)

    for feature, answer in FEATURES.items():
        register(feature, answer)
    for feature, (answer, more) in WITH_OPTIONS.items():
        register(feature, answer, more)
    server.start_io()
