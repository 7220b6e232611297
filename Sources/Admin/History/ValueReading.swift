import Foundation
import GRDB
import Web

/// Reads the titles of references with a number of statements independent of the number of values.
struct ValueReading {
    let words: Words
    let zone: TimeZone
    private let titles: [String: [Int64: String]]
    private let pictures: [Int64: Picture]

    init(_ pointers: Pointers, _ db: Database, _ words: Words, _ zone: TimeZone) throws {
        (self.words, self.zone) = (words, zone)
        titles = try pointers.titles(db)
        let ids = (pointers.ids[Pointers.pictures] ?? []).map(String.init).joined(separator: ",")
        let found = ids.isEmpty ? [] : try Picture.fetchAll(db, sql: "SELECT * FROM picture WHERE id IN (\(ids))")
        pictures = Dictionary(found.map { ($0.id ?? 0, $0) }) { $1 }
    }

    func text(_ kind: any FieldType, _ packed: JSON) -> String {
        switch kind {
        case let kind as ReferenceFieldType: packed.number.map { title(kind.target.table, $0) } ?? ""
        case is ReferencesFieldType: names(kind, packed).joined(separator: ", ")
        case is PictureFieldType: packed.number.map(pictureName) ?? ""
        case let kind as any Composite: (packed.list ?? []).map { item(kind, $0) }.joined(separator: "\n")
        default: plain(kind, packed)
        }
    }

    func names(_ kind: any FieldType, _ packed: JSON) -> [String] {
        guard let kind = kind as? ReferencesFieldType else { return [] }
        return (packed.list ?? []).compactMap(\.number).map { title(kind.target.table, $0) }
    }

    func item(_ kind: any Composite, _ packed: JSON) -> String {
        kind.parts.map { part in packed[part.name].map { text(part.kind, $0) } ?? "" }.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    func picture(_ packed: JSON) -> Picture? { packed.number.flatMap { pictures[Int64($0)] } }

    private func title(_ table: String, _ id: Int) -> String { titles[table]?[Int64(id)] ?? words("history.gone", ["number": String(id)]) }

    private func pictureName(_ id: Int) -> String {
        guard let picture = pictures[Int64(id)] else { return words("history.gonePicture") }
        return picture.alt.isEmpty ? picture.original.isEmpty ? picture.key : picture.original : picture.alt
    }

    private func plain<K: FieldType>(_ kind: K, _ packed: JSON) -> String { kind.unpack(packed).map { kind.text($0, words, zone) } ?? "" }
}
