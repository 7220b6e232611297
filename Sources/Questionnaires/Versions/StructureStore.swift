import Admin
import GRDB
import Web

enum StructureStore {
    static func read(_ version: Int64, _ db: Database) throws -> Structure {
        let sql = """
            SELECT id, kind, parent, text, note, format, look, shuffled, mandatory, category, code, score, length, least, greatest,
              decimals, takesFile
            FROM element WHERE version = ? ORDER BY position, id
            """
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [version])
        let children = Dictionary(grouping: rows) { $0["parent"] as Int64? }
        let tags = try tags(version, db)
        let said = try translations(version, db)
        let labels = try labels(version, db)
        func within(_ id: Int64) -> [Row] { children[id] ?? [] }
        let pages = (children[nil] ?? []).map { page in
            Page(
                id: page["id"], text: page["text"], note: page["note"], translations: said[page["id"]] ?? Translations(),
                paragraphs: within(page["id"]).map { paragraph in
                    Paragraph(
                        id: paragraph["id"], text: paragraph["text"], note: paragraph["note"],
                        translations: said[paragraph["id"]] ?? Translations(),
                        questions: within(paragraph["id"]).map { row in
                            let id: Int64 = row["id"]
                            return question(row, tags[id] ?? [], labels, said, within(id).map { answer($0, labels, said) })
                        })
                })
        }
        return Structure(pages: pages, conditions: try conditions(version, db), rules: try rules(version, db))
    }

    private static func question(
        _ row: Row, _ tags: [ElementTag], _ labels: [Int64: [Label]], _ said: [Int64: Translations], _ answers: [Answer]
    ) -> Question {
        Question(
            id: row["id"], text: row["text"], note: row["note"], translations: said[row["id"]] ?? Translations(),
            format: QuestionFormat(rawValue: row["format"] as String) ?? .single,
            look: QuestionLook(rawValue: row["look"] as String) ?? .plain, isShuffled: row["shuffled"], isMandatory: row["mandatory"],
            category: row["category"], code: row["code"], tags: tags, labels: labels[row["id"]] ?? [],
            answers: answers)
    }

    private static func answer(_ row: Row, _ labels: [Int64: [Label]], _ said: [Int64: Translations]) -> Answer {
        Answer(
            id: row["id"], text: row["text"], translations: said[row["id"]] ?? Translations(),
            format: (row["takesFile"] as Bool)
                ? .file : AnswerFormat(rawValue: row["look"] as String) ?? AnswerFormat(rawValue: row["format"] as String) ?? .fixed,
            code: row["code"],
            score: row["score"], labels: labels[row["id"]] ?? [],
            limits: Limits(length: row["length"], least: row["least"], greatest: row["greatest"], decimals: row["decimals"]))
    }

    private static func tags(_ version: Int64, _ db: Database) throws -> [Int64: [ElementTag]] {
        let sql = "SELECT element, tag FROM elementTag JOIN element ON element.id = elementTag.element WHERE version = ? ORDER BY tag"
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [version])
        return Dictionary(grouping: rows) { $0["element"] as Int64 }.mapValues { rows in
            rows.compactMap { ElementTag(rawValue: $0["tag"] as String) }
        }
    }

    private static func labels(_ version: Int64, _ db: Database) throws -> [Int64: [Label]] {
        let sql =
            "SELECT element, tag, value FROM elementLabel JOIN element ON element.id = elementLabel.element WHERE version = ? ORDER BY tag"
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [version])
        return Dictionary(grouping: rows) { $0["element"] as Int64 }.mapValues { $0.map { Label($0["tag"], $0["value"]) } }
    }

    private static func translations(_ version: Int64, _ db: Database) throws -> [Int64: Translations] {
        let sql = """
            SELECT elementTranslation.element, part, language, elementTranslation.text, original FROM element
            JOIN elementTranslation ON elementTranslation.element = element.id WHERE version = ?
            """
        var all: [Int64: Translations] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [version])
        while let row = try rows.next() {
            guard let language = Language(rawValue: row["language"]) else { continue }
            all[row["element"], default: Translations()][row["part"], language] = .init(row["text"], of: row["original"])
        }
        return all
    }

    private static func conditions(_ version: Int64, _ db: Database) throws -> [Condition] {
        let sql = "SELECT id, answer, target, action FROM elementCondition WHERE version = ? ORDER BY id"
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [version]).map { row in
            Condition(
                id: row["id"], trigger: row["answer"], target: row["target"],
                action: Condition.Action(rawValue: row["action"] as String) ?? .show)
        }
    }

    private static func rules(_ version: Int64, _ db: Database) throws -> [CompoundRule] {
        let sql = "SELECT id, target, action, test FROM elementRule WHERE version = ? ORDER BY id"
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [version]).compactMap { row in
            guard let test = RuleText.stored(from: row["test"]) else { return nil }
            return CompoundRule(
                id: row["id"], target: row["target"], action: Condition.Action(rawValue: row["action"] as String) ?? .show, test: test)
        }
    }

    /// Replaces the structure of a version. Elements with an id of the version keep it; others get new ids.
    static func write(_ structure: Structure, into version: Int64, _ db: Database) throws {
        var writing = StructureWriting(version: version, known: try known(version, db))
        try writing.write(structure, db)
    }

    private static func known(_ version: Int64, _ db: Database) throws -> Set<Int64> {
        try Int64.fetchSet(db, sql: "SELECT id FROM element WHERE version = ?", arguments: [version])
    }
}
