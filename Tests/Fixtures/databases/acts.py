"""What is done in an older program before its database is kept: what people did then, as far as its pages allow."""

import re
from pathlib import Path
from urllib.parse import quote, urlsplit

from visitor import Page, Refused, Visitor

PASSWORD = "portico-demo-account"
RECORD = "//main//form[.//button[@name='act' and @value='save']]"
# Made records stay, are changed and go to the trash; these forms ask for what only their own page explains.
OWN_KIND = ("people", "students", "timetables", "layouts", "webhooks", "tokens", "roles")


def by_menu(address: str, _: Path) -> str:
    """Each list of the menu: one record made and changed, one deleted, one deleted and taken back from the trash, the first one saved."""
    desk = Visitor(address).sign_in("admin", PASSWORD)
    lists = dict.fromkeys(urlsplit(href).path for href in desk.get("/admin").all("//header//nav//a/@href") if "/admin/" in href)
    done, refused = [], []
    for place in lists:
        if not desk.get(place).all(f"//main//a[@href='{place}/new']") or place.endswith(OWN_KIND):
            continue
        try:
            for name in ("Prova rimasta", "Prova cestinata", "Prova ripresa"):
                desk.get(f"{place}/new").form(RECORD).fill(f"{name} {place.rsplit('/', 1)[1]}").send("act=save").require()
            change(desk, place, "Prova rimasta")
            for name in ("Prova cestinata", "Prova ripresa"):
                tick(found(desk, place, name), name, "delete")
            tick(desk.get(f"{place}/trash"), "Prova ripresa", "restore")
            desk.get(place).follow("//main//tbody//th//a").form(RECORD).send("act=save").require()
            done.append(place)
        except Refused as problem:
            refused.append(str(problem))
    if not done:
        raise Refused("; ".join(refused))
    return f"{len(done)} lists ({', '.join(place.removeprefix('/admin/') for place in done)})" + "".join(f"; not {why}" for why in refused)


def found(desk: Visitor, place: str, words: str) -> Page:
    return desk.get(f"{place}?q={quote(words)}")


def change(desk: Visitor, place: str, words: str) -> None:
    page = found(desk, place, words).follow(f"//main//tbody//a[contains(., '{words}')]")
    form = page.form(RECORD)
    for name, value in form.values:
        if words in value:
            form.set(name, value.replace(words, "Prova cambiata"))
    form.send("act=save").require()


def tick(page: Page, words: str, act: str) -> None:
    """Ticks the row with these words and presses the button below the list."""
    row = next(iter(page.all(f"//main//tr[contains(., '{words}')]//input[@name='id']/@value")), None)
    if row is None:
        raise Refused(f"{page.address} has no row «{words}»")
    form = page.form(f"//main//button[@name='act' and @value='{act}']")
    form.values = [pair for pair in form.values if pair[0] != "act"]
    form.set("id", row).send(f"act={act}").require()


def alert(address: str, _: Path) -> str:
    """One alert is sent to all, one stays a draft."""
    desk = Visitor(address).sign_in("admin", PASSWORD)
    for title in ("Prova: ascensore fermo", "Prova: bozza di avviso"):
        desk.get("/admin/campus/alerts/new").form(RECORD).set("title", title).fill("Prova").send("act=save").require()
    draft = found(desk, "/admin/campus/alerts", "ascensore fermo").follow("//main//tbody//a[contains(., 'ascensore fermo')]")
    publication = desk.get(urlsplit(draft.address).path + "/publication").require()
    publication.form("//main//form[contains(@action,'/bulletins')]").send().require()
    return "one sent, one kept as a draft"


def questionnaire(address: str, _: Path) -> str:
    """A student fills the first questionnaire that is open, with the first answer everywhere, and sends it."""
    student = Visitor(address).sign_in("student", PASSWORD)
    starts = dict.fromkeys(student.get("/questionnaires").require().all("//main//a[starts-with(@href, '/questionnaires/')]/@href"))
    sent = []
    for start in starts:
        try:
            if fill_in(student, start):
                sent.append(start)
        except Refused as problem:
            last = problem
    if not sent:
        raise Refused(str(last) if starts else "no questionnaire is open")
    return f"{len(sent)} sent"


def fill_in(student: Visitor, start: str) -> bool:
    page = student.get(start)
    page = page.form("//main//*[contains(@class,'actions')]//button").send() if page.all(
        "//main//form//*[contains(@class,'actions')]//button") else page.follow("//main//*[contains(@class,'actions')]//a")
    for _ in range(12):
        page.require()
        if page.all("//main//button[@name='act' and @value='next']"):
            page = page.form("//main//button[@name='act' and @value='next']").fill("Prova").send("act=next")
        elif forms := page.all("//main//form[contains(@action,'send')]"):
            page = page.form("//main//form[contains(@action,'send')]").send()
            return page.status == 200 and bool(forms)
        else:
            break
    raise Refused(f"{page.address} leads no further")


def stories(address: str, _: Path) -> str:
    """A story is begun, gone on with by another writer, voted and reported; a draft is kept."""
    lina, ugo = (Visitor(address).sign_in(f"{name}@example.org", PASSWORD, at="/stories/sign-in", field="email") for name in ("lina", "ugo"))
    story = lina.get("/stories/new/text").form("//main//form[.//textarea[@name='text']]").set("title", "La prova di prima").set(
        "text", "C'era una volta una prova, scritta prima.").send().require()
    going_on = ugo.get(story.address).follow("//main//a[contains(@href,'continu') or contains(., 'Continua la storia')]")
    branch = going_on.form("//main//form[.//textarea[@name='text']]").set("text", "E un’altra mano la continuò.").send().require()
    page = lina.get(branch.address)
    for form in page.all("//main//form[contains(@action,'/votes')]/@action")[-1:]:
        page.form(f"//main//form[@action='{form}']").send()
    report = lina.get(branch.address).all("//main//a[contains(@href,'report')]/@href")[-1:]
    if report:
        lina.get(report[0]).form("//main//form[.//input[@name='reason']]").set("reason", "insult").send().require()
    return "a story, a fragment, a vote" + (", a report" if report else "")


def guest(address: str, _: Path) -> str:
    """An educator joins a device; a guest comes in, puts something on the list and begins a recipe."""
    educator, device = Visitor(address).sign_in("educator", PASSWORD), Visitor(address)
    pairing = educator.get("/admin/house/living").form("//form[contains(@action,'/pairing')]").send().require()
    code = re.sub(r"\D", "", pairing.all("string(//*[contains(@class,'pairing-code')])"))
    device.get("/house/device").form("//main//form[.//input[@name='code']]").set("code", code).send().require()
    tiles = device.get("/house").all("//a[contains(@class,'tile')]/@href")
    for tile in tiles:
        page = device.get(tile)
        if not page.all("//*[contains(@class,'enter')]//form//button"):
            continue
        page.form("//*[contains(@class,'enter')]//form").send()
        if device.get("/house/home").address.endswith("/house/home"):
            break
    else:
        raise Refused("no guest comes in by a touch")
    done = ["came in"]
    for what, place, wanted in (("put on the list", "/house/shopping", "button[contains(@class,'tile')]"),
                                ("began a recipe", "/house/recipes", "form[contains(@action,'/progress')]")):
        page = device.get(place)
        for _ in range(4):
            if page.all(f"//{wanted}"):
                page.form(f"//{wanted}").send()
                done.append(what)
                break
            if not page.all("//a[contains(@class,'tile')]"):
                break
            page = page.follow("//main//a[contains(@class,'tile')]")
    return ", ".join(done)


def account(address: str, _: Path) -> str:
    """A person is added, who never comes in; an educator mistypes the password."""
    desk = Visitor(address).sign_in("admin", PASSWORD)
    page = desk.get("/admin/people/new").require()
    form = page.form("//main//form[.//input[@name='name'] or .//input[@name='key']]")
    form.fill("prova.persona").send().require()
    try:
        Visitor(address).sign_in("educator", "not the password")
    except Refused:
        return "a person added, one wrong password"
    raise Refused("a wrong password was taken")


ACTS = {
    "records of every list": by_menu, "people": account, "a guest": guest, "an alert": alert, "a questionnaire": questionnaire, "stories": stories,
}
