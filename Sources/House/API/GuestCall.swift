import Admin
import Crypto
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

/// A call that may be repeated: a second one with the same `Idempotency-Key` only gets the first answer, kept for a day.
enum GuestCall {
    struct Answer: Sendable {
        let json: JSON
        let status: HTTPResponse.Status
        let headers: HTTPFields

        init(_ json: JSON, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) {
            (self.json, self.status, self.headers) = (json, status, headers)
        }

        var response: Response { .json(json, status: status, headers: headers) }
    }

    private static let longestKey = 100
    static let keys: [(name: String, schema: JSON)] = [
        ("Idempotency-Key", .values(["type": .text("string"), "pattern": .text("^[!-~]{1,\(longestKey)}$")]))
    ]

    static func act(
        _ request: Request, _ sent: JSON, _ person: GuestRequestContext, _ database: any DatabaseWriter,
        _ body: @escaping @Sendable (ShoppingList, Database) throws -> Answer
    ) async throws -> Response {
        try await database.write { db in
            try once(request, sent, guest: person.guest.id, db) {
                try body(try ShoppingList.open(person, db), db)
            }.response
        }
    }

    /// `sent` is compared with the first call under the key. Throws a `Problem`: 400 for an invalid key, 409 for a key of another call.
    static func once(
        _ request: Request, _ sent: JSON, guest: Int64, _ db: Database, _ act: () throws -> Answer
    ) throws -> Answer {
        guard let key = request.headers[idempotencyKey] else { return try act() }
        guard (1...longestKey).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Problem.parameter("Idempotency-Key")
        }
        let call = Data(SHA256.hash(data: Data("\(request.method.rawValue) \(request.uri.path) \(sent.compact)".utf8)))
        try db.execute(sql: "DELETE FROM guestCall WHERE at < ?", arguments: [Date.now - 86400])
        let sql = "SELECT call, status, answer FROM guestCall WHERE guestID = ? AND key = ?"
        if let row = try Row.fetchOne(db, sql: sql, arguments: [guest, key]) {
            guard row["call"] as Data == call else { throw Problem(.conflict, "keyReused") }
            let json = (try? JSONReader.read(Array((row["answer"] as String).utf8))) ?? .null
            return Answer(json, status: .init(code: row["status"]), headers: [replayed: "true"])
        }
        let answer = try act()
        try db.execute(
            sql: "INSERT INTO guestCall (guestID, key, call, status, answer, at) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [guest, key, call, answer.status.code, answer.json.compact, Date.now])
        return answer
    }

    private static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
    private static let replayed = HTTPField.Name("Idempotent-Replayed")!
}
