import Admin
import GRDB
import Web

/// One part of a version's results, no more than the page may show. Rows do not name it, so two files cannot be compared.
struct ResultExport: Sendable {
    let outline: StructureOutline
    let columns: Columns
    let tallies: Tallies
    private let compilations: [Compilation]
    private let withheld: Set<Int64>
    private let people: [String: [CompilationTag: String]]
    let csv: CSV
    /// In the language of the questionnaire; codes and column names do not depend on the language.
    let words: Words

    init(_ asked: ResultPages.Asked, csv: CSV, _ words: Words, withRows: Bool, _ db: Database) throws {
        (self.csv, self.words) = (csv, words)
        outline = StructureOutline(try StructureStore.read(asked.version.id, db).reading(in: words.language))
        let isNamed = try ResultReading.isNamed(asked.version.id, db)
        columns = Columns(outline, isNamed: isNamed)
        people = isNamed && withRows ? try Self.people(asked.version.id, db) : [:]
        let disclosed = asked.reading.disclosed(outline)
        withheld = disclosed.withheld(in: asked.path)
        let known = outline
        compilations = withRows ? try asked.reading.compilations(of: asked.path, db).map { $0.namingFiles(known) } : []
        tallies = try asked.reading.tallies(of: asked.path, outline, disclosed, db)
    }

    private static func people(_ version: Int64, _ db: Database) throws -> [String: [CompilationTag: String]] {
        let sql = """
            SELECT compilation, tag, CASE tag WHEN 'student' THEN (SELECT number FROM student WHERE id = value)
              WHEN 'mobility' THEN (SELECT name FROM mobility WHERE id = value) ELSE value END AS value
            FROM compilationTag WHERE tag IN ('student', 'yearOfCourse', 'mobility')
              AND compilation IN (SELECT id FROM compilation WHERE version = ?)
            """
        var people: [String: [CompilationTag: String]] = [:]
        for row in try Row.fetchAll(db, sql: sql, arguments: [version]) {
            guard let tag = CompilationTag(rawValue: row["tag"]) else { continue }
            people[row["compilation"], default: [:]][tag] = row["value"]
        }
        return people
    }

    /// A compilation has the same number in the long and the wide file.
    var rows: [[CSV.Cell]] {
        var sets = ShownSets(outline)
        return compilations.enumerated().map { index, compilation in
            columns.cells(
                compilation, row: index + 1, shown: sets.visible(to: compilation), hidden: withheld, person: people[compilation.id] ?? [:])
        }
    }

    var wideLines: [String] { [csv.line(columns.all.map(\.name))] + rows.map(csv.line) }

    /// The wide file with the words of answers.
    var labelledLines: [String] {
        let words = columns.all.map(\.answerTexts)
        return [csv.line(columns.all.map(\.name))]
            + rows.map { row in
                csv.line(
                    zip(words, row).map { words, cell in
                        if case .text(let code) = cell, let text = words[code] { .text(text) } else { cell }
                    })
            }
    }

    var longLines: [String] {
        var lines = [csv.line(["compilation", "question", "answer", "value", "score"])]
        for (index, compilation) in compilations.enumerated() {
            for given in compilation.answers where !withheld.contains(given.question) {
                let answer = outline.answers[given.answer]
                let isNumber = answer?.format == .number
                lines.append(
                    csv.line([
                        // Numbered within this file only: ids would link the rows of two files.
                        .number(String(index + 1)), .text(outline.questions[given.question]?.code ?? ""), .text(answer?.code ?? ""),
                        isNumber ? .number(given.value) : .text(given.value ?? answer?.text ?? ""),
                        .number(answer?.score.map(Columns.plain)),
                    ]))
            }
        }
        return lines
    }

    static func codebook(_ outline: StructureOutline, _ csv: CSV) -> [String] {
        let head = [
            "question", "text", "format", "mandatory", "category", "answer", "answer text", "answer format", "score", "column",
            "other columns", "tags", "answer tags",
        ]
        let columns = Dictionary(grouping: Columns(outline).all.filter { $0.question != nil }) { $0.question?.id ?? 0 }
        let rows = outline.structure.questions.flatMap { question -> [[String]] in
            let own = columns[question.id] ?? []
            return question.answers.map { answer in
                let main = own.first { $0.holds(answer) }
                let others = own.filter { $0 != main && ($0.isOfQuestion || $0.holds(answer)) }.map(\.name)
                return [
                    question.code, question.text, question.format.uniwebCode, question.isMandatory ? "1" : "0", question.category,
                    answer.code, answer.text, answer.format.uniwebCode, answer.score.map(Columns.plain) ?? "", main?.name ?? "",
                    others.joined(separator: " "), Label.list(question.labels), Label.list(answer.labels),
                ]
            }
        }
        return ([head] + rows).map(csv.line)
    }

    var figureLines: [String] {
        [csv.line(FigureTable.head)] + FigureTable(questions: outline.structure.questions, tallies: tallies).rows.map(csv.line)
    }

    var figures: JSON {
        let rows = FigureTable(questions: outline.structure.questions, tallies: tallies).rows
        return .object([
            ("compilations", .number(tallies.count)),
            ("figures", .list(rows.map { Self.object(zip(FigureTable.head.map { $0.replacing(" ", with: "_") }, $0)) })),
        ])
    }

    var answers: JSON {
        .object([("compilations", .list(rows.map { Self.object(zip(columns.all.map(\.name), $0)) }))])
    }

    private static func object(_ pairs: some Sequence<(String, CSV.Cell)>) -> JSON {
        .object(
            pairs.map { name, cell in
                switch cell {
                case .text(let text): (name, text.isEmpty ? .null : .text(text))
                case .number(let number):
                    (
                        name,
                        number.flatMap { Int($0, in: .whole) }.map { .number($0) } ?? number.flatMap { Double(finite: $0) }.map {
                            .decimal($0)
                        }
                            ?? .null
                    )
                }
            })
    }
}

extension Column {
    fileprivate var answerTexts: [String: String] {
        guard case .choice = kind, let answers = question?.answers else { return [:] }
        return Dictionary(answers.map { ($0.code, $0.text.isEmpty ? $0.code : $0.text) }) { first, _ in first }
    }

    fileprivate var isOfQuestion: Bool {
        switch kind {
        case .shown, .score: true
        case .row, .person, .choice, .tick, .text, .number, .day: false
        }
    }

    fileprivate func holds(_ answer: Answer) -> Bool {
        switch kind {
        case .choice: true
        case .tick(let own), .text(let own), .number(let own), .day(let own): own == answer
        case .row, .person, .shown, .score: false
        }
    }
}
