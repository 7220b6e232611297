import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The steps of a recipe. The server stores the current one, so cooking continues on any device.
struct RecipeStepPages: Sendable {
    let guests: GuestPages

    /// More things would hide the step.
    private static let mostThings = 4

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("recipes/{id}/steps/{step}", use: step)
        router.post("recipes/{id}/progress", use: go)
        router.get("recipes/{id}/end", use: end)
    }

    @Sendable private func step(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let dish = try await person.dish(guests.database)
        guard let number = person.parameters.number("step", in: 1...1_000_000), !dish.steps.isEmpty else { throw HTTPError(.notFound) }
        guard let step = dish.step(number) else { return .redirect(to: "\(dish.address)/steps/\(dish.steps.count)") }
        let words = guests.words(person)
        let now = Date.now
        let (timers, player, clip) = try await guests.database.read { db in
            (
                try KitchenTimer.all(of: person.guest.id, now: now, db), try guests.player(for: step.text, person, db),
                try Clip.of(step.original, in: person.guest.houseID, db)
            )
        }
        let own = timers.first { $0.recipe == dish.id && $0.step == number }
        let isLast = number == dish.steps.count
        let running = timers.filter { $0.recipe == dish.id && ($0.endsAt ?? now) > now }.max { ($0.endsAt ?? now) < ($1.endsAt ?? now) }
        let asked = running.flatMap { timer in Self.asked(request).map { question(timer, $0, at: number, dish, words, now: now) } }
        let zone = person.guest.timeZone
        let stems = Set(Symbols.stems(of: step.text))
        let named = dish.things.filter { $0.isNamed(in: stems) }.prefix(Self.mostThings).map { RecipeThingsPages.templateValues($0) }
        let values: Values = [
            "text": step.text, "player": player, "clip": clip?.address ?? false, "hasNamed": !named.isEmpty,
            "named": named,
            "picture": step.file.map { Picture.address(file: $0, .large) } ?? false, "alt": step.alt,
            "recipe": dish.name,
            "place": words("cooking.stepOf", ["step": String(number), "of": String(dish.steps.count)]), "number": String(number),
            "question": asked ?? false, "backLabel": words("cooking.leave"),
            "count": String(dish.steps.count), "action": "\(dish.address)/progress", "next": String(number + 1),
            "nextLabel": words(isLast ? "cooking.finish" : "cooking.next"), "previous": number > 1 ? String(number - 1) : false,
            "ownTimer": own.map { $0.values(words, in: zone, person.preferences, now: now) } ?? false,
            "mayStart": own == nil && step.timer != .none, "hasTimer": own != nil || step.timer != .none,
            "timerRoom": step.timer == .down ? KitchenTimer.formatted(step.seconds) : "0:00",
            "roomDisc": step.timer == .down ? TimerFace.full : false,
            "roomDigits": step.timer == .up || person.preferences.isOn(.timerDigits),
            "roomLeft": step.timer == .down ? KitchenTimer.left(step.seconds, words) : false,
            "roomName": dish.name, "roomClock": words("cooking.timers.endsAt", ["time": "00:00"]),
            "timerAction": "\(dish.address)/steps/\(number)/timer",
            "timerLabel": step.timer == .down
                ? words("cooking.timers.start", ["time": KitchenTimer.localized(step.seconds, words)]) : words("cooking.timers.startUp"),
        ]
        try await person.note(.steps, request, guests.database)
        let page = "\(dish.address)/steps/\(number)"
        let title = words("cooking.stepTitle", ["step": String(number), "recipe": dish.name])
        let all = values.merging(["here": page, "stay": page]) { $1 }
        return try guests.page("house/cooking/step", title, back: dish.address, all, for: person.visitor, request)
    }

    private static func asked(_ request: Request) -> Int? { Int(Form(query: request.uri.query ?? "")["ask"]) }

    private func question(_ timer: KitchenTimer, _ wanted: Int, at number: Int, _ dish: Dish, _ words: Words, now: Date) -> Values {
        let seconds = timer.seconds(now: now)
        let left =
            seconds < 60
            ? words("cooking.timers.secondsLeft", count: seconds) : words("cooking.timers.minutesLeft", count: (seconds + 59) / 60)
        let isEnd = wanted > dish.steps.count
        let fields = [("step", String(isEnd ? dish.steps.count + 1 : number + 1)), ("from", String(number)), ("anyway", "yes")]
        return [
            "text": left, "stay": "\(dish.address)/steps/\(number)", "stayLabel": words("cooking.timers.wait"),
            "action": "\(dish.address)/progress", "fields": fields.map { ["name": $0, "value": $1] as Values },
            "label": words(isEnd ? "cooking.finishAnyway" : "cooking.nextAnyway"), "icon": "right",
        ]
    }

    /// While timers run, forward moves need confirmation: for the next step once per timer, for the end always.
    @Sendable private func go(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        let dish = try await person.dish(guests.database)
        guard let wanted = form.number("step", in: .whole), !dish.steps.isEmpty else { throw HTTPError(.notFound) }
        let step = max(1, wanted)
        let isEnd = step > dish.steps.count
        let from = min(max(form.number("from", in: .whole) ?? step - 1, 0), dish.steps.count)
        let isForward = from > 0 && step > from
        let isAsked = try await guests.database.write { db -> Bool in
            if isForward {
                let running = try KitchenTimer.running(of: person.guest.id, recipe: dish.id, now: .now, db)
                if form["anyway"] != "yes", running.contains(where: { isEnd || !$0.passed }) { return true }
                if !running.isEmpty { try KitchenTimer.pass(of: person.guest.id, recipe: dish.id, db) }
            }
            if isEnd { try Progress.end(dish, person, db) } else { try Progress.set(step, of: dish, person, now: .now, db) }
            return false
        }
        if isAsked { return .redirect(to: "\(dish.address)/steps/\(from)?ask=\(isEnd ? dish.steps.count + 1 : step)") }
        return .redirect(to: isEnd ? "\(dish.address)/end" : "\(dish.address)/steps/\(step)")
    }

    @Sendable private func end(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let dish = try await person.dish(guests.database)
        let words = guests.words(person)
        let values: Values = [
            "name": dish.name, "picture": dish.file.map { Picture.address(file: $0, .large) } ?? false,
            "done": words(dish.isRoutine ? "cooking.routines.done" : "cooking.end.done", ["name": dish.name]), "isRoutine": dish.isRoutine,
            "shelf": dish.listPath,
        ]
        return try guests.page(
            "house/cooking/end", words("cooking.end.title"), back: dish.listPath, values, for: person.visitor, request)
    }
}
