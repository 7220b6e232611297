"""Words that an educator spoke: recorded by microphone or sent as a file, and heard on the guests' pages."""

import io
import math
import struct
import wave

from playwright.sync_api import expect

from conftest import Contexts
from forms import message, undo
from guests import EDUCATOR, guest

WORDS = "/admin/house/voices/text?text="


def tone() -> bytes:
    """A second of sound, as a file without compression."""
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(b"".join(struct.pack("<h", int(8000 * math.sin(n / 3))) for n in range(8000)))
    return file.getvalue()


def test_what_was_spoken_is_heard_and_its_words_are_marked(contexts: Contexts):
    educator = contexts.page(EDUCATOR, viewport={"width": 360, "height": 740})
    educator.goto("/admin/house/voices?place=step")
    words = educator.locator("tbody th a").first.inner_text()
    recipe = educator.locator("tbody td").first.inner_text().split(": ")[1]
    educator.locator("tbody th a").first.click()
    educator.locator("button.record").click()
    expect(educator.locator(".record-time")).to_have_text("0:01")
    educator.locator("button.record").click()
    expect(message(educator)).to_be_visible()
    expect(educator.locator("audio")).to_be_visible()

    educator.goto("/admin/house/recipes")
    number = educator.locator("tbody a", has_text=recipe).first.get_attribute("href").rsplit("/", 1)[1]

    # No device of a test has a voice of its own: what is heard is the recording or, without one, the server's voice.
    page = guest(contexts, "Marta")
    page.goto(f"/house/recipes/{number}/steps/1")
    expect(page.locator(".step-text")).to_have_text(words)
    with page.expect_response("**/house/voices/*") as heard:
        page.locator("[data-listen]").click()
        expect(page.locator(".step-text.spoken")).to_be_visible()
    assert heard.value.status in (200, 206)
    page.goto("/house/euro")
    with page.expect_response("**/house/speech/it?*") as spoken:
        page.locator("[data-listen]").click()
    assert spoken.value.status in (200, 206)


def test_a_file_is_taken_replaced_and_taken_back(contexts: Contexts, script: bool):
    educator = contexts.page(EDUCATOR, script=script)
    educator.goto(WORDS + "Che cosa vuoi fare?")
    educator.locator("[name=sound]").set_input_files({"name": "note.txt", "mimeType": "text/plain", "buffer": b"no sound"})
    educator.locator("form[enctype] button.primary").click()
    expect(educator.locator("#sound-error")).to_contain_text("note.txt")
    educator.locator("[name=sound]").set_input_files({"name": "voce.wav", "mimeType": "audio/wav", "buffer": tone()})
    educator.locator("form[enctype] button.primary").click()
    expect(educator.locator("audio")).to_be_visible()
    educator.locator("form[action$='/removal'] button").click()
    expect(educator.locator("audio")).to_have_count(0)
    undo(educator).click()
    expect(educator.locator("audio")).to_be_visible()
