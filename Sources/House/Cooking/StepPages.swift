import Admin
import Foundation
import GRDB
import Hummingbird
import Web

// One step on one page; the server remembers the last, so that cooking goes on after a pause, on any device.

extension CookingPages {
    /// `GET /house/recipes/12/steps/3`
    @Sendable func step(_ request: Request, _ person: AtHome) async throws -> Response {
        let dish = try await dish(person)
        guard let number = person.parameters.number("step", in: 1...1_000_000), !dish.steps.isEmpty else { throw HTTPError(.notFound) }
        // The educator took a step away meanwhile: the last one is the nearest there is.
        guard let step = dish.step(number) else { return .redirect(to: "\(dish.address)/steps/\(dish.steps.count)") }
        let words = words(person)
        let now = Date.now
        let (timers, player) = try await living.database.read { db in
            (try KitchenTimer.all(of: person.guest.id, now: now, db), try Voice.player(for: step.text, person, db))
        }
        let own = timers.first { $0.recipe == dish.id && $0.step == number }
        let isLast = number == dish.steps.count
        let zone = person.guest.timeZone
        let values: Values = [
            "text": step.text, "player": player, "picture": step.file.map { Picture.address(file: $0, .large) } ?? false, "alt": step.alt,
            "recipe": dish.name,
            "place": words("cooking.stepOf", ["step": String(number), "of": String(dish.steps.count)]), "number": String(number),
            "count": String(dish.steps.count), "action": "\(dish.address)/progress", "next": String(number + 1),
            "nextLabel": words(isLast ? "cooking.finish" : "cooking.next"), "previous": number > 1 ? String(number - 1) : false,
            "ownTimer": own.map { $0.values(words, in: zone, hours: person.preferences.number(.clockHours), now: now) } ?? false,
            "mayStart": own == nil && step.timer != .none, "timerAction": "\(dish.address)/steps/\(number)/timer",
            "timerLabel": step.timer == .down
                ? words("cooking.timers.start", ["time": KitchenTimer.said(step.seconds, words)]) : words("cooking.timers.startUp"),
            "timers": drawn(timers.filter { $0.id != own?.id }, person, now: now),
        ]
        try await living.note(.steps, person, request)
        let title = words("cooking.stepTitle", ["step": String(number), "recipe": dish.name])
        return try living.page("cooking/step", title, back: dish.address, values, for: person.visitor, request)
    }

    /// `POST /house/recipes/12/progress`: to another step, or to the end.
    @Sendable func go(_ request: Request, _ person: AtHome) async throws -> Response {
        let form = try await Form.read(request)
        let dish = try await dish(person)
        guard let wanted = form.number("step", in: .whole), !dish.steps.isEmpty else { throw HTTPError(.notFound) }
        let step = max(1, wanted)
        let isEnd = step > dish.steps.count
        try await living.database.write { db in
            if isEnd { try Progress.end(dish, person, db) } else { try Progress.set(step, of: dish, person, now: .now, db) }
        }
        return .redirect(to: isEnd ? "\(dish.address)/end" : "\(dish.address)/steps/\(step)")
    }

    /// `GET /house/recipes/12/end`: it is done, said clearly.
    @Sendable func end(_ request: Request, _ person: AtHome) async throws -> Response {
        let dish = try await dish(person)
        let words = words(person)
        let values: Values = [
            "name": dish.name, "picture": dish.file.map { Picture.address(file: $0, .large) } ?? false,
            "done": words("cooking.end.done", ["name": dish.name]),
        ]
        return try living.page("cooking/end", words("cooking.end.title"), back: "/house/recipes", values, for: person.visitor, request)
    }
}
