import Accounts
import GRDB
import Web

/// Values of a source that lead to no record or choice. One answer holds for all items that have the value.
final class UnknownValues {
    struct Key: Hashable {
        let field: String
        /// Folded.
        let value: String

        /// Parts of a record have one answer for all their numbers: `steps.0.picture` is `steps.picture`.
        init(_ field: String, _ value: String) {
            self.field = field.split(separator: ".").filter { Int($0, in: .whole) == nil }.joined(separator: ".")
            self.value = value.trimmingSpaces().folded
        }
    }

    enum Answer: Equatable {
        case map(String)
        case make
        case skip
    }

    private let answers: [Key: Answer]
    private let spelled: [Key: String]
    /// What records to be made refer to, by field.
    private let references: [Key: [String: Int64]]
    /// Whether made records stay; otherwise they are gone after the check.
    private let keepsMade: Bool
    private(set) var found: [Key: (spelled: String, count: Int)] = [:]
    private let first: ImportFirstAnswers?
    /// The first answers that were used.
    private(set) var given: [Key: Answer] = [:]
    private var made: [String: [String: Int64]] = [:]
    private(set) var madeTitles = CreatedReferences()

    init(_ values: [UnknownValue], first: ImportFirstAnswers? = nil, keepsMade: Bool = false) {
        self.first = first
        answers = UnknownValue.answers(values)
        references = Dictionary(values.map { ($0.key, $0.references) }) { first, _ in first }
        spelled = Dictionary(values.map { ($0.key, $0.spelled) }) { first, _ in first }
        self.keepsMade = keepsMade
    }

    var makes: Bool { first != nil || answers.values.contains(.make) }

    func answer(_ field: String, _ value: String) -> Answer? {
        let key = Key(field, value)
        found[key, default: (value.trimmingSpaces(), 0)].count += 1
        if let known = answers[key] ?? given[key] { return known }
        // Known without an answer: a person took the first one back.
        guard spelled[key] == nil, let answer = first?.answer(key.field, value) else { return nil }
        given[key] = answer
        return answer
    }

    /// Makes the record of an answer at its first use; nil if the person may not, or if it needs more than a name.
    func make(_ field: String, _ value: String, in target: Target, _ context: FormContext) throws -> Int64? {
        let key = Key(field, value)
        if let id = made[target.table]?[key.value] { return id }
        let title = spelled[key] ?? value.trimmingSpaces()
        guard target.mayMake(context), target.refusal(title, context) == nil else { return nil }
        var known: [String: Int64] = [:]
        for part in target.asked() {
            // It may have gone since, and a program may send any number.
            guard let id = references[key]?[part.name], try part.target.existing([id], context).contains(id) else { continue }
            known[part.name] = id
        }
        let id = try target.createDraft(title, known, context)
        made[target.table, default: [:]][key.value] = id
        if !keepsMade { madeTitles.add(id, title, in: target.table) }
        return id
    }
}

/// Records that are made beside those of the source.
struct CreatedReferences {
    private var titles: [String: [Int: String]] = [:]

    var isEmpty: Bool { titles.isEmpty }

    mutating func add(_ id: Int64, _ title: String, in table: String) { titles[table, default: [:]][Int(id)] = title }

    /// The value without references to these records, whose titles it adds.
    func without(_ kind: any FieldType, _ packed: JSON, _ found: inout [String]) -> JSON {
        switch kind {
        case let kind as ReferenceFieldType:
            guard let title = packed.number.flatMap({ titles[kind.target.table]?[$0] }) else { return packed }
            found.append(title)
            return .null
        case let kind as ReferencesFieldType:
            let known = titles[kind.target.table] ?? [:]
            let items = packed.list ?? []
            found += items.compactMap { $0.number.flatMap { known[$0] } }
            return .list(items.filter { item in item.number.map { known[$0] == nil } ?? true })
        case let kind as any Composite:
            return .list(
                (packed.list ?? []).map { item in
                    var item = item
                    for part in kind.parts { if let value = item[part.name] { item[part.name] = without(part.kind, value, &found) } }
                    return item
                })
        default: return packed
        }
    }
}

extension Target {
    /// Whether a record of this list can be made from its name alone by a person with these rights.
    func mayMake(_ context: FormContext) -> Bool {
        isMadeByName && (context.grants?.may(Permission(rawValue: kind + ".edit"), in: scopeColumn == nil ? nil : context.scopeID) ?? true)
    }
}
