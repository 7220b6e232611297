import GRDB
import Web

/// The pictures in a row, or the number, of a guest; only the hash is stored.
enum EntrySecret {
    static let names = ["sun", "tree", "fish", "flower", "boat", "star"]

    static func length(_ entry: String) -> Int { entry == "pin" ? 4 : 3 }

    /// Includes the kind, so that a number of one kind never opens another.
    static func text(_ typed: String, _ entry: String) -> String { "\(entry):\(typed)" }

    static func isValid(_ typed: String, _ entry: String) -> Bool {
        let allowed: ClosedRange<UInt8> = entry == "pin" ? 0x30...0x39 : 0x31...0x36
        return typed.utf8.count == length(entry) && typed.utf8.allSatisfy(allowed.contains)
    }

    static func hash(of guest: Inhabitant, _ db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT hash FROM guestSecret WHERE guestID = ? AND entry = ?", arguments: [guest.id, guest.entry])
    }

    static func signs(_ words: Words) -> [Values] {
        names.enumerated().map { ["number": String($0 + 1), "sign": $1, "label": words("living.signs.\($1)")] }
    }
}
