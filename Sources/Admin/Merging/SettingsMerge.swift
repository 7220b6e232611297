import Accounts
import GRDB
import Web

/// Merges a settings page: it carries the values it was drawn with, and untouched ones stay as others saved them.
public struct SettingsMerge: Sendable {
    /// The merged form, with the newer value where only another person changed it.
    public private(set) var form: Form
    /// The names with values saved by others.
    public private(set) var taken: [String] = []
    /// The names that both changed.
    public private(set) var disputed: [String] = []
    /// The names of questions that have no answer.
    public private(set) var unanswered: [String] = []
    /// Input for fields that no longer exist.
    public private(set) var lost: [String] = []

    public static let name = "drawn"

    /// `values` are the saved fields as a form sends them; unticked boxes are absent. `lists` are groups of boxes, merged box by box. Names
    /// in `groups` are disputed if others in their group changed. Nil if the form lacks its drawn values.
    public init?(
        _ sent: Form, saved values: [String: [String]], lists: Set<String> = [], groups: [String: [String]] = [:]
    ) {
        guard let drawn = Self.drawnValues(sent) else { return nil }
        form = sent
        for name in sent.questions {
            switch sent[name + Form.answer] {
            case "mine": continue
            case "theirs": put(drawn[name] ?? [], as: name)
            default: unanswered.append(name)
            }
        }
        lost = drawn.filter { values[$0.key] == nil && !Self.isSame(form.all($0.key), $0.value, false) }
            .sorted { $0.key < $1.key }.flatMap { form.all($0.key) }.filter { !$0.isEmpty }
        let typed = form
        func isMine(_ name: String) -> Bool { !Self.isSame(typed.all(name), drawn[name] ?? [], lists.contains(name)) }
        func isTheirs(_ name: String) -> Bool { !Self.isSame(values[name] ?? [], drawn[name] ?? [], lists.contains(name)) }
        for (name, others) in groups.sorted(by: { $0.key < $1.key }) {
            let isAmongOthers = isMine(name) && others.contains(where: isTheirs) || isTheirs(name) && others.contains(where: isMine)
            if isAmongOthers, !Self.isSame(form.all(name), values[name] ?? [], false) { disputed.append(name) }
        }
        for (name, current) in values.sorted(by: { $0.key < $1.key }) where !disputed.contains(name) {
            let was = drawn[name] ?? []
            let typed = Self.clean(form.all(name))
            let isList = lists.contains(name)
            if Self.isSame(typed, current, isList) || Self.isSame(current, was, isList) { continue }
            if isList {
                let merged =
                    current.filter { typed.contains($0) || !was.contains($0) } + typed.filter { !was.contains($0) && !current.contains($0) }
                if !Self.isSame(merged, typed, true) { taken.append(name) }
                put(merged, as: name)
            } else if Self.isSame(typed, was, false) {
                taken.append(name)
                put(current, as: name)
            } else {
                disputed.append(name)
            }
        }
        guard unanswered.isEmpty, !disputed.isEmpty else { return }
        form.forgetQuestions()
        for name in disputed { form[name + Form.asked] = "record" }
        form[Self.name] = Self.packed(values)
    }

    /// As a browser sends it: an unticked box is absent.
    private mutating func put(_ values: [String], as name: String) {
        if values.isEmpty { form.remove(name) } else { form.set(name, to: values) }
    }

    /// Whether nothing is left to ask.
    public var isSettled: Bool { disputed.isEmpty && unanswered.isEmpty }

    private static func drawnValues(_ form: Form) -> [String: [String]]? {
        guard let json = try? JSONReader.read(Array(form.exact(name).utf8)), case .object(let pairs) = json else { return nil }
        return Dictionary(pairs.map { ($0.key, $0.value.list?.compactMap(\.text) ?? []) }) { $1 }
    }

    private static func clean(_ values: [String]) -> [String] { values.map { $0.replacing("\r\n", with: "\n").trimmingSpaces() } }

    private static func plain(_ values: [String]) -> [String] { clean(values).filter { !$0.isEmpty } }

    private static func isSame(_ a: [String], _ b: [String], _ isList: Bool) -> Bool {
        isList ? Set(a) == Set(b) : plain(a) == plain(b)
    }

    /// Returns the value of the hidden input; a redrawn page keeps the first values.
    public static func hiddenValue(_ values: [String: [String]], _ form: Form?) -> String {
        form.flatMap { $0.has(name) ? $0.exact(name) : nil } ?? packed(values)
    }

    private static func packed(_ values: [String: [String]]) -> String {
        JSON.object(values.sorted { $0.key < $1.key }.map { ($0.key, .list($0.value.map(JSON.text))) }).compact
    }

    /// Names the changes by others for the next page; nil if there are none.
    public func sentence(by changes: LastChange?, for actor: Actor, _ words: Words, label: (String) -> String) -> String? {
        let gone = lost.isEmpty ? nil : words("merge.lost", ["texts": lost.map { "«\($0)»" }.joined(separator: ", ")])
        let sentences = [LastChange.sentence(taken, by: changes, for: actor, words, label: label), gone].compactMap { $0 }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    public static func questions(
        _ form: Form?, by changes: LastChange?, _ context: FormContext, label: (String) -> String,
        localized: (String, [String]) -> String = { $1.joined(separator: ", ") }
    ) -> [Values] {
        questionsByName(form, by: changes, context, label: label, localized: localized).sorted { $0.key < $1.key }.map { name, question in
            ["question": question.merging(["text": "\(label(name)): \(question["text"] as? String ?? "")"]) { $1 }]
        }
    }

    /// The questions by field for the template `fields/question`; `localized` shows a value to people.
    public static func questionsByName(
        _ form: Form?, by changes: LastChange?, _ context: FormContext, label: (String) -> String,
        localized: (String, [String]) -> String = { $1.joined(separator: ", ") }
    ) -> [String: Values] {
        guard let form, let drawn = drawnValues(form) else { return [:] }
        let questions = form.questions.map { name -> (String, Values) in
            let question = MergeQuestion(
                label: label(name), mine: localized(name, form.all(name)), theirs: localized(name, drawn[name] ?? []),
                author: changes?[name],
                asked: "record", answer: form[name + Form.answer])
            let entry = Entry(name: name, form: form, context: context, texts: "")
            return (name, question.templateValues(entry))
        }
        return Dictionary(questions) { $1 }
    }
}
