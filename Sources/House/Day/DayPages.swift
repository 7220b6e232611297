import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct DayPages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("day", use: day)
        router.post("day/moments/{id}/done", use: mark)
    }

    /// The whole day; for guests whose educator chose it.
    @Sendable private func day(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        guard person.preferences.isOn(.dayStrip) else { throw HTTPError(.notFound) }
        let words = guests.words(person)
        let now = Date.now
        let day = try await guests.database.read { try HouseDay.today(person, now: now, $0) }
        let values: Values = [
            "moments": day.values(day.moments.indices, words, hours: person.preferences.number(.clockHours)),
            "isNone": day.moments.isEmpty, "refresh": String(61 - CivilTime(now, in: person.guest.timeZone).second),
        ]
        return try guests.page("house/day/index", words("day.title"), back: "/house/home", values, for: person.visitor, request)
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
