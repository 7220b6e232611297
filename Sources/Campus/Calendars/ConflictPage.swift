import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// `/admin/campus/conflicts`: what meets in one room in the coming weeks, for those who keep the calendars.
struct ConflictPage: Sendable {
    let desk: Desk
    static let address = "/admin/campus/conflicts"
    static let seeing: Permission = "campus.events.see"
    private static let (days, most) = (60.0, 200)

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await desk.page(person, request) { db, context in
            guard person.grants.may(Self.seeing, in: nil) else { throw HTTPError(.notFound) }
            let look = Look(words: context.words, zone: desk.site.zone)
            let interval = DateInterval(start: .now, duration: Self.days * 86_400)
            let conflicts = RoomConflict.all(among: try RoomUse.all(in: interval, look, db))
            let values: Values = [
                "title": look.words("campus.conflicts.title"), "none": conflicts.isEmpty,
                "count": look.words("campus.conflicts.count", count: conflicts.count),
                "rows": conflicts.prefix(Self.most).map { conflict -> Values in
                    [
                        "place": conflict.first.place, "first": drawn(conflict.first, person, look),
                        "second": drawn(conflict.second, person, look),
                    ]
                },
            ]
            return ("campus/calendars/conflicts", values)
        }
    }

    private func drawn(_ use: RoomUse, _ person: SignedIn, _ look: Look) -> Values {
        let mayOpen = person.grants.may(Permission(rawValue: use.resource + ".see"), in: nil)
        return [
            "title": use.title, "href": mayOpen ? use.href : false,
            "when": look.words.language.moment(use.time.start, in: look.zone) + " – "
                + look.words.language.time(use.time.end, in: look.zone),
        ]
    }
}
