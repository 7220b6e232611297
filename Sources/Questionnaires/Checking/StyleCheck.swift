import Web

enum StyleCheck {
    static let mostRows = 10
    static let mostQuestions = 15

    static func faults(_ structure: Structure) -> [Fault] {
        rows(structure) + pages(structure) + repetitions(structure) + translations(structure)
            + (structure.questions.isEmpty || structure.questions.contains(where: \.isMandatory)
                ? [] : [Fault(kind: .nothingMandatory, element: nil)])
    }

    private static func rows(_ structure: Structure) -> [Fault] {
        let torn = Set(structure.paragraphs.flatMap { besideRows($0.questions) })
        return TableRuns(structure).runs.compactMap { run in
            if run.count == 1 { return torn.contains(run[0].id) ? Fault(kind: .loneRow, element: run[0].id) : nil }
            return run.count > mostRows ? Fault(kind: .longTable, element: run[0].id, values: ["rows": String(run.count)]) : nil
        }
    }

    /// The questions with a row of a table before or after them: a row alone was perhaps meant for that table.
    private static func besideRows(_ questions: [Question]) -> [Int64] {
        zip(questions, questions.dropFirst()).flatMap { one, next in
            (next.format.isAcross ? [one.id] : []) + (one.format.isAcross ? [next.id] : [])
        }
    }

    private static func pages(_ structure: Structure) -> [Fault] {
        structure.pages.compactMap { page in
            let count = page.paragraphs.reduce(0) { $0 + $1.questions.count }
            return count > mostQuestions ? Fault(kind: .longPage, element: page.id, values: ["questions": String(count)]) : nil
        }
    }

    private static func translations(_ structure: Structure) -> [Fault] {
        structure.languages.compactMap { language in
            let left = TranslationSheet(structure, in: language).left
            guard left > 0 else { return nil }
            return Fault(kind: .untranslated, element: nil, values: ["language": language.ownName, "count": String(left)])
        }
    }

    private static func repetitions(_ structure: Structure) -> [Fault] {
        var seen: Set<String> = []
        return structure.questions.filter { !$0.text.isEmpty }.compactMap { question in
            seen.insert(question.text.trimmingSpaces().lowercased()).inserted ? nil : Fault(kind: .sameQuestionTwice, element: question.id)
        }
    }
}
