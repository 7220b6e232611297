import Admin
import Foundation
import GRDB
import Web

/// A guest's timer, stored as moments, so closed pages, sleeping devices and restarts do not affect it.
struct KitchenTimer: Codable, FetchableRecord, Sendable {
    static let databaseTableName = "kitchenTimer"
    /// The limit per guest; more are accidental touches.
    static let limit = 8

    let id: Int64
    /// The recipe and step number; nil for a timer without a recipe.
    let recipe: Int64?
    let step: Int?
    let label: String
    let text: String
    let startedAt: Date
    let endsAt: Date?
    let passed: Bool

    /// Returns the guest's timers in the order of their start; those that ended half a day ago are omitted.
    static func all(of guest: Int64, now: Date, _ db: Database) throws -> [KitchenTimer] {
        let sql = """
            SELECT id, (SELECT recipe.id FROM recipe WHERE recipe.id = kitchenTimer.recipe AND \(Recipe.published)) AS recipe, step,
              label, text, startedAt, endsAt, passed FROM kitchenTimer
            WHERE guestID = ? AND ifnull(endsAt, startedAt) > ? ORDER BY id
            """
        return try fetchAll(db.cachedStatement(sql: sql), arguments: [guest, now - 43200])
    }

    /// A step has one timer, which a second touch does not restart. Returns false at the limit.
    static func start(
        _ seconds: Int?, step: (dish: Dish, number: Int)?, of guest: Int64, now: Date, _ db: Database
    ) throws -> Bool {
        try db.execute(
            sql: "DELETE FROM kitchenTimer WHERE guestID = ? AND ifnull(endsAt, startedAt) <= ?", arguments: [guest, now - 43200])
        guard try Int.fetchOne(db, sql: "SELECT count(*) FROM kitchenTimer WHERE guestID = ?", arguments: [guest]) ?? 0 < limit else {
            return false
        }
        let text = step.flatMap { $0.dish.step($0.number)?.text } ?? ""
        try db.execute(
            sql: """
                INSERT INTO kitchenTimer (guestID, recipe, step, label, text, startedAt, endsAt) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """,
            arguments: [guest, step?.dish.id, step?.number, step?.dish.name ?? "", text, now, seconds.map { now + TimeInterval($0) }])
        if db.changesCount > 0 { try TimerCall.note(db.lastInsertedRowID, of: guest, db) }
        return true
    }

    /// A minute more. After the end it is a new timer of one minute, whose disc is full.
    static func lengthen(_ id: Int64, of guest: Int64, now: Date, _ db: Database) throws {
        let sql = "SELECT endsAt FROM kitchenTimer WHERE id = ? AND guestID = ? AND endsAt IS NOT NULL"
        guard let end = try Date.fetchOne(db, sql: sql, arguments: [id, guest]) else { return }
        try db.execute(sql: "UPDATE kitchenTimer SET endsAt = ? WHERE id = ?", arguments: [max(end, now) + 60, id])
        if end <= now { try db.execute(sql: "UPDATE kitchenTimer SET startedAt = ? WHERE id = ?", arguments: [now, id]) }
        try TimerCall.note(id, of: guest, db)
    }

    static func running(of guest: Int64, recipe: Int64, now: Date, _ db: Database) throws -> [KitchenTimer] {
        let timers = try all(of: guest, now: now, db).filter { $0.recipe == recipe && ($0.endsAt ?? now) > now }
        return timers.sorted { ($0.endsAt ?? now) > ($1.endsAt ?? now) }
    }

    static func pass(of guest: Int64, recipe: Int64, _ db: Database) throws {
        try db.execute(sql: "UPDATE kitchenTimer SET passed = 1 WHERE guestID = ? AND recipe = ?", arguments: [guest, recipe])
    }

    static func end(_ id: Int64, of guest: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM kitchenTimer WHERE id = ? AND guestID = ?", arguments: [id, guest])
    }

    func isOver(now: Date) -> Bool { endsAt.map { $0 <= now } ?? false }

    /// Whole seconds left, or elapsed for a timer that counts up or is over.
    func seconds(now: Date) -> Int {
        guard let endsAt else { return Int(cutting: now.timeIntervalSince(startedAt)) }
        let left = endsAt.timeIntervalSince(now)
        return Int(cutting: left > 0 ? left.rounded(.up) : -left)
    }

    /// Numbers timers of the same name, so no two buttons of a page are alike.
    static func values(_ timers: [KitchenTimer], _ words: Words, in zone: TimeZone, _ preferences: GuestPreferences, now: Date) -> [Values]
    {
        var seen: [String: Int] = [:]
        return timers.map { timer in
            let label = timer.name(words)
            seen[label, default: 0] += 1
            let number = seen[label] ?? 1
            return timer.values(words, in: zone, preferences, now: now, as: number == 1 ? label : "\(label) \(number)")
        }
    }

    private func name(_ words: Words) -> String { label.isEmpty ? words("cooking.timers.own") : label }

    /// `called` replaces the timer's own name.
    func values(_ words: Words, in zone: TimeZone, _ preferences: GuestPreferences, now: Date, as called: String? = nil) -> Values {
        let called = called ?? name(words)
        let isOver = isOver(now: now)
        let time = CivilTime(endsAt ?? startedAt, in: zone)
        let clock = ClockPages.digits(time.hour, time.minute, hours: preferences.number(.clockHours))
        let key = endsAt == nil ? "since" : isOver ? "overAt" : "endsAt"
        let face = TimerFace(self, now: now)
        return [
            "id": String(id), "label": called, "moreLabel": words("cooking.timers.moreOf", ["name": called]),
            "heardLabel": words("cooking.timers.heardOf", ["name": called]),
            "stopLabel": words(isOver ? "cooking.timers.heardOf" : "cooking.timers.stopOf", ["name": called]),
            "linkLabel": step.map { words("cooking.timers.ofStep", ["name": called, "step": String($0)]) } ?? called,
            "text": text.isEmpty ? false : text,
            "href": recipe.map { "/house/recipes/\($0)/steps/\(step ?? 1)" } ?? "/house/timers", "counts": endsAt == nil ? "up" : "down",
            "moment": String(Int(cutting: (endsAt ?? startedAt).timeIntervalSince1970 * 1000)),
            "isOver": isOver, "isDown": endsAt != nil, "shown": isOver ? "0:00" : Self.formatted(seconds(now: now)),
            "digits": endsAt == nil || preferences.isOn(.timerDigits), "disc": face?.values ?? false,
            "total": face.map { String($0.total) } ?? false,
            "left": endsAt == nil || isOver ? false : Self.left(seconds(now: now), words),
            "clock": words("cooking.timers.\(key)", ["time": clock]),
            "overAt": words("cooking.timers.overAt", ["time": clock]),
            "gone": isOver && seconds(now: now) >= 60 ? words("cooking.timers.gone", count: seconds(now: now) / 60) : false,
        ]
    }

    static func formatted(_ seconds: Int) -> String {
        let two: (Int) -> String = { $0 < 10 ? "0\($0)" : String($0) }
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, two(seconds % 60))
        return hours > 0 ? "\(hours):\(two(minutes)):\(rest)" : "\(minutes):\(rest)"
    }

    /// `9 minuti`, `1 minuto e 30 secondi`: how long a timer will run.
    static func localized(_ seconds: Int, _ words: Words) -> String {
        let parts = [("hours", seconds / 3600), ("minutes", seconds / 60 % 60), ("seconds", seconds % 60)]
        let said = parts.filter { $0.1 > 0 }.map { words("cooking.timers.\($0.0)", count: $0.1) }
        return said.dropLast().isEmpty
            ? said.joined() : said.dropLast().joined(separator: ", ") + words("cooking.timers.and") + said[said.count - 1]
    }
}

extension KitchenTimer {
    static let longest = 86_400

    /// How long in whole minutes, because a digit that jumps every second says less than a word.
    static func left(_ seconds: Int, _ words: Words) -> String {
        let minutes = (seconds + 59) / 60
        return seconds < 60 ? words("cooking.timers.leftLittle") : words("cooking.timers.left", ["time": localized(minutes * 60, words)])
    }

    static func values(_ timers: [KitchenTimer], of person: GuestRequestContext, _ words: Words, now: Date) -> [Values] {
        values(timers, words, in: person.guest.timeZone, person.preferences, now: now)
    }

    /// The timers of every page of a guest: the bar at the foot, and the screens that ring anywhere. `speech` is where the server speaks.
    static func running(of present: GuestPageVisitor?, speech: String?, _ words: Words) -> Values {
        guard let present, let guest = present.guest else { return ["timers": [Values](), "alarms": [Values](), "refresh": false] }
        let now = Date.now
        let drawn = values(present.timers, words, in: guest.timeZone, present.preferences, now: now)
        let first = present.timers.first { $0.isOver(now: now) }?.id
        let isSaid = present.preferences.isOn(.sounds) && present.preferences[.speech] != "off"
        let alarms = zip(present.timers, drawn).filter { $0.0.endsAt != nil }.map { timer, values -> Values in
            let said = SpeechSynthesizer.sentence("\(words("cooking.timers.over")) \(values["label"] as? String ?? "")")
            let player = timer.id == first && isSaid ? speech.flatMap { speech in said.map { "\(speech)?text=\($0.queryEscaped)" } } : nil
            return values.merging(["alarmPlayer": player ?? false]) { $1 }
        }
        return ["timers": drawn, "alarms": alarms, "refresh": refresh(present.timers, now: now)]
    }

    /// Seconds until a page without script reloads: when the next timer ends.
    private static func refresh(_ timers: [KitchenTimer], now: Date) -> any Sendable {
        let next = timers.compactMap(\.endsAt).filter { $0 > now }.min()
        return next.map { String(Int(cutting: $0.timeIntervalSince(now).rounded(.up)) + 1) } ?? false
    }
}
