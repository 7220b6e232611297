"""A questionnaire from its first word to its results: designed, published, filled in without script, and shown once enough have answered."""

import pytest
from playwright.sync_api import Locator, Page, expect

import checks
from conftest import Contexts
from forms import button, control, save
from portico import TEXTS

IT = TEXTS["it"]
DESK = "/admin/questionnaires/questionnaires"
PHONE = {"width": 360, "height": 740}
WRITTEN = """# Mensa
## La mensa
? q1 single! Mangi in mensa?
- a1 Sì
# Il pranzo
## Il pranzo
? q2 text Che cosa cambieresti?
"""


def structure(page: Page, name: str) -> str:
    """Makes a questionnaire with a first version, and answers where it is written."""
    page.goto(f"{DESK}/new")
    control(page, "name").fill(name)
    control(page, "code").fill(name.upper().replace(" ", "-"))
    control(page, "repetition").select_option("person")
    page.locator("[name=opening][value=dates]").check()
    save(page)
    expect(page.locator(".flash")).to_be_visible()
    page.goto(DESK)
    page.get_by_role("link", name=name).click()
    page.locator(".side a[href$='/structure'], main a[href$='/structure']").first.click()
    button(page, "begin").click()
    expect(button(page, "add.page")).to_be_visible()
    return page.url.split("#")[0]


def test_a_questionnaire_is_written_checked_and_published(contexts: Contexts, script: bool):
    page = contexts.page("secretary", script=script)
    address = structure(page, f"Mensa {script}")
    page.goto(address + "/text")
    page.locator("textarea[name=text]").fill(WRITTEN)
    page.locator(".savebar .primary").click()
    # One answer is no choice, and what has errors is not published.
    page.goto(address)
    expect(page.locator(".notice.bad")).to_contain_text(IT("questionnaires.check.tooFewAnswers"))
    expect(button(page, "activate")).to_have_count(0)
    page.locator(".tree li li li a[href*='?open=']").first.click()
    page.locator("textarea[name=answers]").fill("Sì\nNo")
    page.locator(".savebar .primary").click()
    expect(page.locator(".notice.bad")).to_have_count(0)
    # Who does not eat there is not asked about the meal.
    page.goto(address + "/rules")
    page.locator("select[name=answer]").select_option(label="No")
    page.locator("form[method=get] button:not([name])").click()
    page.locator("input[name=action][value=hide]").check()
    page.locator("select[name=target]").select_option(index=0)
    button(page, "add").click()
    expect(page.locator("main")).to_contain_text("si nasconde: Pagina 2")
    page.goto(address)
    button(page, "activate").click()
    expect(page.locator("main")).to_contain_text(IT("questionnaires.design.states.active"))
    expect(button(page, "add.page")).to_have_count(0)


# One after the other, as they are typed: pages, questions and the answers below them. The table has three rows more.
TYPED = [
    "# Frequenza", "Hai seguito?", "- Sempre", "- Metà", "- Mai", "Perché no?", "- Lavoro", "- Orari",
    "# Lezioni", "È chiaro?",
    "# Servizi", "Ti piace?", "- 1..10 poco / molto", "Ore di studio?", "Che cosa usi?", "[ ] Mensa", "[ ] Aule",
    "La mensa?", "- 1..5 male / bene", "Lo consigli?", "- 0..10 no / sì", "Altro?",
]
TRANSLATED = {
    "Frequenza": "Attendance", "Hai seguito?": "Did you attend?", "Sempre": "Always", "Metà": "Half", "Mai": "Never",
    "Perché no?": "Why not?", "Lavoro": "Work", "Orari": "Timetable", "Lezioni": "Lessons", "È chiaro?": "Is it clear?",
    "Ha ritmo?": "Good pace?", "Gli esempi?": "Examples?", "Il libro?": "The book?", "Servizi": "Services", "Ti piace?": "Do you like it?",
    "Ore di studio?": "Study hours?", "ore": "hours", "Che cosa usi?": "What do you use?", "Mensa": "Canteen", "Aule": "Rooms",
    "La mensa?": "The canteen?", "Lo consigli?": "Recommend it?", "Altro?": "Else?", "poco": "little", "molto": "much",
    "male": "bad", "bene": "good", "no": "no", "sì": "yes", "No": "No", "Poco": "A bit", "Abbastanza": "Enough", "Sì": "Yes",
    "Corso e servizi": "Course and services",
}


class Hand:
    """Counts what a hand does: each click and each key. A moment for each is what designers were timed at."""

    CLICK, KEY = 1.3, 0.28

    def __init__(self, page: Page):
        self.page, self.clicks, self.keys = page, 0, 0

    def click(self, place: Locator) -> None:
        self.clicks += 1
        place.click()

    def write(self, text: str) -> None:
        self.keys += len(text)
        self.page.keyboard.type(text)

    def press(self, key: str) -> None:
        self.keys += 1
        self.page.keyboard.press(key)

    def fill(self, place: Locator, text: str) -> None:
        self.click(place)
        self.write(text)

    @property
    def seconds(self) -> float:
        return self.clicks * self.CLICK + self.keys * self.KEY


def test_a_secretary_builds_twelve_questions_with_few_clicks(contexts: Contexts):
    """Twelve questions, three rules and two languages, published: at most 60 clicks, 4 pages and 5 minutes of a hand, counted."""
    page = contexts.page("secretary")
    loads: list[str] = []
    page.on("framenavigated", lambda frame: loads.append(frame.url) if frame == page.main_frame else None)
    hand = Hand(page)
    form = page.locator(".element-form")

    def opened(text: str, kind: str = "question") -> None:
        title = page.locator("h2" if kind == "page" else "strong", has_text=text)
        element = page.locator(f".tree [data-kind={kind}]").filter(has=title)
        hand.click(element.locator("a[href*='?open=']").first)
        expect(form).to_be_visible()

    def saved() -> None:
        hand.click(form.locator(".savebar .primary"))
        expect(form).to_have_count(0)

    page.goto(f"{DESK}/new")
    hand.fill(control(page, "name"), "Corso e servizi")
    hand.fill(control(page, "code"), "SERVIZI")
    hand.clicks += 2
    control(page, "repetition").select_option("person")
    hand.click(page.locator("[name=opening][value=dates]"))
    hand.click(button(page, "save"))
    hand.click(page.locator("textarea[name=lines]").last)
    for line in TYPED:
        hand.write(line)
        hand.press("Enter")
        # The next line is written where this one has led.
        last = line.removeprefix("# ").removeprefix("- ").removeprefix("[ ] ").split(" / ")[-1]
        expect(page.locator(".tree :is(strong, h2, .answers li)").filter(has_text=last).first).to_be_visible()
        expect(page.locator("[data-typing]:focus")).to_have_value("")
    # A table of four rows, and a number with its unit.
    opened("È chiaro?")
    hand.click(form.locator("[name=format][value=singleAcross]"))
    hand.fill(form.locator("[name=answers]"), "No = 1\nPoco = 2\nAbbastanza = 3\nSì = 4")
    hand.fill(form.locator("[name=rows]"), "Ha ritmo?\nGli esempi?\nIl libro?")
    saved()
    opened("Ore di studio?")
    hand.click(form.locator("[name=written][value=number]"))
    hand.fill(form.locator("[name=unit]"), "ore")
    saved()
    expect(page.locator(".tree [data-kind=question]")).to_have_count(12)
    # Two answers lead to a question, one hides a page, and one of several leads to a question.
    rules = [("Perché no?", "question", "show", "q1.a2 o q1.a3"), ("Lezioni", "page", "hide", "q1.a3"), ("La mensa?", "question", "show", "q6.a1")]
    for text, kind, field, rule in rules:
        opened(text, kind)
        hand.fill(form.locator(f"[name={field}]"), rule)
        saved()
    expect(page.locator(".tree .badge.info", has_text="Si vede se")).to_have_count(2)
    expect(page.locator(".tree .badge.info", has_text="Si nasconde se")).to_have_count(1)
    expect(page.locator("#live")).to_contain_text("Altro?")
    # The other language: from field to field with the tabulator.
    hand.click(page.locator("section[aria-labelledby=languages] a[href$='/translations/en']"))
    texts = page.locator(".translation-text")
    hand.click(texts.locator("input[type=text], textarea").first)
    for text in texts.all():
        original = text.locator(".original").inner_text()
        hand.write(TRANSLATED.get(original, original))
        hand.press("Tab")
    hand.click(button(page, "save"))
    languages = page.locator("section[aria-labelledby=languages]")
    expect(languages).to_contain_text(IT("translations.done"))
    expect(page.locator("main")).to_contain_text(IT("questionnaires.publication.atOnce"))
    hand.click(button(page, "activate"))
    expect(page.locator("main")).to_contain_text(IT("questionnaires.design.states.active"))
    assert hand.clicks <= 60, hand.clicks
    assert len(loads) <= 4, loads
    assert hand.seconds <= 300, (hand.seconds, hand.clicks, hand.keys)


def test_two_designers_see_each_other_and_lose_no_word(contexts: Contexts):
    page = contexts.page("secretary")
    address = structure(page, "In due")
    page.goto(address + "/text")
    page.locator("textarea[name=text]").fill(WRITTEN)
    page.locator(".savebar .primary").click()
    page.goto(address)
    other = contexts.page("admin")
    other.goto(address)
    expect(page.locator("[data-present]")).to_have_text(IT.pattern("questionnaires.design.present.one"))
    questions = "[data-kind=question] > .element-acts a[href*='?open=']"
    field = page.locator(".element-form [name=text]")
    page.locator(questions).first.click()
    field.fill("Mangi spesso in mensa?")
    # What a colleague changes arrives, and what is being written stays.
    other.locator(questions).last.click()
    other.locator(".element-form [name=text]").fill("Che cosa miglioreresti?")
    other.locator(".element-form .savebar .primary").click()
    expect(page.locator(".tree strong", has_text="Che cosa miglioreresti?")).to_be_visible()
    expect(field).to_have_value("Mangi spesso in mensa?")
    # Of one text both are shown, and one is chosen.
    other.locator(questions).first.click()
    other.locator(".element-form [name=text]").fill("Pranzi in mensa?")
    other.locator(".element-form .savebar .primary").click()
    expect(page.locator(".tree strong", has_text="Pranzi in mensa?")).to_be_visible()
    page.locator(".element-form .savebar .primary").click()
    expect(page.locator(".element-form q.words")).to_have_text(["Mangi spesso in mensa?", "Pranzi in mensa?"])
    page.locator("[name='text.answer'][value=mine]").check()
    page.locator(".element-form .savebar .primary").click()
    expect(page.locator(".tree strong", has_text="Mangi spesso in mensa?")).to_be_visible()
    expect(page.locator(".tree strong", has_text="Che cosa miglioreresti?")).to_be_visible()


def test_a_designer_that_nobody_touches_lets_its_session_end(contexts: Contexts):
    page = contexts.page("secretary")
    address = structure(page, "Ferma")
    page.clock.install()
    page.goto(address)
    with page.expect_request("**/structure/visit"):
        page.clock.run_for(5_000)
    page.clock.fast_forward("02:00:00")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(20_000)
    with page.expect_request("**/structure/visit"):
        page.locator("h1").click()
        page.clock.run_for(5_000)
    assert len([address for address in asked if address.endswith("/visit")]) == 1, asked


def choose(page: Page, question: str, answer: str) -> None:
    page.get_by_role("group", name=question).get_by_label(answer, exact=True).check()


def test_answers_are_saved_while_they_are_given_and_bring_up_questions_at_once(contexts: Contexts):
    page = contexts.page("student", viewport=PHONE)
    page.goto("/questionnaires")
    page.get_by_role("link", name="Il tuo giudizio sul corso").first.click()
    begun = page.url
    page.locator(".actions .primary").click()
    choose(page, "Quante lezioni hai seguito?", "Meno della metà")
    # Nothing was pressed: the question is there, and the answer that brought it is still chosen and in focus.
    expect(page.get_by_role("group", name="Perché non hai seguito tutte le lezioni?")).to_be_visible()
    chosen = page.get_by_label("Meno della metà", exact=True)
    expect(chosen).to_be_checked()
    expect(chosen).to_be_focused()
    choose(page, "Perché non hai seguito tutte le lezioni?", "Lavoro")
    expect(page.locator(".kept")).to_have_text(IT("questionnaires.read.kept"))
    expect(page.locator(".listen")).to_be_visible()
    # The questions here stay the same; a page further on goes, and comes back.
    choose(page, "Quante lezioni hai seguito?", "Nessuna")
    expect(page.locator("#place")).to_have_text("Pagina 1 di 3")
    choose(page, "Quante lezioni hai seguito?", "Meno della metà")
    expect(page.locator("#place")).to_have_text("Pagina 1 di 4")
    expect(page.locator("progress")).to_have_attribute("max", "4")
    expect(page.locator(".kept")).to_have_text(IT("questionnaires.read.kept"))
    page.reload()
    expect(page.get_by_label("Lavoro", exact=True)).to_be_checked()
    page.goto(begun)
    page.get_by_role("button", name=IT("questionnaires.fill.discard")).click()
    expect(page.locator(".flash")).to_have_text(IT("questionnaires.fill.discarded"))


def test_a_student_fills_in_on_a_phone_without_script_and_then_books(contexts: Contexts):
    page = contexts.page("student", script=False, viewport=PHONE)
    page.goto("/questionnaires/exams")
    exam = page.locator("li", has_text="Reti di calcolatori")
    expect(exam.locator("button")).to_have_count(0)
    exam.get_by_role("link", name=IT("questionnaires.exams.fill")).click()
    page.locator(".actions .primary").click()
    expect(page.locator("#place")).to_have_text("Pagina 1 di 4")
    choose(page, "Quante lezioni hai seguito?", "Nessuna")
    button(page, "next").click()
    # What the answer brings up is asked before he goes on; what it hides is not counted any more.
    expect(page.locator("#place")).to_have_text("Pagina 1 di 3")
    choose(page, "Perché non hai seguito tutte le lezioni?", "Lavoro")
    button(page, "next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Il corso")
    button(page, "next").click()
    expect(page.locator(".errors, [role=alert]").first).to_be_visible()
    for row in page.locator("tr.question").all():
        row.locator("input").nth(2).check()
    assert list(checks.narrow(page)) == []
    button(page, "next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nel complesso")
    page.locator("tr.question input").nth(7).check()
    hours = page.get_by_label("Quante ore alla settimana hai studiato?")
    hours.fill("12,5,3")
    button(page, "next").click()
    expect(hours).to_have_value("12,5,3")
    hours.fill("12,5")
    button(page, "leave").click()
    # What was typed is there when he comes back.
    page.get_by_role("link", name="Il tuo giudizio sul corso").first.click()
    page.locator(".actions .primary").click()
    expect(hours).to_have_value("12,5")
    button(page, "next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(IT("questionnaires.fill.summary"))
    expect(page.locator("main")).not_to_contain_text("Il docente espone in modo chiaro")
    page.get_by_role("button", name=IT("questionnaires.fill.send")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(IT("questionnaires.fill.thanks"))
    page.goto("/questionnaires/exams")
    exam.get_by_role("button").first.click()
    expect(exam).to_contain_text(IT("questionnaires.exams.isBooked"))


EVERY_FORMAT = """# Formati
##
? q1 single! Uno?
- a1 Sì
- a2 No
+ a3 Altro
? q2 multiple! Più?
- a1 Mele
- a2 Pere
? q3 singleAcross! Riga?
- a1 Sì
- a2 No
? q4 multipleAcross! Righe?
- a1 Mele
- a2 Pere
? q5 text(50)! Parole?
? q6 number(0..9; 1)! Numero?
? q7 day! Giorno?
? q8 scale! Quanto?
- n1 poco = 1
- n2 2 = 2
- n3 tanto = 3
? q9 ranking In che ordine?
- a1 Prima
- a2 Seconda
? q10 slider(0..10)! Da zero a dieci?
? q11 stars! Quante stelle?
- n1 1 = 1
- n2 2 = 2
- n3 3 = 3
? q12 nps! Lo consigli?
- n0 no = 0
""" + "".join(f"- n{number} {number} = {number}\n" for number in range(1, 10)) + """- n10 sì = 10
? q13 time! A che ora?
? q14 dateTime! Quando?
"""


def test_every_format_is_filled_in_by_keyboard_on_a_phone_without_script(contexts: Contexts):
    office = contexts.page("secretary", script=False)
    address = structure(office, "Formati")
    office.goto(address + "/text")
    office.locator("textarea[name=text]").fill(EVERY_FORMAT)
    office.locator(".savebar .primary").click()
    office.goto(address)
    button(office, "activate").click()
    page = contexts.page("student", script=False, viewport=PHONE)

    def reach(field: Locator) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if field.evaluate("field => field === document.activeElement"):
                return
        raise AssertionError(f"Tab never comes to {field}")

    def follow(field: Locator, key: str = "Enter") -> None:
        reach(field)
        page.keyboard.press(key)

    page.goto("/questionnaires")
    follow(page.get_by_role("link", name="Formati"))
    follow(page.get_by_role("link", name=IT("questionnaires.fill.begin")))
    expect(page.get_by_role("heading", level=1)).to_have_text("Formati")
    assert list(checks.narrow(page)) == []
    # From 0 to 5 and from 6 to 10, the last number below the end of the first row.
    numbers = [label.bounding_box() for label in page.locator(".question", has_text="Lo consigli?").locator(".scale label").all()]
    assert [round(one["y"]) == round(numbers[0]["y"]) for one in numbers] == [True] * 6 + [False] * 5
    assert abs(numbers[5]["x"] - numbers[10]["x"]) < 2
    texts = [None] * 4 + ["Più esempi", "7,5", "31/1/2026", None, "1", "4", None, None, "09:30", "31/1/2026 09:30"]
    for question, text in zip(page.locator(".question").all(), texts, strict=True):
        field = question.locator("input, textarea, select").first
        reach(field)
        page.keyboard.type(text) if text else page.keyboard.press("Space")
    follow(button(page, "next").and_(page.locator(".savebar button")))
    expect(page.get_by_role("heading", level=1)).to_have_text(IT("questionnaires.fill.summary"))
    for said in ["Sì", "Mele", "Più esempi", "7,5", "31/1/2026", "poco", "1. Prima", "4", "9:30"]:
        expect(page.locator(".said dd", has_text=said).first).to_be_visible()
    follow(page.get_by_role("button", name=IT("questionnaires.fill.send")))
    expect(page.get_by_role("heading", level=1)).to_have_text(IT("questionnaires.fill.thanks"))


def test_results_are_shown_only_where_enough_have_answered(contexts: Contexts):
    page = contexts.page("secretary")
    page.goto(DESK)
    page.get_by_role("link", name="Il tuo giudizio sul corso").click()
    page.locator("a[href$='/results']").first.click()
    # The newest version that nobody can fill in any more comes first; others still fill in the one after it.
    expect(page.locator(".result-strip").first).to_be_visible()
    results = page.url
    page.goto(results + "?version=2")
    expect(page.locator(".notice.info", has_text=IT("questionnaires.results.notOver"))).to_be_visible()
    expect(page.locator(".result")).to_have_count(0)
    page.goto(results + "?version=1")
    page.get_by_role("link", name="2025/2026").click()
    page.get_by_role("link", name="Matematica").click()
    # Ten answered for two courses, four of them for one: neither may be shown, or the other could be reckoned.
    expect(page.locator(".result-strip").first).to_be_visible()
    expect(page.get_by_role("heading", name=IT("questionnaires.results.parts"))).to_have_count(0)
    page.goto(page.url + ".a4")
    expect(page.locator(".result")).to_have_count(0)


def test_a_teacher_reads_his_own_courses_and_only_texts_that_were_read_before(contexts: Contexts, script: bool):
    office = contexts.page("secretary", script=script)
    office.goto(DESK)
    office.get_by_role("link", name="Il tuo giudizio sul corso").click()
    office.locator("a[href$='/results']").first.click()
    office.goto(office.url + "?version=1")
    office.get_by_role("link", name=IT("questionnaires.review.title")).click()
    wanted = office.get_by_role("group", name="Pubblicare prima le date degli esami.")
    if wanted.count():
        wanted.first.get_by_label(IT("questionnaires.review.shown")).check()
        office.locator(".savebar .primary").click()
        expect(office.locator(".flash")).to_be_visible()
    page = contexts.page("lecturer", script=script, viewport=PHONE)
    page.goto("/questionnaires/results")
    page.get_by_role("link", name="Basi di dati").click()
    expect(page.locator(".result-strip").first).to_be_visible()
    file = page.request.get(page.url + "?chart=comparison")
    assert file.body().startswith(b"<?xml"), file.headers
    expect(page.locator(".voices")).to_contain_text("Un libro solo invece di tre dispense.")
    expect(page.locator("main")).not_to_contain_text("Le lezioni registrate aiutano chi lavora.")
    expect(page.locator("main")).not_to_contain_text("Reti di calcolatori")
    page.locator(".result-row > summary", has_text="Il carico di studio").click()
    page.locator("a[href*='/answers/']", has_text="Il carico di studio").click()
    page.locator("textarea[name=text]").fill("Tolgo un capitolo.")
    page.locator(".actions .primary").click()
    expect(page.locator("main")).to_contain_text("Tolgo un capitolo.")
    assert list(checks.narrow(page)) == []
    # Whoever followed the course reads what is answered.
    student = contexts.page("student", script=script)
    student.goto("/questionnaires")
    student.get_by_role("link", name=IT("questionnaires.replies.title")).click()
    expect(student.locator("main")).to_contain_text("Tolgo un capitolo.")


def test_the_map_of_all_ways_and_the_undo_of_an_act(contexts: Contexts, script: bool):
    page = contexts.page("secretary", script=script)
    address = structure(page, f"Mappa {script}")
    page.goto(address + "/text")
    page.locator("textarea[name=text]").fill(WRITTEN + "hide if q1.a1\n")
    page.locator(".savebar .primary").click()
    button(page, "add.page").click()
    expect(page.locator(".tree > li")).to_have_count(3)
    page.locator(".flash").get_by_role("button", name=IT("questionnaires.design.undo")).click()
    expect(page.locator(".tree > li")).to_have_count(2)
    page.get_by_role("link", name=IT("questionnaires.map.title")).click()
    expect(page.locator("svg.ways rect.page")).to_have_count(2)
    expect(page.locator("svg.ways .rule")).to_have_count(1)
    assert list(checks.narrow(page)) == []


def test_sheets_are_what_other_programs_read(contexts: Contexts, tmp_path):
    """XLSForm's own converter is the judge; and a file that it reads comes back as a questionnaire."""
    convert = pytest.importorskip("pyxform.xls2xform").convert
    load_workbook = pytest.importorskip("openpyxl").load_workbook
    page = contexts.page("secretary")
    page.goto(DESK)
    page.get_by_role("link", name="Il tuo giudizio sul corso").click()
    page.locator(".side a[href$='/structure'], main a[href$='/structure']").first.click()
    with page.expect_download() as waiting:
        page.get_by_role("link", name=IT("questionnaires.exchange.sheets")).click()
    file = tmp_path / "form.xlsx"
    waiting.value.save_as(file)
    converted = convert(str(file))
    assert converted.warnings == [] and "Quante lezioni hai seguito?" in converted.xform
    # Given another code, as another program would, it becomes a questionnaire of its own.
    book = load_workbook(file)
    book["settings"]["B2"] = "VALDID-ODK"
    book.save(file)
    page.goto("/admin/questionnaires/imports")
    page.locator("input[type=file]").set_input_files(file)
    page.locator("main form .primary").click()
    # Each row beside what it becomes; then all of them are accepted.
    expect(page.locator(".import-item").first).to_be_visible()
    page.locator("main form .primary").click()
    expect(page.locator(".tree")).to_contain_text("Quante lezioni hai seguito?")
    expect(page.locator(".notice.bad")).to_have_count(0)
