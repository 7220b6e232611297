import Accounts
import Foundation
import GRDB
import Web

/// A word for which fragments are held; table `watchedWord`.
struct WatchedWord: Decodable, FetchableRecord, Equatable, Sendable {
    enum Problem: Error, Equatable, Sendable { case word, twice, tooMany }

    let id: Int64
    /// The language of the writers that it is meant for; empty is all.
    let language: String
    /// Folded; several words are separated by spaces.
    let word: String
    let isStem: Bool
    let reason: Reason
    let addedBy: String

    /// Characters, and words in all.
    static let (shortest, longest, most) = (2, 60, 2000)

    static func all(_ db: Database) throws -> [WatchedWord] {
        try fetchAll(db, sql: "SELECT * FROM watchedWord WHERE removedAt IS NULL ORDER BY language, word, isStem")
    }

    /// The stored form of a typed word; nil when it has no letters or is too short or too long.
    static func key(_ typed: String) -> String? {
        let key = WatchedWords.words(of: typed).joined(separator: " ")
        return (shortest...longest).contains(key.count) ? key : nil
    }

    @discardableResult
    static func add(
        _ typed: String, language: String, isStem: Bool, _ reason: Reason, by actor: Actor, at now: Date, _ db: Database
    ) throws -> Int64 {
        guard let key = key(typed) else { throw Problem.word }
        let known = try all(db)
        guard known.count < most else { throw Problem.tooMany }
        if known.contains(where: { $0.language == language && $0.word == key && $0.isStem == isStem }) { throw Problem.twice }
        try db.execute(
            sql: "INSERT INTO watchedWord (language, word, isStem, reason, addedBy, addedAt) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [language, key, isStem, reason, actor.name, now])
        let id = db.lastInsertedRowID
        try AuditEntry.write(db, "stories.words.add", by: actor, on: ("stories.words", id, key))
        return id
    }

    static func remove(_ id: Int64, by actor: Actor, at now: Date, _ db: Database) throws -> Bool {
        try db.execute(sql: "UPDATE watchedWord SET removedAt = ? WHERE id = ? AND removedAt IS NULL", arguments: [now, id])
        guard db.changesCount == 1 else { return false }
        try AuditEntry.write(db, "stories.words.remove", by: actor, on: ("stories.words", id, String(id)))
        return true
    }

    /// Undoes a removal. Returns false when the same word was added since.
    static func restore(_ id: Int64, by actor: Actor, _ db: Database) throws -> Bool {
        try db.execute(
            sql: """
                UPDATE watchedWord SET removedAt = NULL WHERE id = ? AND removedAt IS NOT NULL AND NOT EXISTS (SELECT 1
                  FROM watchedWord AS other WHERE other.removedAt IS NULL AND other.language = watchedWord.language
                    AND other.word = watchedWord.word AND other.isStem = watchedWord.isStem)
                """, arguments: [id])
        guard db.changesCount == 1 else { return false }
        try AuditEntry.write(db, "stories.words.putBack", by: actor, on: ("stories.words", id, String(id)))
        return true
    }
}

struct WatchedWords: Sendable {
    private let whole: [String: WatchedWord]
    private let stems: [String: WatchedWord]
    private let phrases: [WatchedWord]

    init(for language: String, _ db: Database) throws {
        let sql = "SELECT * FROM watchedWord WHERE removedAt IS NULL AND language IN ('', ?) ORDER BY id"
        self.init(try WatchedWord.fetchAll(db.cachedStatement(sql: sql), arguments: [language]))
    }

    init(_ watched: [WatchedWord]) {
        let (several, single) = (watched.filter { $0.word.contains(" ") }, watched.filter { !$0.word.contains(" ") })
        whole = Dictionary(single.filter { !$0.isStem }.map { ($0.word, $0) }) { first, _ in first }
        stems = Dictionary(single.filter(\.isStem).map { ($0.word, $0) }) { first, _ in first }
        phrases = several
    }

    func first(in texts: [String]) -> WatchedWord? {
        guard !whole.isEmpty || !stems.isEmpty || !phrases.isEmpty else { return nil }
        for text in texts {
            let words = Self.words(of: text)
            if let found = words.lazy.compactMap({ match(in: $0) }).first { return found }
            if let found = phrases.first(where: { Self.contains($0, in: words) }) { return found }
        }
        return nil
    }

    /// Letters and digits between everything else, folded.
    static func words(of text: String) -> [String] { text.folded.split { !$0.isLetter && !$0.isNumber }.map(String.init) }

    private func match(in word: String) -> WatchedWord? {
        if let found = whole[word] { return found }
        guard !stems.isEmpty else { return nil }
        var start = ""
        for letter in word {
            start.append(letter)
            if let found = stems[start] { return found }
        }
        return nil
    }

    private static func contains(_ phrase: WatchedWord, in words: [String]) -> Bool {
        let wanted = phrase.word.split(separator: " ").map(String.init)
        guard words.count >= wanted.count else { return false }
        return (0...(words.count - wanted.count)).contains { place in
            let here = words[place..<(place + wanted.count)]
            guard phrase.isStem else { return here.elementsEqual(wanted) }
            return here.dropLast().elementsEqual(wanted.dropLast()) && here.last!.hasPrefix(wanted.last!)
        }
    }
}
