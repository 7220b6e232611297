import Foundation
import GRDB
import Web

struct Message: Codable, Sendable {
    var text: String
    var undo: String?
    var undoValue = ""
    /// The form field of the undo; nil is `removal`.
    var undoName: String?
    /// The label of the undo; nil is "as it was before".
    var undoLabel: String?

    init(_ text: String, undo: String? = nil, undoValue: String = "", undoName: String? = nil, undoLabel: String? = nil) {
        (self.text, self.undo, self.undoValue) = (text, undo, undoValue)
        (self.undoName, self.undoLabel) = (undoName, undoLabel)
    }

    init?(json: String) {
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
        self = read
    }

    var json: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}" }
    var values: Values {
        [
            "text": text, "undo": undo ?? false, "undoValue": undoValue, "undoName": undoName ?? "removal",
            "undoLabel": undoLabel ?? false,
        ]
    }

    func show(to person: GuestRequestContext, _ db: Database) throws {
        try db.execute(sql: "UPDATE guestSession SET message = ? WHERE id = ?", arguments: [json, person.session.id])
    }
}
