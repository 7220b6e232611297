import Admin
import GRDB
import Web

struct StructureWriting {
    let version: Int64
    private var rest: Set<Int64>
    private var ids: [Int64: Int64] = [:]
    private var position = 0

    init(version: Int64, known: Set<Int64>) { (self.version, rest) = (version, known) }

    mutating func write(_ structure: Structure, _ db: Database) throws {
        for table in ["elementCondition", "elementRule"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE version = ?", arguments: [version])
        }
        for table in ["elementTag", "elementLabel", "elementTranslation"] {
            try db.execute(
                sql: "DELETE FROM \(table) WHERE element IN (SELECT id FROM element WHERE version = ?)", arguments: [version])
        }
        for page in structure.pages {
            let inPage = try write(Line(page), nil, db)
            for paragraph in page.paragraphs {
                let inParagraph = try write(Line(paragraph), inPage, db)
                for question in paragraph.questions { try write(question, inParagraph, db) }
            }
        }
        for id in rest.sorted() { try db.execute(sql: "DELETE FROM element WHERE id = ?", arguments: [id]) }
        for condition in structure.conditions { try write(condition, db) }
        for rule in structure.rules { try write(rule, db) }
    }

    private mutating func write(_ question: Question, _ paragraph: Int64, _ db: Database) throws {
        var line = Line(question)
        (line.format, line.isMandatory) = (question.format.rawValue, question.isMandatory)
        (line.look, line.isShuffled) = (question.look == .plain ? "" : question.look.rawValue, question.isShuffled)
        (line.category, line.code) = (question.category, question.code)
        let id = try write(line, paragraph, db)
        for tag in question.tags {
            try db.execute(sql: "INSERT OR IGNORE INTO elementTag (element, tag) VALUES (?, ?)", arguments: [id, tag.rawValue])
        }
        try write(question.labels, of: id, db)
        for answer in question.answers {
            var line = Line(answer)
            (line.format, line.code, line.score, line.limits) = (answer.format.base.rawValue, answer.code, answer.score, answer.limits)
            line.takesFile = answer.format == .file
            line.look = answer.format.base == answer.format || line.takesFile ? "" : answer.format.rawValue
            try write(answer.labels, of: write(line, id, db), db)
        }
    }

    private func write(_ labels: [Label], of element: Int64, _ db: Database) throws {
        for label in labels {
            try db.cachedStatement(sql: "INSERT OR IGNORE INTO elementLabel (element, tag, value) VALUES (?, ?, ?)").execute(
                arguments: [element, label.tag, label.value])
        }
    }

    private mutating func write(_ condition: Condition, _ db: Database) throws {
        guard let trigger = ids[condition.trigger], let target = ids[condition.target] else { return }
        try db.execute(
            sql: "INSERT OR IGNORE INTO elementCondition (version, answer, target, action) VALUES (?, ?, ?, ?)",
            arguments: [version, trigger, target, condition.action.rawValue])
    }

    private mutating func write(_ rule: CompoundRule, _ db: Database) throws {
        let ids = self.ids
        guard let target = ids[rule.target], let test = rule.test.mapping({ ids[$0] }) else { return }
        try db.execute(
            sql: "INSERT INTO elementRule (version, target, action, test) VALUES (?, ?, ?, ?)",
            arguments: [version, target, rule.action.rawValue, RuleText.stored(test)])
    }

    private struct Line {
        let id: Int64
        let kind: ElementKind
        let text: String
        let note: String
        let translations: Translations
        var format: String?
        var look = ""
        var takesFile = false
        var isShuffled = false
        var isMandatory = false
        var category = ""
        var code = ""
        var score: Double?
        var limits = Limits()

        init(_ element: some LabeledElement) {
            (id, kind) = (element.id, type(of: element).kind)
            (text, note, translations) = (element.text, element.note, element.translations)
        }
    }

    private mutating func write(_ line: Line, _ parent: Int64?, _ db: Database) throws -> Int64 {
        position += 1
        let isKnown = rest.remove(line.id) != nil
        let values: StatementArguments = [
            version, line.kind.rawValue, parent, position, line.text, line.note, line.format, line.look, line.isShuffled, line.isMandatory,
            line.category, line.code, line.score, line.limits.length, line.limits.least, line.limits.greatest, line.limits.decimals,
            line.takesFile,
        ]
        if isKnown {
            let sql = """
                UPDATE element SET version = ?, kind = ?, parent = ?, position = ?, text = ?, note = ?, format = ?, look = ?, shuffled = ?,
                mandatory = ?, category = ?, code = ?, score = ?, length = ?, least = ?, greatest = ?, decimals = ?, takesFile = ? WHERE id = ?
                """
            try db.cachedStatement(sql: sql).execute(arguments: values + [line.id])
        } else {
            let sql = """
                INSERT INTO element (version, kind, parent, position, text, note, format, look, shuffled, mandatory, category, code, score,
                length, least, greatest, decimals, takesFile) VALUES (\(databaseQuestionMarks(count: 18)))
                """
            try db.cachedStatement(sql: sql).execute(arguments: values)
        }
        let id = isKnown ? line.id : db.lastInsertedRowID
        ids[line.id] = id
        try write(line.translations, of: id, db)
        return id
    }

    private func write(_ translations: Translations, of element: Int64, _ db: Database) throws {
        let sql = "INSERT INTO elementTranslation (element, part, language, text, original) VALUES (?, ?, ?, ?, ?)"
        for language in Language.allCases {
            for part in ElementWords.Part.allCases {
                guard let said = translations[part.rawValue, language] else { continue }
                try db.cachedStatement(sql: sql).execute(arguments: [element, part.rawValue, language.rawValue, said.text, said.of])
            }
        }
    }
}
