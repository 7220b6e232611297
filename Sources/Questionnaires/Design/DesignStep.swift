import GRDB

/// The steps of a draft, for undo and redo: its texts in order, without who took them and when.
struct DesignStep: Sendable {
    /// As many as are kept for each draft.
    static let most = 100

    private let number: Int
    private let text: String

    /// Whether anything can be taken back, and done again.
    static func possible(_ version: Int64, _ db: Database) throws -> (undo: Bool, redo: Bool) {
        (try last(of: version, db) != nil, try firstUndone(of: version, db) != nil)
    }

    /// Notes what the draft was before it changes. What was taken back can no longer be done again.
    static func record(_ before: Structure, of version: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM designStep WHERE version = ? AND undone = 1", arguments: [version])
        let sql = "SELECT ifnull(max(number), 0) + 1 FROM designStep WHERE version = ?"
        let number = try Int.fetchOne(db, sql: sql, arguments: [version]) ?? 1
        try db.execute(
            sql: "INSERT INTO designStep (version, number, text) VALUES (?, ?, ?)",
            arguments: [version, number, StructureWriter(before).text])
        try db.execute(sql: "DELETE FROM designStep WHERE version = ? AND number <= ?", arguments: [version, number - most])
    }

    static func forget(_ version: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM designStep WHERE version = ?", arguments: [version])
    }

    /// False if there is nothing to take back.
    static func undo(_ version: QuestionnaireVersion, _ db: Database) throws -> Bool {
        guard let step = try last(of: version.id, db) else { return false }
        try step.exchange(with: version, isUndone: true, db)
        return true
    }

    /// False if nothing was taken back.
    static func redo(_ version: QuestionnaireVersion, _ db: Database) throws -> Bool {
        guard let step = try firstUndone(of: version.id, db) else { return false }
        try step.exchange(with: version, isUndone: false, db)
        return true
    }

    /// The draft gets the text of the step, and the step that of the draft.
    private func exchange(with version: QuestionnaireVersion, isUndone: Bool, _ db: Database) throws {
        let now = try StructureStore.read(version.id, db)
        try version.save(StructureReader(text).structure.adopting(now).coded, keepsStep: false, db)
        try db.execute(
            sql: "UPDATE designStep SET text = ?, undone = ? WHERE version = ? AND number = ?",
            arguments: [StructureWriter(now).text, isUndone, version.id, number])
    }

    private static func last(of version: Int64, _ db: Database) throws -> DesignStep? {
        let sql = "SELECT number, text FROM designStep WHERE version = ? AND undone = 0 ORDER BY number DESC LIMIT 1"
        return try Row.fetchOne(db, sql: sql, arguments: [version]).map { DesignStep(number: $0["number"], text: $0["text"]) }
    }

    private static func firstUndone(of version: Int64, _ db: Database) throws -> DesignStep? {
        let sql = "SELECT number, text FROM designStep WHERE version = ? AND undone = 1 ORDER BY number LIMIT 1"
        return try Row.fetchOne(db, sql: sql, arguments: [version]).map { DesignStep(number: $0["number"], text: $0["text"]) }
    }
}
