"""A headless Chromium that opens a page, for tests: the DevTools protocol over two pipes, with the standard library alone."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE = 60.0  # s


class Browser:
    """One page. `console`: what it printed as warning or error; `requests`: addresses that it asked for."""

    def __init__(self, folder: Path, width: int = 1200, height: int = 800) -> None:
        assert CHROMIUM is not None
        self.console: list[str] = []
        self.requests: list[str] = []
        self._count = 0
        self._session: str | None = None
        ends = [folder / "to", folder / "from"]
        for end in ends:
            os.mkfifo(end)
        # Chromium reads commands from descriptor 3 and answers on 4
        command = [
            "sh",
            "-c",
            'to="$1"; from="$2"; shift 2; exec "$@" 3<"$to" 4>"$from"',
            "sh",
            *map(str, ends),
            CHROMIUM,
            "--headless=new",
            "--no-sandbox",
            "--remote-debugging-pipe",
            "--enable-unsafe-swiftshader",
            "--use-angle=swiftshader",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            f"--window-size={width},{height}",
            f"--user-data-dir={folder / 'profile'}",
            "--no-first-run",
            "--disable-extensions",
            "about:blank",
        ]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._to, self._from = os.open(ends[0], os.O_WRONLY), os.open(ends[1], os.O_RDONLY)
        self._rest = b""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.resize(width, height)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *problem: object) -> None:
        self._session = None
        with contextlib.suppress(OSError, AssertionError):
            self.call("Browser.close")
        os.close(self._to)
        os.close(self._from)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def call(self, method: str, **parameters: Any) -> Any:
        """A command and its answer; what the page says meanwhile is kept."""
        self._count += 1
        message: dict[str, Any] = {"id": self._count, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._count:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]
            self._heard(answer)

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            assert select.select([self._from], [], [], PATIENCE)[0], f"the browser is silent for {PATIENCE} s"
            part = os.read(self._from, 1 << 16)
            assert part, "the browser has ended"
            self._rest += part
        first, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(first)
        return found

    def _heard(self, event: dict[str, Any]) -> None:
        method, found = event.get("method"), event.get("params", {})
        if method == "Runtime.consoleAPICalled" and found["type"] in ("error", "warning", "assert"):
            self.console.append(" ".join(str(x.get("value", x.get("description"))) for x in found["args"]))
        elif method == "Runtime.exceptionThrown":
            details = found["exceptionDetails"]
            self.console.append(str(details.get("exception", {}).get("description", details.get("text"))))
        elif method == "Log.entryAdded" and found["entry"]["level"] in ("error", "warning"):
            self.console.append(str(found["entry"]["text"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(str(found["request"]["url"]))

    def open(self, path: Path, until: str = "window.jourdain !== undefined") -> None:
        """Open a file and wait for the page."""
        self.call("Page.navigate", url=path.resolve().as_uri())
        self.wait(until)

    @contextlib.contextmanager
    def inside(self, kind: str) -> Iterator[Browser]:
        """Work in a frame of the page, which is a target of its own."""
        outer = self._session
        end = time.monotonic() + PATIENCE
        while not (found := [t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == kind]):
            assert time.monotonic() < end, f"no {kind} appears"
            time.sleep(0.02)
        self._session = self.call("Target.attachToTarget", targetId=found[0]["targetId"], flatten=True)["sessionId"]
        for domain in ("Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        try:
            yield self
        finally:
            self._session = outer

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait(self, script: str) -> None:
        """Until an expression is true."""
        end = time.monotonic() + PATIENCE
        while not self.run(script):
            assert time.monotonic() < end, f"{script} is not true after {PATIENCE} s; console: {self.console}"
            time.sleep(0.02)

    def resize(self, width: int, height: int) -> None:
        """The size of the page [px]."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def key(self, key: str, code: str = "") -> None:
        """Press and release a key."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key)

    def click(self, selector: str, x: float = 0.5, y: float = 0.5) -> None:
        """Click into an element, at parts of its width and height."""
        box = self.run(
            f"(e => {{ const b = e.getBoundingClientRect(); return [b.x + {x} * b.width, b.y + {y} * b.height]; }})"
            f"(document.querySelector({json.dumps(selector)}))"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def screenshot(self, path: Path) -> bytes:
        """A picture of what is seen, also written to a file."""
        found = base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
        path.write_bytes(found)
        return found
