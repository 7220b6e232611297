import Admin
import Web

protocol LabeledElement {
    static var kind: ElementKind { get }
    var id: Int64 { get }
    var text: String { get set }
    var note: String { get set }
    var category: String { get set }
    var translations: Translations { get set }
}

extension LabeledElement {
    var category: String {
        get { "" }
        set {}
    }
}

extension Page: LabeledElement { static let kind = ElementKind.page }
extension Paragraph: LabeledElement { static let kind = ElementKind.paragraph }
extension Question: LabeledElement { static let kind = ElementKind.question }
extension Answer: LabeledElement {
    static let kind = ElementKind.answer
    var note: String {
        get { "" }
        set {}
    }
}

struct ElementWords: Sendable, Equatable {
    enum Part: String, Sendable, CaseIterable {
        case text, note, category

        static let asked: [Part] = [.text, .note]
    }

    let id: Int64
    let kind: ElementKind
    var text: String
    var note: String
    var category: String
    var translations: Translations

    fileprivate init(_ element: some LabeledElement) {
        (id, kind) = (element.id, type(of: element).kind)
        (text, note, category, translations) = (element.text, element.note, element.category, element.translations)
    }

    subscript(part: Part) -> String {
        get { self[keyPath: Self.place(part)] }
        set { self[keyPath: Self.place(part)] = newValue }
    }

    private static func place(_ part: Part) -> WritableKeyPath<ElementWords, String> {
        switch part {
        case .text: \.text
        case .note: \.note
        case .category: \.category
        }
    }

    func translation(_ part: Part, _ language: Language) -> Translations.Text? { translations[part.rawValue, language] }

    mutating func translate(_ part: Part, _ language: Language, as text: Translations.Text?) {
        translations[part.rawValue, language] = text
    }

    /// Whether a part needs translation: text without letters, such as a number, does not.
    func isTranslatable(_ part: Part) -> Bool { self[part].contains(where: \.isLetter) }

    func lacks(_ part: Part, _ language: Language) -> Bool { isTranslatable(part) && translation(part, language) == nil }

    func isLeft(_ part: Part, _ language: Language) -> Bool {
        guard isTranslatable(part) else { return false }
        guard let said = translation(part, language) else { return true }
        return said.of.map { $0 != self[part] } ?? false
    }
}

extension String {
    func introducing(_ sentence: String) -> String { (last.map { "?!.:".contains($0) } ?? false ? self : self + ":") + " " + sentence }
}

extension LabeledElement {
    fileprivate mutating func reword(_ change: (inout ElementWords) -> Void) {
        var saying = ElementWords(self)
        change(&saying)
        (text, note, category, translations) = (saying.text, saying.note, saying.category, saying.translations)
    }

    func text(in language: Language) -> String { translations.reading(ElementWords.Part.text.rawValue, text, in: language).text }

    mutating func say(_ line: String, as part: ElementWords.Part, in language: Language) {
        let before = translations[part.rawValue, language].map { $0.text + "\n" } ?? ""
        translations[part.rawValue, language] = .init(before + line, of: nil)
    }
}

extension Structure {
    var sayings: [ElementWords] {
        var all: [ElementWords] = []
        _ = rewording { all.append($0) }
        return all
    }

    var languages: [Language] {
        let sayings = sayings
        return Language.allCases.filter { language in
            sayings.contains { saying in ElementWords.Part.allCases.contains { saying.translation($0, language) != nil } }
        }
    }

    func rewording(_ change: (inout ElementWords) -> Void) -> Structure {
        var copy = self
        for p in copy.pages.indices {
            copy.pages[p].reword(change)
            for a in copy.pages[p].paragraphs.indices {
                copy.pages[p].paragraphs[a].reword(change)
                for q in copy.pages[p].paragraphs[a].questions.indices {
                    copy.pages[p].paragraphs[a].questions[q].reword(change)
                    for n in copy.pages[p].paragraphs[a].questions[q].answers.indices {
                        copy.pages[p].paragraphs[a].questions[q].answers[n].reword(change)
                    }
                }
            }
        }
        return copy
    }

    func reading(in language: Language) -> Structure {
        rewording { saying in
            for part in ElementWords.Part.allCases where saying.isTranslatable(part) {
                if let said = saying.translation(part, language) { saying[part] = said.text }
            }
        }
    }

    /// As designer forms normalise it: single-line texts and categories, uniform line ends in notes.
    var tidied: Structure {
        func tidy(_ text: String, _ part: ElementWords.Part) -> String {
            let isNote = part == .note
            return text.split(omittingEmptySubsequences: !isNote, whereSeparator: \.isNewline).joined(separator: isNote ? "\n" : " ")
        }
        return rewording { saying in
            for part in ElementWords.Part.allCases {
                saying[part] = tidy(saying[part], part)
                for language in Language.allCases {
                    guard let said = saying.translation(part, language) else { continue }
                    saying.translate(part, language, as: .init(tidy(said.text, part), of: said.of.map { tidy($0, part) }))
                }
            }
        }
    }

    /// Sets the current original as the source of each translation without one.
    var originated: Structure {
        rewording { saying in
            for language in Language.allCases {
                for part in ElementWords.Part.allCases {
                    guard let said = saying.translation(part, language), said.of == nil else { continue }
                    saying.translate(part, language, as: .init(said.text, of: saying[part]))
                }
            }
        }
    }
}

struct LanguageGap: Sendable {
    let original: Language
    private let missing: [ElementWords.Part: Set<Int64>]
    let isWhole: Bool
    /// Whether the reader's language is not that of the original.
    let isForeign: Bool

    static let none = LanguageGap(Structure(), for: .italian, original: .italian)

    init(_ structure: Structure, for language: Language, original: Language) {
        (self.original, isForeign) = (original, language != original)
        guard language != original else {
            (missing, isWhole) = ([:], false)
            return
        }
        let sayings = structure.sayings
        missing = Dictionary(
            uniqueKeysWithValues: ElementWords.Part.asked.map { part in (part, Set(sayings.filter { $0.lacks(part, language) }.map(\.id))) }
        )
        isWhole = !structure.languages.contains(language)
    }

    /// The language code of a part when it is not the reader's; else false.
    func code(_ id: Int64, _ part: ElementWords.Part = .text) -> any Sendable {
        missing[part]?.contains(id) == true ? original.rawValue as any Sendable : false
    }

    /// The notice about untranslated parts; false without any. `elements` limits it; nil for all. `withTitle`: a title lacks a translation.
    func notice(on elements: Set<Int64>? = nil, withTitle: Bool = false, _ words: Words) -> any Sendable {
        let concerned = withTitle && isForeign || missing.values.contains { !$0.isEmpty && (elements.map($0.isDisjoint) != true) }
        guard concerned else { return false }
        return words("questionnaires.fill.\(isWhole ? "onlyIn" : "partlyIn")", ["language": words.name(of: original, "translations.in")])
    }
}
