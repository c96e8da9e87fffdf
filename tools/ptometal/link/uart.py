# SPDX-License-Identifier: Apache-2.0
"""The link through a UART: of the emulator, or a tty, a pseudo-terminal or a unix socket that the user names.

Not by pyserial: it would serve the tty alone, where it saves four lines of termios. Pipes of the emulator and sockets are no
serial ports, and one loop waits for all of them and for the end of the emulator.
"""
import contextlib
import os
import select
import signal
import socket
import stat
import subprocess
import termios
import time
import tty

from ptometal import boards, child
from ptometal.common import INTERNAL, TIME_LIMIT, Stop, say, usage_error
from ptometal.link import frames
from ptometal.qemu import Result

BAUD = 115200          # default without BOARD_UART_BAUD
POLL_AFTER = 0.25      # seconds of silence
FIRST = 10             # seconds until the first frame
SILENCE = 10           # seconds within a transfer
RETURN = 5             # seconds for a lost link to return


class Lost(Exception):
    """The other end has disconnected."""


class Port:
    """Two file descriptors, for reading and for writing; neither blocks."""

    def __init__(self, reading, writing, closing=()):
        self.reading, self.writing, self.closing = reading, writing, closing
        os.set_blocking(reading, False)
        os.set_blocking(writing, False)

    def receive(self, seconds):
        """The bytes received; empty on timeout."""
        if not select.select([self.reading], [], [], seconds)[0]:
            return b""
        try:
            data = os.read(self.reading, 65536)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise Lost(error.strerror) from None
        if not data:
            raise Lost("closed by the other end")
        return data

    def send(self, data):
        end = time.monotonic() + SILENCE
        while data:
            ready = select.select([], [self.writing], [], max(0, end - time.monotonic()))[1]
            if not ready:
                raise Lost("takes no more bytes")
            try:
                data = data[os.write(self.writing, data):]
            except BlockingIOError:
                continue
            except OSError as error:
                raise Lost(error.strerror) from None

    def close(self):
        for thing in self.closing:
            thing.close()


def open_place(path, baud):
    """The port of a tty or a unix socket."""
    if stat.S_ISSOCK(os.stat(path).st_mode):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        return Port(connection.fileno(), connection.fileno(), [connection])
    file = open(os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK), "rb", buffering=0)
    if os.isatty(file.fileno()):
        tty.setraw(file.fileno(), termios.TCSANOW)
        mode = termios.tcgetattr(file.fileno())
        mode[2] |= termios.CLOCAL | termios.CREAD
        mode[4] = mode[5] = getattr(termios, f"B{baud}")
        termios.tcsetattr(file.fileno(), termios.TCSANOW, mode)
    return Port(file.fileno(), file.fileno(), [file])


class Session:
    """Serves an image until it has ended."""

    def __init__(self, run, name, port, reopen=None, patient=False):
        self.run, self.name, self.port, self.reopen = run, name, port, reopen
        self.patient = patient    # the other end is a process, which may be slow as long as it lives
        self.server = frames.Server(run.line, run.folder, {file.name: file.room for file in run.files},
                                    run.on_stdout, run.on_stderr)
        self.decoder = frames.Decoder()
        self.heard = self.started = time.monotonic()
        self.came = 0             # bytes received
        self.talks = False        # a frame has been received
        self.polls = 0            # polls sent after silence: a slow image repeats its last request

    def serve(self):
        """The exit status of the image, or TIME_LIMIT."""
        while self.server.status is None:
            try:
                self.step()
            except Lost as lost:
                self.reconnect(str(lost))
            silence = time.monotonic() - self.heard
            if not self.talks and silence > FIRST and not self.patient:
                raise self.dead(f"nothing answers within {FIRST} s{self.what_came()}; does the image run, "
                                "with this link?")
            if self.talks and self.server.in_transfer and silence > SILENCE and not self.patient:
                raise self.dead(f"no answer for {SILENCE} s in the middle of a transfer")
            # For the whole run: on a noisy line frames repeat without end, so that there is no silence.
            if self.run.timeout and time.monotonic() - self.started > self.run.timeout:
                return TIME_LIMIT
        return self.server.status

    def step(self):
        data = self.port.receive(POLL_AFTER)
        if not data:
            self.polls += 1
            self.port.send(frames.frame(frames.POLL))
        self.came += len(data)
        for body in self.decoder.feed(data):
            if body is None:
                self.port.send(frames.frame(frames.POLL))
                continue
            self.talks, self.heard = True, time.monotonic()
            self.port.send(self.server.answer(body))

    def reconnect(self, why):
        """Wait for a lost link to return, if it can, and continue."""
        if not self.reopen:
            raise self.dead(why)
        say(f"{self.name}: {why}; waiting {RETURN} s for it to come back")
        self.port.close()
        end = time.monotonic() + RETURN
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                self.port = self.reopen()
                return
            time.sleep(0.1)
        raise self.dead(why)

    def what_came(self):
        noise = (self.decoder.noise or self.decoder.rest)[:60]
        return f" but {noise!r}" if noise else ""

    def dead(self, why):
        self.server.end()
        return Stop(INTERNAL, f"{self.name}: {why}")

    def quality(self):
        """The quality of the line: invalid frames received, and frames that the image requested again."""
        wrong = self.decoder.wrong
        every = f" (one in {self.came // wrong} bytes)" if wrong else ""
        return f"{wrong} frames came damaged{every}, {self.server.repeated} answers were repeated"

    def result(self):
        status = self.serve()
        in_transfer = status == TIME_LIMIT and self.server.in_transfer
        self.server.end()
        if in_transfer or self.decoder.wrong or self.server.repeated > self.polls:
            self.run.on_stderr(f"ptometal: {self.name}: {self.quality()}"
                               f"{f'; {self.server.progress.place}' if in_transfer else ''}\n")
        console = self.server.console
        return Result(status, console[1].text, console[2].text, time.monotonic() - self.started)


def run(place, what):
    """Run an image on the board at the other end of `place`, or on the emulator."""
    board = boards.load(what.board)
    if board.word("CONSOLE", "semihosting") in ("semihosting", "htif"):
        raise usage_error(f"--link uart: the console of {board.name} is {board.word('CONSOLE', 'semihosting')}, no UART")
    return on_emulator(what) if not place else on_board(place, what, board)


def on_board(place, what, board):
    baud = board.defines.get("UART_BAUD", BAUD)
    if not hasattr(termios, f"B{baud}"):
        raise usage_error(f"--link uart:{place}: BOARD_UART_BAUD of {board.name} is {baud}, no rate of a tty")
    try:
        port = open_place(place, baud)
    except (OSError, termios.error) as error:
        raise usage_error(f"--link uart:{place}: {getattr(error, 'strerror', None) or error.args[-1]}") from None
    session = Session(what, f"uart:{place}", port, lambda: open_place(place, baud))
    try:
        return session.result()
    finally:
        session.port.close()


def on_emulator(what):
    """The emulator's UART are its standard input and output."""
    with child.running(what.emulator(semihosting=False), signal.SIGKILL, stdin=subprocess.PIPE,
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=what.folder) as process:
        port = Port(process.stdout.fileno(), process.stdin.fileno())
        try:
            return Session(what, "the emulator's UART", port, patient=True).result()
        except Stop as stop:
            process.kill()
            said = process.stderr.read().decode(errors="replace")
            raise Stop(stop.status, f"{said}ptometal: error: {stop.message}" if said else stop.message) from None
