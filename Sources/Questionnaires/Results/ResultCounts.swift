import GRDB

/// Counts of several compilations, added to the stored counts in the transaction that stores these compilations.
struct ResultCounts {
    private struct Group: Hashable {
        let place, chosen: String
    }

    private struct Cell: Hashable {
        let place: String
        let question, answer: Int64
        let value: String
    }

    private let outline: StructureOutline
    private var groups: [Group: Int] = [:]
    private var cells: [Cell: Int] = [:]

    init(_ outline: StructureOutline) { self.outline = outline }

    mutating func add(_ answers: [GivenAnswer], at place: String) {
        addGroup(answers, at: place)
        for given in answers {
            let isCounted = outline.answers[given.answer]?.format.isCounted == true
            let value = isCounted ? given.value ?? "" : ""
            cells[Cell(place: place, question: given.question, answer: given.answer, value: value), default: 0] += 1
        }
        for question in Set(answers.map(\.question)) {
            cells[Cell(place: place, question: question, answer: 0, value: ""), default: 0] += 1
        }
    }

    /// Counts the compilation among those of which the same facts decide what was shown.
    mutating func addGroup(_ answers: [GivenAnswer], at place: String) {
        let chosen = outline.facts(answers).sorted()
        groups[Group(place: place, chosen: chosen.map(String.init).joined(separator: ",")), default: 0] += 1
    }

    func write(of version: Int64, _ db: Database) throws {
        let group = try db.cachedStatement(
            sql: """
                INSERT INTO resultGroup (version, place, chosen, count) VALUES (?, ?, ?, ?)
                ON CONFLICT (version, place, chosen) DO UPDATE SET count = count + excluded.count
                """)
        for (key, count) in groups { try group.execute(arguments: [version, key.place, key.chosen, count]) }
        let cell = try db.cachedStatement(
            sql: """
                INSERT INTO resultCount (version, place, question, answer, value, count) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (version, place, question, answer, value) DO UPDATE SET count = count + excluded.count
                """)
        for (key, count) in cells {
            try cell.execute(arguments: [version, key.place, key.question, key.answer, key.value, count])
        }
    }
}
