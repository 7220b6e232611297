import Admin
import Foundation
import GRDB
import Web

// GRDB has another one.
typealias ListPlace = Admin.Cursor

/// A part of the works of a run, in some order.
struct WorkList: Sendable {
    enum Part: String, CaseIterable, Sendable { case core, tie, out, excluded, doubtful }

    private enum Column: String, CaseIterable, Sendable { case citations, year, title, similarity }

    /// With a sign before it from the largest on.
    static let orders = Column.allCases.flatMap { [$0.rawValue, "-" + $0.rawValue] }
    static let mostAtOnce = 500

    private let part: Part?
    private let column: Column
    private let isDescending: Bool
    private let limit: Int
    private let after: ListPlace?

    /// - Throws: `Problem` (400) for a value that means nothing.
    init(_ query: APIQuery) throws {
        let state = query["state"]
        part = state.flatMap(Part.init(rawValue:))
        guard state == nil || part != nil else { throw Problem.parameter("state") }
        let sort = query["sort"] ?? "-citations"
        isDescending = sort.hasPrefix("-")
        guard let column = Column(rawValue: String(sort.drop { $0 == "-" })), Self.orders.contains(sort) else {
            throw Problem.parameter("sort")
        }
        self.column = column
        limit = Int(try query.number("limit", in: 1...200) ?? 50)
        // Works of another part are another list.
        let order = "\(sort) \(state ?? "")"
        after = try query["cursor"].map { text in
            guard let cursor = ListPlace(text, order: order) else { throw Problem.parameter("cursor") }
            return cursor
        }
    }

    /// The works of this part by their places in the findings, and where the next part begins.
    func cut(_ findings: Findings) -> (shown: [Int], next: ListPlace?) {
        let chosen = findings.works.indices.filter { isPart($0, of: findings) }
        let sorted = chosen.map { (index: $0, key: key(findings.works[$0])) }.sorted { isBefore($0.key, $1.key) }
        let rest = after.map { cursor in sorted.drop { !isBefore(Key(cursor), $0.key) } } ?? sorted[...]
        let shown = rest.prefix(limit)
        guard rest.count > limit, let last = shown.last else { return (shown.map(\.index), nil) }
        let order = (isDescending ? "-" : "") + column.rawValue + " " + (part?.rawValue ?? "")
        return (shown.map(\.index), ListPlace(order: order, value: last.key.value, id: last.key.id))
    }

    private func isPart(_ index: Int, of findings: Findings) -> Bool {
        switch part {
        case nil: true
        case .doubtful: findings.isDoubtful(findings.works[index])
        case .core: findings.ranking.standings[index] == .core
        case .tie: findings.ranking.standings[index] == .tie
        case .out: findings.ranking.standings[index] == .out
        case .excluded: findings.ranking.standings[index] == .excluded
        }
    }

    /// A work's place in the order; what a work does not say stands below everything.
    private struct Key {
        var number = -Double.infinity
        var text = ""
        let id: Int64

        init(id: Int64) { self.id = id }

        init(_ cursor: ListPlace) {
            id = cursor.id
            text = cursor.value.text ?? ""
            number = cursor.value.text != nil ? 0 : Double.fromDatabaseValue(cursor.value.databaseValue) ?? -.infinity
        }

        var value: DatabaseValue { number == -.infinity ? .null : text.isEmpty ? number.databaseValue : text.databaseValue }
    }

    private func key(_ work: FoundWork) -> Key {
        var key = Key(id: work.id)
        switch column {
        case .citations: key.number = Double(work.citations)
        case .year: key.number = work.year.map(Double.init) ?? -.infinity
        case .similarity: key.number = work.percent ?? -.infinity
        case .title: (key.number, key.text) = (0, work.title.folded)
        }
        return key
    }

    /// Of equal ones the first in the lists.
    private func isBefore(_ a: Key, _ b: Key) -> Bool {
        let (x, y) = isDescending ? (b, a) : (a, b)
        return (x.number, x.text, a.id) < (y.number, y.text, b.id)
    }
}
