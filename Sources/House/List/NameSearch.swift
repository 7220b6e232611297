import Admin
import Foundation
import GRDB
import Web

/// Finds products and recipes by words, without accents, case or order; else with one wrong letter, two from eight letters.
struct NameSearch: Sendable {
    struct Found: Equatable, Sendable {
        var ids: [Int64] = []
        var isExact = true

        var json: DatabaseValue { ("[" + ids.map(String.init).joined(separator: ",") + "]").databaseValue }
    }

    private let words: [String]
    /// Larger houses get no fuzzy search, because it compares letter by letter.
    static let most = 5_000
    /// The limit of matches in a larger house, in the order of names.
    private static let mostOfIndex = 2_000

    init(_ typed: String) { words = Self.words(typed).prefix(8).map { String($0.prefix(40)) } }

    func products(for person: GuestRequestContext, _ db: Database) throws -> Found {
        try matches(in: Product.self, of: person.guest.houseID, person.language, db)
    }

    func recipes(for person: GuestRequestContext, _ db: Database) throws -> Found {
        try matches(in: Recipe.self, of: person.guest.houseID, person.language, db)
    }

    func matches(
        in kind: any Publishable.Type, of house: Int64, _ language: Language, upTo most: Int = NameSearch.most, _ db: Database
    ) throws -> Found {
        guard !words.isEmpty else { return Found() }
        let counted = "SELECT count(*) FROM (SELECT 1 FROM \(kind.table) WHERE \(kind.notTrashed.in("?")) LIMIT ?)"
        let isLarge = try Int.fetchOne(db, sql: counted, arguments: [house, most + 1]) ?? 0 > most
        let condition: (sql: String, arguments: StatementArguments) = isLarge ? indexed(kind, house) : ("1", [])
        let sql = """
            SELECT id, name, \(language.localizedSQL(kind.table, "name")) AS translated FROM \(kind.table)
            WHERE \(kind.published.in("?")) AND \(condition.sql) ORDER BY id
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: [house] + condition.arguments)
        let found = matches(in: rows.map { row in (id: row["id"] as Int64, names: [row["name"] as String, row["translated"] as String]) })
        return isLarge && !found.isExact ? Found() : found
    }

    /// A condition for the index: words anywhere in the original name, or beginning words in the record, as in translations.
    private func indexed(_ kind: any Publishable.Type, _ house: Int64) -> (sql: String, arguments: StatementArguments) {
        let named = words.map { _ in "instr(folded, ?) > 0" }.joined(separator: " AND ")
        let sql = """
            id IN (
              SELECT id FROM \(kind.table) WHERE \(kind.notTrashed.in("?"))
                AND (\(named) OR id IN (SELECT rowid FROM \(kind.table)Words WHERE \(kind.table)Words MATCH ?))
              ORDER BY folded LIMIT \(Self.mostOfIndex))
            """
        var arguments: StatementArguments = [house]
        arguments += StatementArguments(words)
        arguments += [FTS5Pattern(matchingAllPrefixesIn: words.joined(separator: " "))]
        return (sql, arguments)
    }

    func matches(in names: [(id: Int64, names: [String])]) -> Found {
        guard !words.isEmpty else { return Found() }
        let folded = names.map { (id: $0.id, names: Set($0.names.map(\.folded))) }
        let exact = folded.filter { $0.names.contains { name in words.allSatisfy { name.contains($0) } } }.map(\.id)
        if !exact.isEmpty { return Found(ids: exact) }
        let near = folded.compactMap { one in one.names.compactMap(distance).min().map { (id: one.id, distance: $0) } }
        let nearest = near.map(\.distance).min()
        return Found(ids: near.filter { $0.distance == nearest }.map(\.id), isExact: false)
    }

    private func distance(_ name: String) -> Int? {
        let parts = Self.words(name).map { Array($0.unicodeScalars) }
        var sum = 0
        for word in words {
            let letters = Array(word.unicodeScalars)
            let limit = letters.count < 3 ? 0 : letters.count < 8 ? 1 : 2
            // Compares a whole word, or its beginning while it is being typed.
            let distances = parts.flatMap { part -> [Int?] in
                let beginning = letters.count < 4 ? nil : editDistance(letters, Array(part.prefix(letters.count)), limit: 1)
                return [editDistance(letters, part, limit: limit), beginning]
            }
            guard let nearest = distances.compactMap({ $0 }).min() else { return nil }
            sum += nearest
        }
        return sum
    }

    private static func words(_ text: String) -> [String] {
        text.folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
