import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct DayPages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("day", use: day)
        router.get("week", use: week)
        router.post("day/sharing", use: share)
        router.post("day/moments/{id}/done", use: mark)
    }

    /// The whole day; for guests whose educator chose it.
    @Sendable private func day(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        guard person.preferences.isOn(.dayStrip) else { throw HTTPError(.notFound) }
        let words = guests.words(person)
        let now = Date.now
        let (day, isShared) = try await guests.database.read { db in
            (try HouseDay.today(person, now: now, db), try DaySharing.isOn(person.guest.id, db))
        }
        let values: Values = [
            "moments": day.values(day.moments.indices, words, hours: person.preferences.number(.clockHours)),
            "isNone": day.moments.isEmpty, "isShared": isShared, "mayShare": person.session.accountID == nil,
            "refresh": String(61 - CivilTime(now, in: person.guest.timeZone).second),
        ]
        return try guests.page("house/day/index", words("day.title"), back: "/house/home", values, for: person.visitor, request)
    }

    /// One of seven days from today, with who takes a turn.
    @Sendable private func week(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        guard person.preferences.isOn(.dayStrip) else { throw HTTPError(.notFound) }
        let words = guests.words(person)
        let zone = person.guest.timeZone
        let chosen = Form(query: request.uri.query ?? "").number("day", in: 0...6) ?? 0
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let now = Date.now
        let dates = (0...6).map { calendar.date(byAdding: .day, value: $0, to: now) ?? now }
        let moments = try await guests.database.read { try HouseDay.moments(on: dates[chosen], person, $0) }
        let names = dates.enumerated().map { index, date in
            index < 2 ? words(index == 0 ? "day.today" : "day.tomorrow") : MomentDays.name(of: date, in: zone, words)
        }
        let days = names.enumerated().map { index, name -> Values in
            ["label": name, "href": "/house/week?day=\(index)", "isCurrent": index == chosen]
        }
        let hours = person.preferences.number(.clockHours)
        let values: Values = [
            "days": days, "day": names[chosen], "isNone": moments.isEmpty,
            "moments": moments.map { moment -> Values in
                [
                    "name": moment.name, "picture": moment.file.map { Picture.address(file: $0, .medium) } ?? false,
                    "clock": ClockPages.digits(moment.start / 60, moment.start % 60, hours: hours),
                    "turn": moment.turn?.values(words) ?? false, "clip": moment.clip.map { "/house/clips/\($0)" } ?? false,
                ]
            },
        ]
        return try guests.page("house/day/week", words("day.week"), back: "/house/day", values, for: person.visitor, request)
    }

    /// `answer` is yes or no; only the guest may agree.
    @Sendable private func share(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        guard person.preferences.isOn(.dayStrip), ["yes", "no"].contains(form["answer"]) else { throw HTTPError(.notFound) }
        guard person.session.accountID == nil else { throw HTTPError(.forbidden) }
        let isYes = form["answer"] == "yes"
        let guest = person.guest
        let actor = Actor(accountID: nil, name: guest.name, address: person.visitor.client.text, requestID: person.visitor.id)
        try await guests.database.write { db in
            try isYes ? DaySharing.agree(guest.id, at: .now, db) : DaySharing.end(guest.id, db)
            try AuditEntry.write(
                db, "house.guests.\(isYes ? "day-shared" : "day-kept")", by: actor, on: ("house.guests", guest.id, guest.name),
                scope: guest.houseID)
        }
        return .redirect(to: "/house/day")
    }

    /// One touch says that something is done; one more takes it back.
    @Sendable private func mark(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        let id = try person.id()
        guard person.preferences.isOn(.dayStrip), ["yes", "no"].contains(form["done"]) else { throw HTTPError(.notFound) }
        let isKnown = try await guests.database.write { try HouseDay.mark(id, done: form["done"] == "yes", person, now: .now, $0) }
        guard isKnown else { throw HTTPError(.notFound) }
        let next = SafePath.local(form["next"]).flatMap { $0.hasPrefix("/house/") ? $0 : nil }
        return .redirect(to: next ?? "/house/day")
    }
}
