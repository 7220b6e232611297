import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension CookingPages {
    /// Minutes offered without typing.
    static let minutes = [1, 3, 5, 10, 20]

    @Sendable func timers(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let words = words(person)
        let now = Date.now
        let timers = try await living.database.read { try KitchenTimer.all(of: person.guest.id, now: now, $0) }
        let choices = Self.minutes.map { ["value": String($0 * 60), "label": words("cooking.timers.minutes", count: $0)] as Values }
        let values: Values = [
            "own": drawn(timers, person, now: now), "choices": choices, "timers": [Values](), "isFull": timers.count >= KitchenTimer.limit,
        ]
        return try living.page("cooking/timers", words("cooking.timers.title"), back: "/house/clock", values, for: person.visitor, request)
    }

    /// `POST /house/timers`: counts down the given seconds, or counts up without any.
    @Sendable func startTimer(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        let seconds = form.number("seconds", in: .whole)
        guard form["seconds"].isEmpty || seconds.map({ (1...86400).contains($0) }) == true else { throw HTTPError(.unprocessableContent) }
        try await start(seconds, step: nil, person)
        return .redirect(to: "/house/timers")
    }

    @Sendable func startStepTimer(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let dish = try await dish(person)
        guard let number = person.parameters.number("step", in: .positions), let step = dish.step(number), step.timer != .none else {
            throw HTTPError(.notFound)
        }
        try await start(step.timer == .down ? step.seconds : nil, step: (dish, number), person)
        return .redirect(to: "\(dish.address)/steps/\(number)#timer")
    }

    private func start(_ seconds: Int?, step: (dish: Dish, number: Int)?, _ person: GuestRequestContext) async throws {
        let words = words(person)
        try await living.database.write { db in
            if try !KitchenTimer.start(seconds, step: step, of: person.guest.id, now: .now, db) {
                try Message(words("cooking.timers.tooMany")).show(to: person, db)
            }
        }
    }

    @Sendable func lengthenTimer(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await change(request, person) { id, db in try KitchenTimer.lengthen(id, of: person.guest.id, now: .now, db) }
    }

    /// `POST /house/timers/5/ending`: a missing timer is no error, because another page may have stopped it.
    @Sendable func endTimer(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await change(request, person) { id, db in try KitchenTimer.end(id, of: person.guest.id, db) }
    }

    private func change(
        _ request: Request, _ person: GuestRequestContext, _ act: @escaping @Sendable (Int64, Database) throws -> Void
    ) async throws -> Response {
        let form = try await Form.read(request)
        let id = try person.id()
        try await living.database.write { try act(id, $0) }
        let next = SafePath.local(form["next"]).flatMap { $0.hasPrefix("/house/") ? $0 : nil }
        return .redirect(to: next ?? "/house/timers")
    }

    // MARK: As pages show them

    func drawn(_ timers: [KitchenTimer], _ person: GuestRequestContext, now: Date) -> [Values] {
        let words = words(person)
        let zone = person.guest.timeZone
        return KitchenTimer.values(timers, words, in: zone, hours: person.preferences.number(.clockHours), now: now)
    }

}

extension GuestPages {
    /// The timers below every page of a guest, so that they ring anywhere.
    func runningTimers(_ present: GuestPageVisitor?, _ visitor: Visitor) -> Values {
        guard let present, let guest = present.guest else { return ["timers": [Values](), "refresh": false] }
        let (words, now, zone) = (pages.words(for: visitor), Date.now, guest.timeZone)
        let hours = present.preferences.number(.clockHours)
        let drawn = KitchenTimer.values(present.timers, words, in: zone, hours: hours, now: now)
        return ["timers": drawn, "refresh": Self.refresh(present.timers, now: now)]
    }

    /// Seconds until a page without script reloads: when the next timer ends.
    static func refresh(_ timers: [KitchenTimer], now: Date) -> any Sendable {
        let next = timers.compactMap(\.endsAt).filter { $0 > now }.min()
        return next.map { String(Int(cutting: $0.timeIntervalSince(now).rounded(.up)) + 1) } ?? false
    }
}

extension Message {
    func show(to person: GuestRequestContext, _ db: Database) throws {
        try db.execute(sql: "UPDATE guestSession SET message = ? WHERE id = ?", arguments: [json, person.session.id])
    }
}
