import Admin
import Web

/// A column of the wide file, which has one row for each compilation. R and SPSS syntax files use the same names.
struct Column: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case row
        /// Personal data, only for a questionnaire that is openly not anonymous.
        case person(CompilationTag)
        /// 1 when the question was shown, 0 when not; only for questions controlled by a rule.
        case shown
        case choice
        /// 1 when the answer was chosen, 0 when not, empty when the question was not shown.
        case tick(Answer)
        case score
        case text(Answer), number(Answer), day(Answer)
    }

    let name: String
    let kind: Kind
    let question: Question?

    var isNumber: Bool {
        switch kind {
        case .row, .shown, .tick, .score, .number: true
        case .person(let tag): tag == .yearOfCourse
        case .choice, .text, .day: false
        }
    }

    func label(_ words: Words) -> String {
        guard let question else { return name }
        switch kind {
        case .row, .person, .choice: return question.text
        case .shown: return question.text + " [\(words("questionnaires.files.shown"))]"
        case .score: return question.text + " [\(words("questionnaires.files.score"))]"
        case .tick(let answer): return question.text + " - " + answer.text
        case .text(let answer), .number(let answer), .day(let answer):
            if answer.text.isEmpty { return question.text }
            let isUnit = question.format == .free && answer.format == .number
            return isUnit ? "\(question.text) (\(answer.text))" : question.text + " - " + answer.text
        }
    }
}

/// Columns in question order. Names suit both R and SPSS: letters, digits and `_`, a letter first, unique ignoring case.
struct Columns: Sendable {
    let all: [Column]

    private static let person: [(String, CompilationTag)] = [
        ("student", .student), ("course_year", .yearOfCourse), ("mobility", .mobility),
    ]

    init(_ outline: StructureOutline, isNamed: Bool = false) {
        let conditional = outline.conditional
        var names = ColumnNames()
        var all = [Column(name: names.take("compilation"), kind: .row, question: nil)]
        if isNamed { all += Self.person.map { Column(name: names.take($0), kind: .person($1), question: nil) } }
        for question in outline.structure.questions {
            for (suffix, kind) in Self.kinds(question, isConditional: conditional.contains(question.id)) {
                all.append(Column(name: names.take(([question.code] + suffix).joined(separator: "_")), kind: kind, question: question))
            }
        }
        self.all = all
    }

    private static func kinds(_ question: Question, isConditional: Bool) -> [([String], Column.Kind)] {
        var kinds: [([String], Column.Kind)] = isConditional ? [(["shown"], .shown)] : []
        switch question.format {
        case .free: kinds += question.free.prefix(1).map { ([], written($0)) }
        case .single, .singleAcross:
            kinds.append(([], .choice))
            if question.scale != nil { kinds.append((["score"], .score)) }
            kinds += question.free.map { ([$0.code], written($0)) }
        case .multiple where question.look == .ranking: kinds += question.answers.map { ([$0.code], .number($0)) }
        case .multiple, .multipleAcross:
            kinds += question.answers.map { ([$0.code], .tick($0)) }
            kinds += question.free.map { ([$0.code, "text"], written($0)) }
        }
        return kinds
    }

    private static func written(_ answer: Answer) -> Column.Kind {
        switch answer.format {
        case .number: .number(answer)
        case .day: .day(answer)
        case .text, .fixed, .time, .dateTime, .email, .file: .text(answer)
        }
    }

    /// Line ends become spaces, because statistics programs read each line as a row. `hidden` lists withheld questions.
    func cells(
        _ compilation: Compilation, row: Int, shown: Set<Int64>, hidden: Set<Int64>, person: [CompilationTag: String] = [:]
    ) -> [CSV.Cell] {
        let given = Dictionary(grouping: compilation.answers, by: \.question)
        return all.map { column in
            guard let question = column.question else {
                guard case .person(let tag) = column.kind else { return .number(String(row)) }
                return column.isNumber ? .number(person[tag]) : .text(person[tag] ?? "")
            }
            let isHidden = hidden.contains(question.id)
            return cell(
                column, question, isHidden ? [] : given[question.id] ?? [], isShown: !isHidden && shown.contains(question.id), isHidden)
        }
    }

    private func cell(_ column: Column, _ question: Question, _ given: [GivenAnswer], isShown: Bool, _ isHidden: Bool) -> CSV.Cell {
        func value(_ answer: Answer) -> String? { given.first { $0.answer == answer.id }?.value }
        let chosen = given.first.flatMap { one in question.answers.first { $0.id == one.answer } }
        switch column.kind {
        case .row, .person: return .number(nil)
        case .shown: return .number(isHidden ? nil : isShown ? "1" : "0")
        case .choice: return .text(chosen?.code ?? "")
        case .tick(let answer): return .number(isShown ? given.contains { $0.answer == answer.id } ? "1" : "0" : nil)
        case .score: return .number(chosen?.score.map(Self.plain))
        case .number(let answer): return .number(value(answer))
        case .day(let answer): return .text(value(answer) ?? "")
        case .text(let answer): return .text((value(answer) ?? "").split(whereSeparator: \.isNewline).joined(separator: " "))
        }
    }

    static func plain(_ number: Double) -> String {
        number == number.rounded() && number.magnitude < 1e15 ? String(Int(cutting: number)) : String(number)
    }
}

extension StructureOutline {
    var conditional: Set<Int64> {
        var held: Set<Int64> = []
        for place in places where isControlled(place.id) || place.parent.map(held.contains) ?? false { held.insert(place.id) }
        return held.filter { questions[$0] != nil }
    }
}

struct ColumnNames {
    private static let reserved: Set<String> = [
        "all", "and", "by", "eq", "ge", "gt", "le", "lt", "ne", "not", "or", "to", "with", "if", "else", "repeat", "while", "function",
        "for", "next", "break", "true", "false", "null", "inf", "nan", "na", "in",
    ]
    /// Leaves room for suffixes: SPSS allows 64 bytes.
    private static let longest = 56

    private var taken: Set<String> = reserved

    mutating func take(_ wanted: String) -> String {
        let letters = wanted.utf8.map { Self.isAllowed($0) ? $0 : UInt8(ascii: "_") }
        var name = String(decoding: letters.prefix(Self.longest), as: UTF8.self)
        if name.utf8.first.map(Self.isLetter) != true { name = "q_" + name }
        var (free, number) = (name, 1)
        while taken.contains(free.lowercased()) {
            number += 1
            free = "\(name)_\(number)"
        }
        taken.insert(free.lowercased())
        return free
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
    private static func isAllowed(_ byte: UInt8) -> Bool { isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_") }
}
