# SPDX-License-Identifier: Apache-2.0
"""The language server, as an editor talks to it: messages over stdin and stdout."""
import contextlib
import json
import os
import queue
import random
import re
import shutil
import subprocess
import sys
import threading
import time

from harness import PTOMETAL, ROOT, cpu_seconds, ptometal, test, test_with, write

URI = "file:///k.pto"
ADD = (ROOT / "examples/add.pto").read_text(encoding="utf-8")
WAIT = 60      # seconds for an answer


class Client:
    """An editor with documents; `said` are the notifications of the server that nobody has waited for."""

    def __init__(self, server):
        self.server, self.number, self.version, self.said = server, 0, 0, []
        self.inbox = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.capabilities = self.ask("initialize", processId=None, rootUri=None, capabilities={})["capabilities"]
        self.tell("initialized")

    def read(self):
        while True:
            size = 0
            while (line := self.server.stdout.readline().strip()):
                if line.lower().startswith(b"content-length:"):
                    size = int(line.split(b":")[1])
            if not size:
                break
            self.inbox.put(json.loads(self.server.stdout.read(size)))
        self.inbox.put(None)

    def send(self, **message):
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.server.stdin.flush()

    def tell(self, method, **params):
        self.send(method=method, params=params)

    def ask(self, method, **params):
        """The result of a request."""
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        while (message := self.inbox.get(timeout=WAIT)) is not None:
            if message.get("id") == self.number:
                assert "error" not in message, f"{method}: {message['error']}"
                return message["result"]
            self.said.append(message)
        raise AssertionError("the server has ended")

    def at(self, method, line, column, **more):
        return self.ask("textDocument/" + method, textDocument={"uri": URI}, position={"line": line, "character": column}, **more)

    def open(self, text):
        self.version = 1
        self.tell("textDocument/didOpen", textDocument={"uri": URI, "languageId": "pto", "version": 1, "text": text})

    def change(self, line, first, end, text):
        """Replace characters of a line."""
        self.version += 1
        span = {"start": {"line": line, "character": first}, "end": {"line": line, "character": end}}
        self.tell("textDocument/didChange", textDocument={"uri": URI, "version": self.version},
                  contentChanges=[{"range": span, "text": text}])

    def diagnostics(self):
        """What the server says of the newest version."""
        while True:
            for message in self.said:
                if message.get("method") == "textDocument/publishDiagnostics" and message["params"].get("version") == self.version:
                    self.said.clear()
                    return message["params"]["diagnostics"]
            message = self.inbox.get(timeout=WAIT)
            assert message is not None, "the server has ended"
            self.said.append(message)


@contextlib.contextmanager
def editor(folder):
    """A client of a server, which must end well."""
    with open(folder / "stderr", "wb") as errors, subprocess.Popen(
            [PTOMETAL, "lsp"], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors) as server:
        try:
            client = Client(server)
            yield client
            client.ask("shutdown")
            client.tell("exit")
            assert server.wait(WAIT) == 0, server.returncode
        finally:
            server.kill()


def find(text, what, nth=0):
    """(line, column) of the nth place of a text."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(what, at + 1)
    return text.count("\n", 0, at), at - (text.rfind("\n", 0, at) + 1)


def applied(text, edits):
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda edit: (edit["range"]["start"]["line"], edit["range"]["start"]["character"]), reverse=True):
        start, end = edit["range"]["start"], edit["range"]["end"]
        line = lines[start["line"]]
        lines[start["line"]] = line[:start["character"]] + edit["newText"] + line[end["character"]:]
    return "\n".join(lines)


@test_with("pygls")
def diagnostics_follow_each_change(folder):
    with editor(folder) as client:
        client.open(ADD)
        assert client.diagnostics() == []
        line, column = find(ADD, "pto.vadd")
        client.change(line, column + 8, column + 8, "d")
        found, = client.diagnostics()
        assert (found["code"], found["severity"], found["source"]) == ("unknown-op", 1, "ptoc"), found
        assert found["range"] == {"start": {"line": line, "character": column}, "end": {"line": line, "character": column + 9}}, found
        client.change(line, column + 8, column + 9, "")
        assert client.diagnostics() == []
        line, column = find(ADD, "%bytes nburst")
        client.change(line, column, column + 6, "%byte")
        found, = client.diagnostics()
        note, = found["relatedInformation"]
        assert note["message"] == "did you mean %bytes?" and note["location"]["range"]["start"]["line"] == find(ADD, "%bytes =")[0], note
        second = ADD + "// -----\n" + ADD.replace("pto.vadd ", "pto.vad ")
        client.change(line, column, column + 5, "%bytes")
        client.open(second)      # the parts of a file are judged one by one
        client.version = 1
        assert [one["range"]["start"]["line"] for one in client.diagnostics()] == [find(second, "pto.vad ")[0]]


@test_with("pygls")
def columns_count_in_utf_16(folder):
    text = ADD.replace("{pto.target_arch", '{pto.note = "𝄞é", pto.target_arch').replace('"a5"', '"a6"')
    with editor(folder) as client:
        client.open(text)
        found, = client.diagnostics()
        line = text.split("\n")[found["range"]["start"]["line"]].encode("utf-16-le")
        shown = line[2 * found["range"]["start"]["character"]:2 * found["range"]["end"]["character"]].decode("utf-16-le")
        assert shown == "pto.target_arch", (found, shown)


@test_with("pygls")
def hover_and_completion_know_the_isa(folder):
    with editor(folder) as client:
        client.open(ADD)
        page = client.at("hover", *find(ADD, "vadd"))["contents"]["value"]
        assert page.startswith("# pto.vadd") and "dst[i] = m[i] ? a[i] + b[i] : 0" in page and "Example" not in page, page
        assert "dma.h" in client.at("hover", *find(ADD, "mte_gm_ub"))["contents"]["value"]
        assert "%sum = pto.vadd" in client.at("hover", *find(ADD, "%sum", 1))["contents"]["value"]
        assert client.at("hover", 0, 0) is None
        def labels(line, column):
            return [item["label"] for item in client.at("completion", line, column)["items"]]
        operations = labels(*find(ADD, "vadd"))
        for name in ("pto.vadd", "pto.tadd", "pto.mte_gm_ub", "pto.vmi.vadd", "arith.addi", "scf.for"):
            assert name in operations, name
        line, column = find(ADD, "%x, %y")
        values = set(labels(line, column + 1))
        assert {"%x", "%y", "%mask", "%n", "%ub_a"} <= values and "%sum" not in values, values
        assert "PIPE_MTE2" in labels(*find(ADD, 'PIPE_MTE2'))
        client.change(line, column, 200, "{}")
        client.change(line, column - 5, column, "vcvt ")
        line, column = find(ADD, "%x, %y")
        assert {"rnd", "sat", "part"} <= set(labels(line, column + 1)), labels(line, column + 1)
        client.change(line, column + 1, column + 1, 'rnd = "')
        assert labels(line, column + 8) == ["R", "A", "F", "C", "Z", "O", "H"], labels(line, column + 8)


@test_with("pygls")
def names_are_found_and_renamed(folder):
    text = (ROOT / "tests/ptoc/run/branches.pto").read_text(encoding="utf-8")
    with editor(folder) as client:
        client.open(ADD)
        line, column = find(ADD, "%left", 1)
        found = client.at("definition", line, column)["range"]["start"]
        assert (found["line"], found["character"]) == find(ADD, "%left"), found
        assert len(client.at("references", line, column, context={"includeDeclaration": True})) == 2
        edits = client.at("rename", line, column, newName="remaining")["changes"][URI]
        assert applied(ADD, edits) == ADD.replace("%left", "%remaining")
        assert client.at("rename", line, column, newName="%mask") is None and client.at("rename", line, column, newName="a b") is None
        client.ask("textDocument/documentSymbol", textDocument={"uri": URI})
        told = [message["params"]["message"] for message in client.said if message.get("method") == "window/showMessage"]
        assert told[0].startswith("there is another %mask, in line ") and told[1] == "%a b is no name of a value", told
        symbol, = client.ask("textDocument/documentSymbol", textDocument={"uri": URI})
        assert symbol["name"] == "@add"
        client.open(text)
        line, column = find(text, "%i,")
        found = client.at("definition", line, column)["range"]["start"]
        assert (found["line"], found["character"]) == find(text, "%i: index"), found


@test
def every_value_of_the_examples_has_a_definition(folder):
    """Renaming all values to new names keeps every text that ptoc accepts, so regions are read as ptoc reads them."""
    sys.path.insert(0, str(ROOT / "tools"))
    from ptometal import build
    from ptometal.commands.lsp.text import Text
    ptometal(folder, "build").expect(0)
    files = [path for place in ("examples", "tests/ptoc/run", "tests/ptoc/accepted", "tests/ptoc/planned")
             for path in sorted((ROOT / place).rglob("*.pto"))]
    assert len(files) > 60, files
    for path in files:
        source = path.read_text(encoding="utf-8")
        text, names = Text(source), {}
        lacking = [token.text for token, _ in text.seen if token not in text.definitions]
        assert not lacking, (path, lacking)
        edits = [{"range": {"start": {"line": token.line, "character": token.column},
                            "end": {"line": token.line, "character": token.column + len(token.name)}},
                  "newText": names.setdefault(found, f"%r{len(names)}")}
                 for token, found in text.definitions.items() if token.kind == "value"]
        status = [subprocess.run([build.ptoc_path(), "--verify-only", "-w", "-"], input=one, text=True, capture_output=True,
                                 check=False).returncode for one in (source, applied(source, edits))]
        assert status[0] == status[1], path


@test_with("pygls")
def semantic_tokens_cover_the_text(folder):
    with editor(folder) as client:
        legend = client.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"]
        client.open(ADD)
        data = client.ask("textDocument/semanticTokens/full", textDocument={"uri": URI})["data"]
        lines, line, column, kinds = ADD.split("\n"), 0, 0, {}
        for ahead, right, length, kind, _ in zip(*[iter(data)] * 5):
            line, column = line + ahead, right + (0 if ahead else column)
            kinds.setdefault(lines[line][column:column + length], set()).add(legend[kind])
        for text, kind in (("%n", "parameter"), ("%sum", "variable"), ("pto.vadd", "keyword"), ("@add", "function"),
                           ("!pto.vreg<64xf32>", "type"), ('"PIPE_V"', "string"), ("65536", "number"), ("%left", "parameter")):
            assert kinds.get(text) == {kind}, (text, kinds.get(text))


@test_with("pygls")
def random_edits_end_nothing(folder):
    draw = random.Random(28)
    pieces = ["%", "{", "}", "(", ")", "%x", "pto.", '"', "=", ":", "^bb0(", "// -----\n", "\n", "é", "𝄞", "scf.for %i = ", "!pto.ptr<",
              "func.func @", "outs(", "->", "#1", "\t", "-"]
    with editor(folder) as client:
        client.open(ADD)
        lines = ADD.split("\n")
        for number in range(1000):
            line = draw.randrange(len(lines))
            length = len(lines[line].encode("utf-16-le")) // 2
            first = draw.randint(0, length)
            end = min(length, first + draw.choice((0, 0, 1, 3, 20)))
            text = draw.choice(pieces)
            client.change(line, first, end, text)
            data = lines[line].encode("utf-16-le")
            changed = data[:2 * first].decode("utf-16-le", "replace") + text + data[2 * end:].decode("utf-16-le", "replace")
            lines[line:line + 1] = changed.split("\n")
            if number % 5 == 0:
                where = (draw.randrange(len(lines)), draw.randint(0, 60))
                for method in ("hover", "completion", "definition"):
                    client.at(method, *where)
                client.at("rename", *where, newName="%new")
                client.ask("textDocument/semanticTokens/full", textDocument={"uri": URI})
        client.diagnostics()
        wrong = [message for message in client.said if message.get("method") == "window/showMessage" and "rror" in str(message)]
        assert not wrong, wrong[:3]
    assert "Traceback" not in (folder / "stderr").read_text(), (folder / "stderr").read_text()[-3000:]


@test_with("pygls")
def a_keystroke_in_2000_lines_takes_little_time(folder):
    line = find(ADD, "pto.vadd")[0]
    lines = ADD.split("\n")
    lines[line:line + 1] = [lines[line].replace("%sum", f"%sum{number}") for number in range(2000)]
    text = "\n".join(lines).replace("pto.vsts %sum", "pto.vsts %sum1999")
    assert text.count("\n") > 2000

    def used(pid):
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")      # its own time and that of the ptocs

    with editor(folder) as client:
        client.open(text)
        assert client.diagnostics() == []
        rounds, count = [], 10
        for _ in range(4):
            before, started = used(client.server.pid), time.monotonic()
            for number in range(count):
                client.change(line, 0, number % 2, " " * (1 - number % 2))
                client.diagnostics()
            rounds.append(((used(client.server.pid) - before) / count, (time.monotonic() - started) / count))
        cpu, wall = min(rounds)
        print(f"# {1000 * cpu:.0f} ms of processor time, {1000 * wall:.0f} ms in all")
    # Most of it is ptoc: 15 ms, 70 on a machine with slow page faults beside other tests.
    write(folder, "long.pto", text)
    sys.path.insert(0, str(ROOT / "tools"))
    from ptometal import build
    ptoc, _ = build.ensure_ptoc()
    before = cpu_seconds()
    for _ in range(count):
        subprocess.run([ptoc, "--verify-only", "long.pto"], cwd=folder, check=True)
    once = (cpu_seconds() - before) / count
    print(f"# {cpu / once:.1f} times ptoc, {1000 * once:.0f} ms")
    assert cpu < 2 * once and once < 0.5, rounds


@test
def grammar_colours_what_the_server_does(folder):
    sys.path.insert(0, str(ROOT / "tools"))
    from ptometal.commands.lsp.text import tokens_of
    scopes = {"comment": "comment", "string": "string", "value": "variable", "symbol": "entity.name.function", "type": "storage.type",
              "block": "entity.name.label", "attribute": "constant.language", "number": "constant.numeric", "word": "keyword"}
    extension = ROOT / "tools/editors/vscode"
    package = json.loads((extension / "package.json").read_text())["contributes"]
    rules = json.loads((extension / package["grammars"][0]["path"]).read_text())["patterns"]
    rules = [(re.compile(rule["match"]), rule["name"]) for rule in rules]
    json.loads((extension / package["languages"][0]["configuration"]).read_text())
    settings = json.loads((ROOT / "examples/project/.vscode/settings.json").read_text())     # of what `new` writes
    assert settings["files.associations"] == {"*.pto": package["languages"][0]["id"]}, settings
    seen = set()
    for path in [*(ROOT / "examples").rglob("*.pto"), *(ROOT / "tests/ptoc/accepted").rglob("*.pto")]:
        text = path.read_text(encoding="utf-8")
        wanted = [(token.line, token.column, token.text, scopes[token.kind]) for token in tokens_of(text) if token.kind != "mark"]
        got = []
        for number, line in enumerate(text.split("\n")):
            at = 0
            while at < len(line):      # as TextMate does: the match that begins first, and of these the rule that stands first
                found = [(match.start(), order, match, name) for order, (rule, name) in enumerate(rules) if (match := rule.search(line, at))]
                if not found:
                    break
                start, _, match, name = min(found, key=lambda one: one[:2])
                got.append((number, start, match[0], name.rsplit(".", 1)[0]))
                at = match.end()
        for one, other in zip(got, wanted, strict=True):
            assert one[:3] == other[:3] and one[3].startswith(other[3]), (path, one, other)
            seen.add(other[3])
    assert seen == set(scopes.values()), set(scopes.values()) - seen


@test
def task_of_projects_checks_the_file_in_the_editor(folder):
    ptometal(folder, "new", "mine").expect(0)
    bad = folder / "mine" / "bad.pto"
    bad.write_text(ADD.replace("pto.vadd ", "pto.vad "), encoding="utf-8")
    task = next(task for task in json.loads((folder / "mine/.vscode/tasks.json").read_text())["tasks"] if task["label"] == "check")
    words = [word.replace("${workspaceFolder}", str(folder / "mine")).replace("${file}", str(bad)) for word in [task["command"], *task["args"]]]
    said = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False).stderr
    match = re.search(task["problemMatcher"]["pattern"]["regexp"], said, re.M)
    assert match.groups()[:4] == (str(bad), str(find(ADD, "pto.vadd")[0] + 1), "16", "error"), said


@test_with("pygls")
def neovim_shows_diagnostics(folder):
    if not shutil.which("nvim"):
        return "neovim is not installed"
    settings = re.search(r"```lua\n(.*?)```", (ROOT / "docs/editors.md").read_text(encoding="utf-8"), re.S)[1]
    (folder / "init.lua").write_text(settings.replace('"ptometal", "lsp"', f'"{PTOMETAL}", "lsp"'))
    (folder / "k.pto").write_text(ADD.replace("pto.vadd ", "pto.vad "), encoding="utf-8")
    wait = 'lua vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end); print(vim.inspect(vim.diagnostic.get(0)))'
    done = subprocess.run(["nvim", "--headless", "-u", "init.lua", "k.pto", "-c", wait, "-c", "qa!"], cwd=folder, capture_output=True, text=True,
                          check=False, timeout=WAIT, env={**os.environ, "XDG_STATE_HOME": str(folder), "XDG_DATA_HOME": str(folder)})
    assert "there is no operation 'pto.vad'" in done.stderr + done.stdout, done.stderr


@test
def lsp_without_an_editor_is_told(folder):
    ptometal(folder, "lsp", "k.pto").expect(2, "lsp takes no words").expect_one_line()
