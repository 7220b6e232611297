import Foundation
import TestSupport
import Web

/// Sends hostile values to what a walk found, each at its turn and the same for the same seed.
struct Attack {
    private let walk: Walk
    private let walkers: [Walker]
    private let isWhole: Bool
    private var chance: SeededChance
    private var turn: Int
    /// Names that handlers read from queries and forms without a link that says so.
    private static let names = ["page", "version", "edition", "from", "to", "at", "size", "id", "scope", "limit", "cursor", "date", "year"]

    init(_ walk: Walk, _ walkers: [Walker], seed: UInt64, isWhole: Bool) {
        (self.walk, self.walkers, self.isWhole) = (walk, walkers, isWhole)
        chance = SeededChance(seed: seed)
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
            let found = walk.addresses[pattern]
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

    /// Each form as a page draws it, with a hostile value in one field.
    mutating func onForms() async throws {
        // What switches systems off comes last.
        let forms =
            walk.forms.filter { !$0.form.action.hasPrefix("/admin/settings") }
            + walk.forms.filter { $0.form.action.hasPrefix("/admin/settings") }
        for (form, walker) in forms {
            let places = form.fields.indices.filter { !form.fields[$0].isFile }
            let hidden = places.filter { ["version", "edition", "scope", "id", "known"].contains(form.fields[$0].name) }
            for place in isWhole ? Array(places) : some(of: hidden) + some(of: places) + some(of: places) {
                for value in values() {
                    var changed = form
                    changed.fields[place].value = value
                    changed.fields[place].isSent = true
                    _ = try await walker.send(changed)
                }
            }
            if places.isEmpty { _ = try await walker.send(form) }
        }
    }
}
