import GRDB

/// A value that leads to no record or choice, how many items have it, and its answer; table `stagedValue`.
struct UnknownValue: FetchableRecord, Sendable {
    enum Answer: String, Sendable { case none = "", map, make, skip }

    /// A field, or the field of a part such as `steps.picture`.
    let field: String
    /// Folded.
    let value: String
    let spelled: String
    let count: Int
    let answer: Answer
    /// The record or choice that it means; of a record to be made, what it refers to.
    let target: String

    init(row: Row) {
        (field, value, spelled, count) = (row["field"], row["value"], row["spelled"], row["count"])
        answer = Answer(rawValue: row["answer"]) ?? .none
        target = row["target"]
    }

    /// The records that a record to be made refers to, by field: its category, its place.
    var references: [String: Int64] {
        guard answer == .make, case .object(let pairs)? = try? JSON(parsing: target.utf8) else { return [:] }
        let numbers = pairs.compactMap { pair in pair.value.number.map { (pair.key, Int64($0)) } }
        return Dictionary(numbers) { first, _ in first }
    }

    static func packed(_ references: [String: Int64]) -> String {
        let pairs = references.sorted { $0.key < $1.key }.map { (key: $0.key, value: JSON.number(Int($0.value))) }
        return pairs.isEmpty ? "" : JSON.object(pairs).compact
    }

    static func all(of staged: Int64, _ db: Database) throws -> [UnknownValue] {
        let sql = "SELECT * FROM stagedValue WHERE importID = ? ORDER BY field, count DESC, value"
        return try fetchAll(db.cachedStatement(sql: sql), arguments: [staged])
    }

    /// How many there are, and how many of them have no answer.
    static func counts(of staged: Int64, _ db: Database) throws -> (all: Int, open: Int) {
        let sql = "SELECT count(*) AS total, ifnull(sum(answer = ''), 0) AS open FROM stagedValue WHERE importID = ?"
        let row = try Row.fetchOne(db, sql: sql, arguments: [staged])
        return (row?["total"] ?? 0, row?["open"] ?? 0)
    }

    static func answers(_ all: [UnknownValue]) -> [UnknownValues.Key: UnknownValues.Answer] {
        var answers: [UnknownValues.Key: UnknownValues.Answer] = [:]
        for value in all {
            switch value.answer {
            case .none: break
            case .map: answers[value.key] = .map(value.target)
            case .make: answers[value.key] = .make
            case .skip: answers[value.key] = .skip
            }
        }
        return answers
    }

    var key: UnknownValues.Key { UnknownValues.Key(field, value) }

    /// Begins counting anew; answers stay.
    static func forgetCounts(of staged: Int64, _ db: Database) throws {
        try db.execute(sql: "UPDATE stagedValue SET count = 0 WHERE importID = ?", arguments: [staged])
    }

    /// `given` are the first answers of a format.
    static func add(
        _ found: [UnknownValues.Key: (spelled: String, count: Int)], _ given: [UnknownValues.Key: UnknownValues.Answer],
        to staged: Int64, _ db: Database
    ) throws {
        let sql = """
            INSERT INTO stagedValue (importID, field, value, spelled, count, answer, target) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET count = count + excluded.count
            """
        for (key, value) in found {
            let (answer, target): (Answer, String) =
                switch given[key] {
                case .map(let target)?: (.map, target)
                case .make?: (.make, "")
                case .skip?: (.skip, "")
                case nil: (.none, "")
                }
            try db.cachedStatement(sql: sql).execute(arguments: [
                staged, key.field, key.value, value.spelled, value.count, answer.rawValue, target,
            ])
        }
    }

    static func removeUnused(of staged: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM stagedValue WHERE importID = ? AND count = 0", arguments: [staged])
    }

    static func answer(_ key: UnknownValues.Key, _ answer: Answer, _ target: String, of staged: Int64, _ db: Database) throws {
        let sql = "UPDATE stagedValue SET answer = ?, target = ? WHERE importID = ? AND field = ? AND value = ?"
        try db.execute(sql: sql, arguments: [answer.rawValue, target, staged, key.field, key.value])
    }
}
