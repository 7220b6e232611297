import Foundation
import GRDB

/// The bytes of a database file, read without SQLite: what an attacker has who looks at how it was written.
struct RawPages {
    let bytes: [UInt8]
    private let size: Int
    /// The roots of all tables and indexes, by name.
    private let roots: [(name: String, page: Int)]

    init(_ path: String, _ db: Database) throws {
        bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        size = Int(bytes[16]) << 8 | Int(bytes[17])
        roots = try Row.fetchAll(db, sql: "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0").map {
            ($0["name"], $0["rootpage"])
        }
    }

    /// Each tree's cells, page by page, the ones that were written first before the others: SQLite fills a page from its end.
    func cellsAsWritten() -> [(name: String, pages: [[Range<Int>]])] {
        roots.map { root in (root.name, leaves(root.page).map(cells)) }
    }

    /// Every page of the file, also those that belong to nothing, without those of some trees.
    func everything(but names: Set<String> = []) -> [Range<Int>] {
        let own = Set(roots.filter { names.contains($0.name) }.flatMap { pages(of: $0.page) })
        return (1...bytes.count / size).filter { !own.contains($0) }.map { ($0 - 1) * size..<$0 * size }
    }

    private func head(_ page: Int) -> Int { (page - 1) * size + (page == 1 ? 100 : 0) }
    private func number(_ at: Int, _ count: Int) -> Int { bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
    private func isLeaf(_ page: Int) -> Bool { bytes[head(page)] == 10 || bytes[head(page)] == 13 }

    private func offsets(_ page: Int) -> [Int] {
        let start = head(page)
        let pointers = start + (isLeaf(page) ? 8 : 12)
        return (0..<number(start + 3, 2)).map { (page - 1) * size + number(pointers + 2 * $0, 2) }
    }

    private func children(_ page: Int) -> [Int] {
        isLeaf(page) ? [] : offsets(page).map { number($0, 4) } + [number(head(page) + 8, 4)]
    }

    private func leaves(_ page: Int) -> [Int] { isLeaf(page) ? [page] : children(page).flatMap(leaves) }
    private func pages(of page: Int) -> [Int] { [page] + children(page).flatMap(pages) }

    private func cells(_ page: Int) -> [Range<Int>] {
        let starts = offsets(page).sorted()
        return zip(starts, starts.dropFirst() + [page * size]).map { $0..<$1 }.reversed()
    }
}

/// Texts of one length that are looked for in bytes, with what each means.
struct Needles {
    private let texts: [[UInt8]: Int]
    private let length: Int
    /// By the first two bytes, so that most places are passed over at once.
    private var begins = [Bool](repeating: false, count: 65_536)

    init(_ texts: [[UInt8]: Int]) {
        self.texts = texts
        length = texts.keys.first?.count ?? 2
        for text in texts.keys { begins[Int(text[0]) << 8 | Int(text[1])] = true }
    }

    /// Where they begin in a part of the bytes, with what they mean.
    func places(_ bytes: [UInt8], in part: Range<Int>) -> [(at: Int, what: Int)] {
        guard part.count >= length else { return [] }
        var found: [(at: Int, what: Int)] = []
        bytes.withUnsafeBufferPointer { bytes in
            begins.withUnsafeBufferPointer { begins in
                var at = part.lowerBound
                let last = part.upperBound - length
                while at <= last {
                    if begins[Int(bytes[at]) << 8 | Int(bytes[at + 1])], let what = texts[Array(bytes[at..<at + length])] {
                        found.append((at, what))
                    }
                    at += 1
                }
            }
        }
        return found
    }

    func found(_ bytes: [UInt8], in parts: [Range<Int>]) -> [Int] { parts.flatMap { places(bytes, in: $0).map(\.what) } }
}

/// How well the order of answers in a file tells who gave them, against what chance would.
struct AuthorAttack {
    /// The senders, numbered by when they sent, in the order of one table or index.
    private let order: [Int]

    init(_ found: [Int]) {
        var seen: Set<Int> = []
        order = found.filter { seen.insert($0).inserted }
    }

    /// How improbable the best result is by chance, tried from each place on and in both directions: names by order, and neighbours by it.
    func improbability(of people: Int) -> Double {
        guard order.count >= 10 else { return 1 }
        let (count, tries) = (order.count, 2 * order.count)
        let ranks = order.sorted().enumerated().reduce(into: [Int: Int]()) { $0[$1.element] = $1.offset }
        let seats = order.map { ranks[$0] ?? 0 }
        var best = 0
        for start in 0..<count {
            let turned = Array(seats[start...] + seats[..<start])
            for way in [turned, turned.reversed()] { best = max(best, way.enumerated().count { $0.offset == $0.element }) }
        }
        let neighbours = zip(order, order.dropFirst()).count { abs($0 - $1) == 1 }
        let byOrder = Double(tries) * Self.atLeast(best, of: count, each: 1 / Double(count))
        return min(1, byOrder, 2 * Self.atLeast(neighbours, of: count - 1, each: 2 / Double(people)))
    }

    /// The exact binomial probability of so many hits or more.
    static func atLeast(_ hits: Int, of count: Int, each probability: Double) -> Double {
        (hits...max(hits, count)).filter { $0 <= count }.reduce(0) { sum, k in
            let ways = lgamma(Double(count + 1)) - lgamma(Double(k + 1)) - lgamma(Double(count - k + 1))
            return sum + exp(ways + Double(k) * log(probability) + Double(count - k) * log(1 - probability))
        }
    }
}
