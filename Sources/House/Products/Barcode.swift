import Admin
import GRDB

/// The number of a package, as EAN or UPC: 8 to 14 digits.
struct Barcode: Equatable {
    let digits: String

    /// Accepts spaces, as they are printed between the digits.
    init?(_ typed: String) {
        let digits = typed.filter { $0 != " " }
        guard (8...14).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self.digits = digits
    }

    /// The product of a house with this code, also a hidden one.
    static func product(_ digits: String, in house: Int64, _ db: Database) throws -> (id: Int64, name: String)? {
        let sql = "SELECT id, name FROM product WHERE barcode = ? AND \(Product.notTrashed.in("?")) ORDER BY id LIMIT 1"
        return try Row.fetchOne(db, sql: sql, arguments: [digits, house]).map { ($0["id"] as Int64, $0["name"] as String) }
    }
}
