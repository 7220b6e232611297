#!/usr/bin/env python3
"""The dates that Portico reads of public calendars, compared with those of python-recurring-ical-events.

    make corpus CALENDARS=folder

The folder holds checkouts as bench/corpus.yaml names them; nothing is fetched. Each file has a window of two years from its first year. A file is
right when both name the same beginnings; it differs with a reason when Portico's report names one, and in silence otherwise. What the reference
cannot read is counted apart. Each file that differs is named with the reasons and lines of the report. It ends with 1 if any differs in silence.
--details prints all of them, with the dates.
"""

import collections
import datetime
import json
import sys
import warnings
import zoneinfo
from pathlib import Path

import icalendar
import recurring_ical_events

warnings.simplefilter("ignore")
FOLDER, REPORT = Path(sys.argv[1]), Path(sys.argv[2])
DETAILS = "--details" in sys.argv
ROME, UTC = zoneinfo.ZoneInfo("Europe/Rome"), datetime.timezone.utc
# Reasons of the report that explain other dates than the reference's.
REASONS = {"rules": "a rule that is not followed", "zones": "an unknown time zone", "matched": "an exception at a time that does not exist",
           "older": "an older version of an event", "revoked": "a change that its event leaves out", "first": "a beginning outside its rule",
           "until": "an end of a rule in another form", "outside": "a change outside its rule", "twins": "several events with one UID",
           "mixed": "a day and a time together", "dates": "a date that is not understood", "unfinished": "an entry without an end",
           "broken": "a line that is not understood", "tooMany": "the limit of dates", "undated": "events without a date", "backward": "an end before the beginning"}


def moment(text):
    return datetime.datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)


def begins(event):
    """The beginning in UTC; times without a zone, and whole days, are those of Rome, as the site's."""
    start = event["DTSTART"].dt
    if not isinstance(start, datetime.datetime):
        start = datetime.datetime.combine(start, datetime.time())
    return (start if start.tzinfo else start.replace(tzinfo=ROME)).astimezone(UTC)


def expected(path, first, last):
    found = collections.Counter()
    for calendar in icalendar.Calendar.from_ical(path.read_bytes(), multiple=True):
        if calendar.name != "VCALENDAR":
            continue
        # A day more on both sides: the reference looks at days in the zone of each event.
        day = datetime.timedelta(days=1)
        for event in recurring_ical_events.of(calendar, components=["VEVENT"]).between(first - day, last + day):
            start = begins(event)
            if first <= start < last:
                found[start.strftime("%Y%m%dT%H%M%SZ")] += 1
    return found


def differences(own, wanted):
    return f"missing {sorted(wanted - own)[:3]} of {sum(wanted.values())}, more {sorted(own - wanted)[:3]}"


def main():
    total, silent, named = collections.Counter(), [], []
    reasons = collections.Counter()
    for line in REPORT.read_text().splitlines():
        line = json.loads(line)
        first, last = moment(line["from"]), moment(line["to"])
        try:
            wanted = expected(FOLDER / line["file"], first, last)
        except Exception as error:  # The reference ends in many ways.
            total["refusals of both" if line.get("refusal") else "the reference cannot read"] += 1
            if DETAILS and not line.get("refusal"):
                print(f"reference {line['file']}: {type(error).__name__}", file=sys.stderr)
            continue
        if line.get("refusal"):
            total["refused in words"] += 1
            if wanted:
                silent.append((line["file"], f"refused as {line['refusal']}, {sum(wanted.values())} dates"))
            continue
        own = collections.Counter(start for start in line["starts"] if first <= moment(start) < last)
        # The same event in two versions is one here.
        if own == wanted or set(own) == set(wanted):
            total["right"] += 1
            continue
        counts = line["report"]["counts"]
        why = [REASONS[reason] for reason in REASONS if counts.get(reason)]
        if why:
            total["other dates, with a reason"] += 1
            reasons.update(why)
            lines = sorted({note["line"] for note in line["report"]["notes"] if note["reason"] in REASONS})
            named.append((line["file"], f"{'; '.join(why)} (lines {', '.join(map(str, lines[:8]))}): {differences(own, wanted)}"))
        else:
            total["other dates, in silence"] += 1
            silent.append((line["file"], differences(own, wanted)))
    for name, count in total.most_common():
        print(f"{count:5} {name}")
    for name, count in reasons.most_common():
        print(f"      {count:4} {name}")
    for title, files in [("Other dates, with a reason:", named), ("In silence, or refused:", silent)]:
        if files:
            print(title)
        for file, what in files if DETAILS else files[:20]:
            print(f"  {file}: {what}")
    sys.exit(1 if total["other dates, in silence"] else 0)


main()
