import Foundation
import TestSupport
import Web

/// Sends hostile values to what a walk found, each at its turn and the same for the same seed.
struct Attack {
    private let walk: Walk
    private let walkers: [Walker]
    private let isWhole: Bool
    private var chance: SeededRandomGenerator
    private var turn: Int
    /// What was sent of `Walk.places`.
    private(set) var tried: Set<String> = []
    /// Names that handlers read from queries and forms without a link that says so.
    private static let names = ["page", "version", "edition", "from", "to", "at", "size", "id", "scope", "limit", "cursor", "date", "year"]

    init(_ walk: Walk, _ walkers: [Walker], seed: UInt64, isWhole: Bool) {
        (self.walk, self.walkers, self.isWhole) = (walk, walkers, isWhole)
        chance = SeededRandomGenerator(seed: seed)
        turn = Int.random(in: 0..<Hostile.all.count, using: &chance)
    }

    /// The values for one place: all of them, or the next one.
    private mutating func values() -> [String] {
        if isWhole { return Hostile.all }
        turn += 1
        return [Hostile.all[turn % Hostile.all.count]]
    }

    private mutating func some<Thing>(of things: [Thing]) -> [Thing] {
        isWhole ? things : things.randomElement(using: &chance).map { [$0] } ?? []
    }

    /// Each address with a hostile value in the place of a parameter, and in its query.
    mutating func onAddresses(_ patterns: [RoutePattern]) async throws {
        for pattern in patterns {
            let found = walk.addresses[pattern]?.randomElement(using: &chance)
            let walker = found?.walker ?? walkers[0]
            let real = found.map { $0.address.prefix { $0 != "?" }.split(separator: "/").map(String.init) }
            for place in some(of: pattern.places) {
                for value in values() {
                    let address = pattern.filled { part, at in
                        at == place ? part.replacing(#/\{\w+\}|\*+/#) { _ in String(value.addressEscaped.prefix(6_000)) } : real?[at] ?? "1"
                    }
                    try await knock(pattern.method, address, walker)
                }
            }
            let path =
                real.map { "/" + $0.joined(separator: "/") } ?? pattern.filled { part, _ in part.replacing(#/\{\w+\}|\*+/#) { _ in "1" } }
            if pattern.method == "GET" {
                for name in some(of: Array(walk.names[path] ?? []).sorted() + Self.names) {
                    for value in values() where value.count < 2_000 { _ = try await walker.get("\(path)?\(Walker.query([(name, value)]))") }
                }
            } else if found == nil {
                try await knock(pattern.method, path, walker)
            }
        }
    }

    private mutating func knock(_ method: String, _ address: String, _ walker: Walker) async throws {
        switch method {
        case "GET": _ = try await walker.get(address)
        case "POST":
            var form = PageForm()
            (form.method, form.action) = (method, address)
            let value = values()[0]
            form.fields = Self.names.map { PageForm.Field(name: $0, value: value, isFile: false) }
            _ = try await walker.send(form)
        default: _ = try await walker.call(method, address, nil)
        }
    }

    /// What ends sessions, rights, records or whole systems, which others could not try any more, comes last.
    private static func isLate(_ pattern: RoutePattern) -> Bool {
        let parts = [
            "settings", "people", "roles", "site", "backups", "deletion", "removal", "erasure", "trash", "ending", "exit", "password",
            "factors", "sessions",
        ]
        return pattern.parts.contains(where: parts.contains)
    }

    /// Each field of each form with a hostile value, by somebody of those who reach it, and each form by everybody who does.
    mutating func onForms() async throws {
        for pattern in walk.patterns.filter({ !Self.isLate($0) }) + walk.patterns.filter(Self.isLate) {
            let found = walk.forms[pattern] ?? []
            var silent = Set(found.indices)
            for name in found.reduce(into: Set<String>(), { $0.formUnion($1.names) }).sorted() {
                let able = found.indices.filter { found[$0].names.contains(name) }
                for (turn, value) in values().enumerated() {
                    // Who has sent nothing yet comes first; afterwards all in turn.
                    let fresh = able.filter(silent.contains)
                    let sender =
                        fresh.randomElement(using: &chance) ?? (turn < able.count ? able[turn] : able.randomElement(using: &chance))
                    guard let sender else { continue }
                    silent.remove(sender)
                    try await send(pattern, found[sender], name, value)
                }
            }
            for sender in silent.sorted() {
                let name = found[sender].names.sorted().randomElement(using: &chance)
                try await send(pattern, found[sender], name, values()[0])
            }
        }
    }

    /// A form as the page drew it, with a value in the first field of this name.
    private mutating func send(_ pattern: RoutePattern, _ found: Walk.Found, _ name: String?, _ value: String) async throws {
        let form = found.forms.first { form in form.fields.contains { Walk.name(of: $0) == name } } ?? found.forms.first
        guard var form else { return }
        if let place = form.fields.firstIndex(where: { Walk.name(of: $0) == name && !$0.isFile }) {
            form.fields[place].value = value
            form.fields[place].isSent = true
        }
        tried.formUnion(["\(pattern) \(name ?? "")", "\(pattern) by \(found.walker.name)"])
        _ = try await found.walker.send(form)
    }
}
