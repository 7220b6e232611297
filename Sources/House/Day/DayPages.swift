import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct DayPages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("day", use: day)
    }

    /// The whole day; for guests whose educator chose it.
    @Sendable private func day(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        guard person.preferences.isOn(.dayStrip) else { throw HTTPError(.notFound) }
        let words = guests.words(person)
        let now = Date.now
        let day = try await guests.database.read { try Day.today(person, now: now, $0) }
        let values: Values = [
            "moments": day.values(day.moments.indices, words, hours: person.preferences.number(.clockHours)),
            "isNone": day.moments.isEmpty, "refresh": String(61 - CivilTime(now, in: person.guest.timeZone).second),
        ]
        return try guests.page("house/day/index", words("day.title"), back: "/house/home", values, for: person.visitor, request)
    }
}
