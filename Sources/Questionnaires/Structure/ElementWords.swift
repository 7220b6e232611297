import Admin
import Web

/// An element with words on it, which may be said in further languages: the translations of `text`, `note` and `category`.
protocol LabeledElement {
    static var kind: ElementKind { get }
    var id: Int64 { get }
    var text: String { get set }
    var note: String { get set }
    /// Only questions have one.
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
    /// An answer has none.
    var note: String {
        get { "" }
        set {}
    }
}

/// The words of one element, of whatever kind.
struct ElementWords: Sendable, Equatable {
    /// Which of the words of an element.
    enum Part: String, Sendable, CaseIterable {
        case text, note, category

        /// Those that somebody sees who fills it in; categories stand in results.
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

    /// Whether a part says anything that another language says otherwise: a number is the same in all of them.
    func isTranslatable(_ part: Part) -> Bool { self[part].contains(where: \.isLetter) }

    /// Whether a reader of a language reads the original for want of a translation.
    func lacks(_ part: Part, _ language: Language) -> Bool { isTranslatable(part) && translation(part, language) == nil }

    /// Whether a part is to be translated, or the original has changed since it was.
    func isLeft(_ part: Part, _ language: Language) -> Bool {
        guard isTranslatable(part) else { return false }
        guard let said = translation(part, language) else { return true }
        return said.of.map { $0 != self[part] } ?? false
    }
}

extension String {
    /// With a sentence about it behind: a colon between the two, unless this ends in a sign already.
    func said(_ sentence: String) -> String { (last.map { "?!.:".contains($0) } ?? false ? self : self + ":") + " " + sentence }
}

extension LabeledElement {
    fileprivate mutating func reword(_ change: (inout ElementWords) -> Void) {
        var saying = ElementWords(self)
        change(&saying)
        (text, note, category, translations) = (saying.text, saying.note, saying.category, saying.translations)
    }

    /// What a reader of a language reads.
    func text(in language: Language) -> String { translations.reading(ElementWords.Part.text.rawValue, text, in: language).text }

    /// Says a part in a further language; behind what was said already it is a line of its own.
    mutating func say(_ line: String, as part: ElementWords.Part, in language: Language) {
        let before = translations[part.rawValue, language].map { $0.text + "\n" } ?? ""
        translations[part.rawValue, language] = .init(before + line, of: nil)
    }
}

extension Structure {
    /// The words of all elements, in the order in which they are shown.
    var sayings: [ElementWords] {
        var all: [ElementWords] = []
        _ = rewording { all.append($0) }
        return all
    }

    /// The languages that some of it is translated into.
    var languages: [Language] {
        let sayings = sayings
        return Language.allCases.filter { language in
            sayings.contains { saying in ElementWords.Part.allCases.contains { saying.translation($0, language) != nil } }
        }
    }

    /// With the words of every element changed.
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

    /// As a reader of a language reads it; what nobody has translated stays as it was written.
    func reading(in language: Language) -> Structure {
        rewording { saying in
            for part in ElementWords.Part.allCases where saying.isTranslatable(part) {
                if let said = saying.translation(part, language) { saying[part] = said.text }
            }
        }
    }

    /// As the forms of designers would have taken it: texts and categories on one line, notes with line ends of one kind.
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

    /// With every translation that does not say what it was made from taken as one of what stands there now.
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

/// What of a questionnaire whoever reads it cannot read in his language.
struct LanguageGap: Sendable {
    /// The language of the original.
    let original: Language
    /// Elements, by what of them is not translated.
    private let missing: [ElementWords.Part: Set<Int64>]
    /// Whether nothing at all is.
    let isWhole: Bool

    static let none = LanguageGap(Structure(), for: .italian, original: .italian)

    /// - Parameter structure: as it was written, or as the reader reads it.
    init(_ structure: Structure, for language: Language, original: Language) {
        self.original = original
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

    /// The code of the language in which a part of an element is read, where that is not the reader's; false elsewhere.
    func code(_ id: Int64, _ part: ElementWords.Part = .text) -> any Sendable {
        missing[part]?.contains(id) == true ? original.rawValue as any Sendable : false
    }

    /// The sentence that says so; false where there is nothing to say.
    /// - Parameter elements: those that the sentence is about; nil for all.
    func notice(on elements: Set<Int64>? = nil, _ words: Words) -> any Sendable {
        let concerned = missing.values.contains { !$0.isEmpty && (elements.map($0.isDisjoint) != true) }
        guard concerned else { return false }
        return words("questionnaires.fill.\(isWhole ? "onlyIn" : "partlyIn")", ["language": words("translations.in.\(original.rawValue)")])
    }
}
