import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct KitchenTimerPages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.post("recipes/{id}/steps/{step}/timer", use: startStepTimer)
        router.get("timers", use: timers)
        router.get("timers/words/{language}", use: leftWords)
        router.post("timers", use: startTimer)
        router.post("timers/{id}/extension", use: lengthenTimer)
        router.post("timers/{id}/ending", use: endTimer)
    }

    private static let minutes = [1, 3, 5, 10, 20]

    @Sendable private func timers(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let words = guests.words(person)
        let now = Date.now
        let timers = try await guests.database.read { try KitchenTimer.all(of: person.guest.id, now: now, $0) }
        let choices = Self.minutes.map { ["value": String($0 * 60), "label": words("cooking.timers.minutes", count: $0)] as Values }
        let values: Values = [
            "own": KitchenTimer.values(timers, of: person, words, now: now), "choices": choices, "timers": [Values](),
            "isFull": timers.count >= KitchenTimer.limit,
        ]
        return try guests.page(
            "house/cooking/timers", words("cooking.timers.title"), back: "/house/clock", values, for: person.visitor, request)
    }

    /// The words for each minute of a day, the first for less than one; the script of the pages reads them too.
    @Sendable private func leftWords(_ request: Request, _ person: GuestRequestContext) throws -> Response {
        guard let language = person.parameters.get("language").flatMap({ Language(rawValue: $0) }) else { throw HTTPError(.notFound) }
        let words = guests.pages.templates.words(in: language)
        let lines = (0...KitchenTimer.longest / 60).map { KitchenTimer.left($0 * 60, words) }
        let headers: HTTPFields = [.contentType: "text/plain; charset=utf-8", .cacheControl: "private, max-age=86400"]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: lines.joined(separator: "\n"))))
    }

    @Sendable private func startTimer(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        let seconds = form.number("seconds", in: .whole)
        guard form["seconds"].isEmpty || seconds.map({ (1...KitchenTimer.longest).contains($0) }) == true else {
            throw HTTPError(.unprocessableContent)
        }
        try await start(seconds, step: nil, person)
        return .redirect(to: "/house/timers")
    }

    @Sendable private func startStepTimer(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let dish = try await person.dish(guests.database)
        guard let number = person.parameters.number("step", in: .positions), let step = dish.step(number), step.timer != .none else {
            throw HTTPError(.notFound)
        }
        try await start(step.timer == .down ? step.seconds : nil, step: (dish, number), person)
        return .redirect(to: "\(dish.address)/steps/\(number)#timer")
    }

    private func start(_ seconds: Int?, step: (dish: Dish, number: Int)?, _ person: GuestRequestContext) async throws {
        let words = guests.words(person)
        try await guests.database.write { db in
            if try !KitchenTimer.start(seconds, step: step, of: person.guest.id, now: .now, db) {
                try Message(words("cooking.timers.tooMany")).show(to: person, db)
            }
        }
    }

    @Sendable private func lengthenTimer(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await change(request, person) { id, db in try KitchenTimer.lengthen(id, of: person.guest.id, now: .now, db) }
    }

    /// A missing timer is no error, because another page may have stopped it.
    @Sendable private func endTimer(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await change(request, person) { id, db in try KitchenTimer.end(id, of: person.guest.id, db) }
    }

    private func change(
        _ request: Request, _ person: GuestRequestContext, _ act: @escaping @Sendable (Int64, Database) throws -> Void
    ) async throws -> Response {
        let form = try await Form.read(request)
        let id = try person.id()
        try await guests.database.write { try act(id, $0) }
        let next = SafePath.local(form["next"]).flatMap { $0.hasPrefix("/house/") ? $0 : nil }
        return .redirect(to: next ?? "/house/timers")
    }
}
