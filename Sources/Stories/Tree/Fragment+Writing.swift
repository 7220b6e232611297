import Crypto
import Foundation
import GRDB
import Web

extension Fragment {
    /// Begins a story. `sending` names the request; the same words sent again return the fragment made before.
    static func start(_ content: FragmentContent, by writer: Int64, sending: String? = nil, at now: Date, _ db: Database) throws -> Fragment
    {
        let name = try SendingName(sending, of: content, after: nil, by: writer, db)
        if let made = name.made { return made }
        try Writer.mayWrite(writer, at: now, db)
        try Pace.check(writer, at: now, db)
        try Pace.checkLinks(content, by: writer, at: now, db)
        let fragment = try insert(content, after: nil, by: writer, name.free, at: now, db)
        try db.execute(
            sql: """
                INSERT INTO story (id, createdAt, changedAt, weight, tip, folded, language)
                VALUES (:id, :now, :now, 0, :id, :folded, (SELECT language FROM writer WHERE id = :writer))
                """, arguments: ["id": fragment.id, "now": now, "folded": content.title.folded, "writer": writer])
        try db.execute(sql: "INSERT INTO bestBranch (story, position, fragment) VALUES (:id, 0, :id)", arguments: ["id": fragment.id])
        return try Screening.look(at: fragment, at: now, db)
    }

    /// Continues a fragment. Within a branch this starts a new one; fragments cannot be locked.
    static func add(
        _ content: FragmentContent, after id: Int64, by writer: Int64, sending: String? = nil, at now: Date, _ db: Database
    ) throws -> Fragment {
        let name = try SendingName(sending, of: content, after: id, by: writer, db)
        if let made = name.made { return made }
        let parent = try visible(id, db)
        guard parent.kind == content.kind else { throw StoryRefusal.wrongKind }
        try Writer.mayWrite(writer, at: now, db)
        try Pace.check(writer, at: now, db)
        try Pace.checkLinks(content, by: writer, at: now, db)
        let isFirst = try !Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM fragment WHERE parent = ? AND isHidden = 0)", arguments: [id])!
        let fragment = try insert(content, after: parent, by: writer, name.free, at: now, db)
        try db.execute(sql: "UPDATE fragment SET continuations = continuations + 1 WHERE id = ?", arguments: [id])
        try db.execute(sql: "UPDATE story SET changedAt = ? WHERE id = ?", arguments: [now, parent.story])
        try BestBranch.lengthen(by: fragment, db)
        if isFirst { try StoryNotice.continued(parent, by: fragment, at: now, db) }
        try StoryFollow.tell(fragment, at: now, db)
        return try Screening.look(at: fragment, at: now, db)
    }

    /// The number after all others, withdrawn fragments included: their addresses never lead to another fragment.
    static func nextID(_ db: Database) throws -> Int64 {
        let sql = "SELECT 1 + max(ifnull((SELECT max(id) FROM fragment), 0), ifnull((SELECT max(id) FROM withdrawnFragment), 0))"
        return try Int64.fetchOne(db.cachedStatement(sql: sql)) ?? 1
    }

    /// A new fragment weighs as much as its parent: only votes add weight.
    private static func insert(
        _ content: FragmentContent, after parent: Fragment?, by writer: Int64, _ sending: String?, at now: Date, _ db: Database
    ) throws -> Fragment {
        // Computed here, because a story's first fragment refers to itself.
        let id = try nextID(db)
        let (story, depth, weight) = (parent?.story ?? id, (parent?.depth ?? -1) + 1, parent?.weight ?? 0)
        try db.execute(
            sql: """
                INSERT INTO fragment (id, story, parent, writer, kind, title, text, photo, description, createdAt, sending, depth, weight)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, story, parent?.id, writer, content.kind, content.title, content.text, content.photo, content.description, now, sending,
                depth, weight,
            ])
        return try find(id, db)!
    }
}

/// The name under which a fragment is stored, so that a request creates it once. It includes the words when other words have that name.
struct SendingName {
    let made: Fragment?
    let free: String?

    private static let longest = 200

    init(_ sending: String?, of content: FragmentContent, after parent: Int64?, by writer: Int64, _ db: Database) throws {
        let sql = "SELECT * FROM fragment WHERE writer = ? AND sending = ?"
        for name in Self.names(sending, of: content, after: parent) {
            guard let taken = try Fragment.fetchOne(db, sql: sql, arguments: [writer, name]) else {
                (made, free) = (nil, name)
                return
            }
            if taken.says(content, after: parent) {
                (made, free) = (taken, nil)
                return
            }
        }
        (made, free) = (nil, nil)
    }

    private static func names(_ sending: String?, of content: FragmentContent, after parent: Int64?) -> [String] {
        guard let name = sending?.prefix(longest), !name.isEmpty else { return [] }
        let words =
            [parent.map(String.init) ?? "", content.kind.rawValue, content.title, content.text, content.photo ?? ""]
            + (content.description.isEmpty ? [] : [content.description])
        let hash = SHA256.hash(data: Data(words.map { "\($0.utf8.count):\($0)" }.joined().utf8))
        return [String(name), name + " " + Data(hash).base64EncodedString()]
    }
}

extension Fragment {
    func says(_ content: FragmentContent, after parent: Int64?) -> Bool {
        self.parent == parent && kind == content.kind && title == content.title && text == content.text && photo == content.photo
            && description == content.description
    }
}
