"""A mail server on this machine that keeps what it gets, or refuses it."""

import email
import email.policy
import socketserver
import threading
import time
from email.message import EmailMessage


class MailStation:
    """Speaks as much of SMTP as a client needs. `refusal` is what it answers to a recipient instead of taking them."""

    def __init__(self):
        self.letters: list[EmailMessage] = []
        self.refusal = ""
        station = self

        class Conversation(socketserver.StreamRequestHandler):
            def handle(self):
                station.talk(self.rfile, self.wfile)

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Conversation)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def talk(self, lines, answers) -> None:
        def answer(text: str) -> None:
            answers.write(f"{text}\r\n".encode())

        answer("220 station")
        for line in lines:
            command = line.split(b" ")[0].strip().upper()
            if command == b"DATA":
                answer("354 go on")
                text = b"".join(iter(lambda: lines.readline(), b".\r\n"))
                self.letters.append(email.message_from_bytes(text, policy=email.policy.default))
                answer("250 taken")
            elif command == b"RCPT" and self.refusal:
                answer(self.refusal)
            elif command == b"QUIT":
                return answer("221 bye")
            else:
                answer("250 good")

    def letter(self, subject: str, within: float = 30) -> EmailMessage:
        """The newest message with these words in its subject."""
        end = time.monotonic() + within
        while time.monotonic() < end:
            for letter in reversed(self.letters):
                if subject in letter["Subject"]:
                    return letter
            time.sleep(0.05)
        raise AssertionError(f"no message «{subject}»; there are {[letter['Subject'] for letter in self.letters]}")

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
