import Admin
import Foundation
import GRDB
import Web

struct WorkList: Sendable {
    enum Part: String, CaseIterable, Sendable { case core, tie, out, excluded, doubtful }

    enum Column: String, CaseIterable, Sendable { case citations, year, title, similarity }

    /// A minus sign means descending.
    static let orders = Column.allCases.flatMap { [$0.rawValue, "-" + $0.rawValue] }
    static let usualOrder = "-citations"
    static let longestText = 200

    var part: Part?
    var order = Self.usualOrder
    var text = ""
    var size = Self.sizes[0]

    static let sizes = [10, 50, 100]

    private var column: Column { Column(rawValue: String(order.drop { $0 == "-" })) ?? .citations }
    private var isDescending: Bool { order.hasPrefix("-") }

    func works(_ findings: Findings) -> [Int] {
        let wanted = text.folded.split(separator: " ")
        let chosen = findings.works.indices.filter { index in
            guard isPart(index, of: findings) else { return false }
            let work = findings.works[index]
            let told = [work.title, work.listed.authors, work.listed.venue].joined(separator: " ").folded
            return wanted.allSatisfy { told.contains($0) }
        }
        return chosen.map { (index: $0, key: key(findings.works[$0])) }.sorted { isBefore($0.key, $1.key) }.map(\.index)
    }

    private func isPart(_ index: Int, of findings: Findings) -> Bool {
        switch part {
        case nil: true
        case .doubtful: findings.isDoubtful(index)
        case .core: findings.ranking.standings[index] == .core
        case .tie: findings.ranking.standings[index] == .tie
        case .out: findings.ranking.standings[index] == .out
        case .excluded: findings.ranking.standings[index] == .excluded
        }
    }

    struct Key {
        var number = -Double.infinity
        var text = ""
        let id: Int64
    }

    func key(_ work: FoundWork) -> Key {
        var key = Key(id: work.id)
        switch column {
        case .citations: key.number = Double(work.citations)
        case .year: key.number = work.year.map(Double.init) ?? -.infinity
        case .similarity: key.number = work.percent ?? -.infinity
        case .title: (key.number, key.text) = (0, work.title.folded)
        }
        return key
    }

    func isBefore(_ a: Key, _ b: Key) -> Bool {
        let (x, y) = isDescending ? (b, a) : (a, b)
        return (x.number, x.text, a.id) < (y.number, y.text, b.id)
    }
}

extension WorkList {
    init(_ form: Form) {
        part = Part(rawValue: form["only"])
        if Self.orders.contains(form["sort"]) { order = form["sort"] }
        text = String(form["q"].prefix(Self.longestText))
        if let size = form.number("size", in: .whole), Self.sizes.contains(size) { self.size = size }
    }

    var isWhole: Bool { part == nil && text.isEmpty }

    var query: [(name: String, value: String)] {
        [
            ("only", part?.rawValue ?? ""), ("sort", order == Self.usualOrder ? "" : order), ("q", text),
            ("size", size == Self.sizes[0] ? "" : String(size)),
        ].filter { !$0.1.isEmpty }
    }
}
