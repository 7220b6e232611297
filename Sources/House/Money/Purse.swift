import Admin
import GRDB
import Web

/// Money that is counted, in the order in which it was put. The money that a guest keeps is in the table `purse`.
struct Purse: Equatable, Sendable {
    static let most = 40

    let pieces: [Denomination]

    init(_ pieces: [Denomination]) { self.pieces = Array(pieces.prefix(Self.most)) }

    /// Reads `500.200.50`; what is no piece is left out.
    init(_ text: String) {
        self.init(text.split(separator: ".").prefix(Self.most).compactMap { Int($0, in: .whole).flatMap(Denomination.of) })
    }

    var text: String { pieces.map { String($0.cents) }.joined(separator: ".") }
    var cents: Int { pieces.reduce(0) { $0 + $1.cents } }
    var isFull: Bool { pieces.count == Self.most }
    var sorted: [Denomination] { pieces.sorted { $0.cents > $1.cents } }

    static func of(_ guest: Int64, _ db: Database) throws -> Purse {
        let sql = "SELECT cents, pieces FROM purse WHERE guestID = ? ORDER BY cents DESC"
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [guest])
        return Purse(
            rows.flatMap { row -> [Denomination] in
                guard let piece = Denomination.of(row["cents"]) else { return [] }
                return Array(repeating: piece, count: row["pieces"])
            })
    }

    func keep(for guest: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM purse WHERE guestID = ?", arguments: [guest])
        for (cents, same) in Dictionary(grouping: pieces, by: \.cents) {
            try db.execute(sql: "INSERT INTO purse (guestID, cents, pieces) VALUES (?, ?, ?)", arguments: [guest, cents, same.count])
        }
    }

    /// What to give for a price: from the largest piece, without any that is not needed. Returns nil if the money is not enough.
    func payment(for price: Int) -> [Denomination]? {
        guard cents >= price else { return nil }
        var rest = price
        var given: [Denomination] = []
        var kept: [Denomination] = []
        for piece in sorted {
            if piece.cents <= rest {
                given.append(piece)
                rest -= piece.cents
            } else {
                kept.append(piece)
            }
        }
        // Each kept piece is larger than the rest, so the smallest is enough.
        guard rest > 0, let more = kept.last else { return given }
        var change = more.cents - rest
        given = given.filter { piece in
            guard piece.cents <= change else { return true }
            change -= piece.cents
            return false
        }
        return Purse(given + [more]).sorted
    }

    /// What is left after a payment, with the change; nil if these are more pieces than can be counted.
    func after(giving given: [Denomination], for price: Int) -> Purse? {
        var left = sorted
        for piece in given {
            if let index = left.firstIndex(of: piece) { left.remove(at: index) }
        }
        left += Denomination.pieces(for: Purse(given).cents - price)
        return left.count <= Self.most ? Purse(Purse(left).sorted) : nil
    }
}
