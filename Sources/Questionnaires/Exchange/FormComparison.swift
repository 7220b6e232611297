import Admin
import Formats
import Web

/// What a form asks otherwise than the questionnaire that it came in as before, by its rows.
struct FormComparison {
    private let changes: [StructureDifference.Change]
    private let codes: [Int64: String]
    /// The codes of the questions before.
    private let before: Set<String>
    private let outline: StructureOutline
    private let read: ExchangePages.Read
    /// Also without changes that have a sentence, such as another order of answers.
    let isSame: Bool

    /// The most sentences about what has no row of its own.
    private static let most = 50

    init(_ read: ExchangePages.Read, from was: Structure) {
        let structure = read.file.structure
        changes = StructureDifference(from: was, to: structure).changes
        codes = Dictionary(structure.questions.map { ($0.id, $0.code) }) { first, _ in first }
        before = Set(was.questions.map(\.code))
        outline = StructureOutline(structure)
        isSame = StructureWriter(was).text == StructureWriter(structure).text
        self.read = read
    }

    /// What became of the row: its questions are new, changed or the same. Groups and conditions change with pages, rules and translations.
    func kind(of row: FormRow) -> ImportOutcome.Kind {
        let own = Set(questions(of: row).compactMap { codes[$0] })
        guard !own.isEmpty else {
            let isOfStructure = read.workbook == nil || row.sheet == read.questionSheet
            return isOfStructure && changes.contains { $0.values["code"] == nil } ? .changed : .same
        }
        if own.isDisjoint(with: before) { return .taken }
        return own.isSubset(of: before) && !changes.contains { own.contains($0.values["code"] ?? "") } ? .same : .changed
    }

    /// The changes of the question that the row asks. A new question has no others.
    func sentences(of row: FormRow, _ words: Words) -> [String] {
        guard let code = read.question(of: row).flatMap({ codes[$0.id] }) ?? element(of: row).flatMap({ codes[$0] }), before.contains(code)
        else { return [] }
        return changes.filter { $0.values["code"] == code }.map { $0.sentence(words) }
    }

    /// How many questions are new, gone, changed and the same, and everything that no row of the form says.
    func summary(_ words: Words) -> [String] {
        let after = Set(codes.values)
        let kept = after.intersection(before)
        let changed = kept.intersection(changes.compactMap { $0.values["code"] })
        let counts = [
            "new": after.subtracting(before).count, "gone": before.subtracting(after).count, "changed": changed.count,
            "same": kept.count - changed.count,
        ]
        let compared = words("questionnaires.exchange.again.compared", counts.mapValues { words.language.number($0) })
        let more = general.count > Self.most ? [words("lists.more", count: general.count - Self.most)] : []
        let other = changes.isEmpty && !isSame ? [words("questionnaires.exchange.again.order")] : []
        return [compared] + general.prefix(Self.most).map { $0.sentence(words) } + more + other
    }

    private var general: [StructureDifference.Change] {
        let after = Set(codes.values)
        return changes.filter { change in change.values["code"].map { !after.contains($0) } ?? true }
    }

    /// A row may hold an answer of several questions.
    private func questions(of row: FormRow) -> Set<Int64> {
        if let own = read.owners[row.key] { return own }
        guard let element = element(of: row) else { return [] }
        return codes[element] == nil ? Set([outline.questionOfAnswer[element]].compactMap(\.self)) : [element]
    }

    /// The number of an element in a file of Portico.
    private func element(of row: FormRow) -> Int64? {
        guard read.workbook == nil, row.sheet == "QUESITI" else { return nil }
        return row.cells.first { $0.name == "QUESITO_ID" }.flatMap { Int64(recordID: $0.text) }
    }
}
