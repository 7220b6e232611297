"""systemd opens the address before Portico starts, and keeps it while Portico restarts: requests wait instead of being refused."""

import signal
import socket
import subprocess
from pathlib import Path

from older_databases import environment
from portico import PROGRAM, ROOT, STARTING_SECONDS, STOPPING_SECONDS, copy_of

# As sd_listen_fds(3) describes: descriptor 3, and the number of the process that it is meant for.
PASSING = 'exec 3<&"$0"; export LISTEN_PID=$$ LISTEN_FDS=1; exec "$@"'


def start(data: Path, door: socket.socket, log: Path, **settings: str) -> subprocess.Popen:
    usual = {"PORTICO_HOST": "127.0.0.1", "PORTICO_PORT": str(door.getsockname()[1]), "PORTICO_SCRYPT_COST": "12"}
    given = environment(data, **usual | settings)
    with log.open("ab") as output:
        return subprocess.Popen(["bash", "-c", PASSING, str(door.fileno()), PROGRAM, "serve", "--without-seed"], cwd=ROOT, env=given,
                                stdout=output, stderr=output, pass_fds=[door.fileno()])


def ask(door: socket.socket) -> socket.socket:
    """A request that is on its way; its answer is not read yet."""
    visitor = socket.create_connection(door.getsockname(), STARTING_SECONDS)
    visitor.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    return visitor


def test_requests_wait_while_it_restarts(seeded: Path, tmp_path: Path):
    data, log = copy_of(seeded, tmp_path / "data"), tmp_path / "log"
    with socket.create_server(("127.0.0.1", 0)) as door:
        for _ in range(2):
            waiting = ask(door)
            process = start(data, door, log)
            assert waiting.makefile("rb").readline() == b"HTTP/1.1 200 OK\r\n", log.read_text()
            process.send_signal(signal.SIGTERM)
            assert process.wait(STOPPING_SECONDS) == 0, log.read_text()
    assert "PORTICO_PORT is" not in log.read_text()


def test_another_port_is_told(seeded: Path, tmp_path: Path):
    data, log = copy_of(seeded, tmp_path / "data"), tmp_path / "log"
    with socket.create_server(("127.0.0.1", 0)) as door:
        waiting = ask(door)
        process = start(data, door, log, PORTICO_PORT="1024")
        assert waiting.makefile("rb").readline() == b"HTTP/1.1 200 OK\r\n", log.read_text()
        process.send_signal(signal.SIGTERM)
        assert process.wait(STOPPING_SECONDS) == 0
        assert f"has port {door.getsockname()[1]}, and PORTICO_PORT is 1024" in log.read_text()
