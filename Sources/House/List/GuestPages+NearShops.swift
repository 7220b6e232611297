import Foundation
import GRDB
import Hummingbird
import Web

// The page itself compares distances; the guest's position is never sent.

extension GuestPages {
    /// `GET /house/list/shops`: JSON `{"shops":[{"id":3,"name":"…","latitude":42.35,"longitude":13.4,"radius":300}]}`
    @Sendable func shopsNearList(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let shops = try await database.read { try NearShop.all(for: person, $0) }
        let headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
        return Response(
            status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(["shops": shops]))))
    }
}

struct NearShop: Encodable, Equatable, Sendable {
    let id: Int64
    let name: String
    let latitude: Double
    let longitude: Double
    /// Metres.
    let radius: Int

    static func all(for person: GuestRequestContext, _ db: Database) throws -> [NearShop] {
        guard person.preferences.isOn(.nearShop), let list = try ShoppingList.existing(person, db) else { return [] }
        return try selling(list, within: Int(person.preferences[.nearRadius], in: .whole), db)
    }

    static func selling(_ list: ShoppingList, within metres: Int? = nil, _ db: Database) throws -> [NearShop] {
        let sql = """
            SELECT id, name, place, radius FROM shop
            WHERE houseID = ? AND deletedAt IS NULL AND published AND place IS NOT NULL AND id IN (
              SELECT shop FROM productShop JOIN listItem ON listItem.product = productShop.product
              WHERE listID = ? AND removal IS NULL AND NOT bought)
            ORDER BY folded
            """
        return try Row.fetchAll(db, sql: sql, arguments: [list.houseID, list.id]).compactMap { row in
            let parts = (row[2] as String).split(separator: ",").compactMap { Double(finite: $0.trimmingCharacters(in: .whitespaces)) }
            guard parts.count == 2 else { return nil }
            return NearShop(id: row[0], name: row[1], latitude: parts[0], longitude: parts[1], radius: metres ?? row[3])
        }
    }
}
