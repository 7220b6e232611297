import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// `/admin/campus/conflicts`: overlaps in rooms and for people in the coming weeks.
struct ConflictPage: Sendable {
    let admin: AdminContext
    static let address = "/admin/campus/conflicts"
    static let seeing: Permission = "campus.events.see"
    private static let (days, most) = (60.0, 200)

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("conflicts", use: show)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            guard person.grants.may(Self.seeing, in: nil) else { throw HTTPError(.notFound) }
            let rendering = RenderContext(words: context.words, zone: admin.site.zone)
            let interval = DateInterval(start: .now, duration: Self.days * 86_400)
            let lectures = try Booking.lectures(in: interval, rendering, db)
            let found = [
                ("rooms", Conflict.all(among: try Booking.rooms(in: interval, lectures, rendering, db))),
                ("people", Conflict.all(among: try Booking.people(in: interval, lectures, rendering, db))),
            ]
            let values: Values = [
                "title": rendering.words("campus.conflicts.title"), "none": found.allSatisfy { $0.1.isEmpty },
                "use": try use(rendering, db)?.values ?? false,
                "kinds": found.filter { !$0.1.isEmpty }.map { templateValues($0.1, of: $0.0, person, rendering) },
            ]
            return ("campus/calendars/conflicts", values)
        }
    }

    private func use(_ rendering: RenderContext, _ db: Database) throws -> Chart? {
        RoomUse(try WeeklyLesson.all(where: "1", [], rendering, db), at: .now).chart(rendering.words)
    }

    private func templateValues(_ conflicts: [Conflict], of kind: String, _ person: SignedIn, _ rendering: RenderContext) -> Values {
        let heading = rendering.words("campus.conflicts.\(kind).heading")
        return [
            "heading": heading, "subject": rendering.words("campus.conflicts.\(kind).subject"),
            "count": rendering.words("campus.conflicts.count", count: conflicts.count),
            "rows": conflicts.prefix(Self.most).map { conflict -> Values in
                [
                    "name": conflict.first.name, "first": templateValues(conflict.first, person, rendering),
                    "second": templateValues(conflict.second, person, rendering),
                ]
            },
        ]
    }

    private func templateValues(_ booking: Booking, _ person: SignedIn, _ rendering: RenderContext) -> Values {
        let mayOpen = person.grants.may(Permission(rawValue: booking.resource + ".see"), in: nil)
        return [
            "title": booking.title, "href": mayOpen ? booking.href : false,
            "when": rendering.words.language.moment(booking.time.start, in: rendering.zone) + " – "
                + rendering.words.language.time(booking.time.end, in: rendering.zone),
        ]
    }
}
