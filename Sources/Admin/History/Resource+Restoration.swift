import Accounts
import Foundation
import GRDB
import Web

struct Lost: Equatable, Sendable {
    let field: String
    let title: String?

    static func sentence(_ lost: [Lost], _ texts: String, _ words: Words) -> String? {
        guard !lost.isEmpty else { return nil }
        let names = lost.map { one in
            let label = words.label(of: one.field, texts)
            return one.title.map { words("history.lostOne", ["field": label, "name": $0]) } ?? label
        }
        return words("history.lost", ["things": names.joined(separator: ", ")], count: lost.count)
    }
}

extension Resource {
    /// Also restores from the trash. Returns references left out because their records are missing, unless the record has them now.
    @discardableResult
    mutating func restore(
        _ packed: JSON, as act: String = "update", _ db: Database, by actor: Actor, words: Words, zone: TimeZone,
        detail: [String: String] = [:]
    ) throws -> [Lost] {
        let lost = try take(packed, db)
        try update(db, by: actor, words: words, zone: zone, as: act, detail: detail)
        return lost
    }

    mutating func take(_ packed: JSON, _ db: Database) throws -> [Lost] {
        var (wanted, held) = (Pointers(), Pointers())
        for field in Self.fields {
            if let value = packed[field.name] { wanted.add(field.kind, value) }
            held.add(field.kind, field.pack(self))
        }
        let titles = try wanted.titles(db)
        var survivors = Survivors(existing: try wanted.existing(scopeID: stamp.scopeID, db), held: held, titles: titles)
        var lost: [Lost] = []
        for field in Self.fields {
            guard let value = packed[field.name] else { continue }
            let kept = survivors.keep(field.kind, value)
            lost += survivors.takeVanished().map { Lost(field: field.name, title: $0) }
            if let kept, !field.unpack(&self, kept) { lost.append(Lost(field: field.name, title: nil)) }
        }
        return lost
    }
}

private struct Survivors {
    let existing: [String: Set<Int64>]
    let held: Pointers
    let titles: [String: [Int64: String]]
    private var gone: [String] = []

    init(existing: [String: Set<Int64>], held: Pointers, titles: [String: [Int64: String]]) {
        (self.existing, self.held, self.titles) = (existing, held, titles)
    }

    mutating func takeVanished() -> [String] {
        defer { gone = [] }
        return gone
    }

    mutating func keep(_ kind: any FieldType, _ packed: JSON) -> JSON? {
        switch kind {
        case let kind as ReferenceFieldType:
            guard let id = packed.number, !isThere(kind.target.table, id) else { return packed }
            return kind.isRequired ? nil : .null
        case let kind as ReferencesFieldType:
            return .list((packed.list ?? []).filter { item in item.number.map { isThere(kind.target.table, $0) } ?? false })
        case is PictureFieldType:
            guard let id = packed.number, !isThere(Pointers.pictures, id) else { return packed }
            return .null
        case let kind as any Composite:
            return .list((packed.list ?? []).compactMap { keepItem(kind, $0) })
        default: return packed
        }
    }

    private mutating func keepItem(_ kind: any Composite, _ item: JSON) -> JSON? {
        var item = item
        for part in kind.parts {
            guard let value = item[part.name] else { continue }
            guard let kept = keep(part.kind, value) else { return nil }
            item[part.name] = kept
        }
        return item
    }

    private mutating func isThere(_ table: String, _ id: Int) -> Bool {
        let id = Int64(id)
        if existing[table]?.contains(id) ?? false || held.contains(table, id) { return true }
        gone.append(titles[table]?[id] ?? "#\(id)")
        return false
    }
}
