import Admin
import Crypto
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

/// A call that may come twice, because its answer was lost on the way: the program gives it a name of its own in `Idempotency-Key`, and
/// the second one is answered as the first was, and does nothing. Table `guestCall`, for a day.
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
    /// The header that its address takes.
    static let keys: [(name: String, schema: JSON)] = [
        ("Idempotency-Key", .values(["type": .text("string"), "pattern": .text("^[!-~]{1,\(longestKey)}$")]))
    ]

    /// - Parameter sent: what the call brings, so that a key that is used for something else is found out.
    /// - Throws: `Problem`: 400 for a key that is none, 409 for one that another call had.
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
            guard row[0] as Data == call else { throw Problem(.conflict, "keyReused") }
            let json = (try? JSONReader.read(Array((row[2] as String).utf8))) ?? .null
            return Answer(json, status: .init(code: row[1]), headers: [replayed: "true"])
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

extension GuestAPI {
    /// One act on the guest's list: one transaction, done once.
    func act(
        _ request: Request, _ sent: JSON, _ person: GuestRequestContext,
        _ body: @escaping @Sendable (ShoppingList, Database) throws -> GuestCall.Answer
    ) async throws -> Response {
        try await database.write { db in
            try GuestCall.once(request, sent, guest: person.guest.id, db) {
                try body(try ShoppingList.open(person, db), db)
            }.response
        }
    }
}
