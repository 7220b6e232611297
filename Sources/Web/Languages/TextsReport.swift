/// What the texts of a language lack beside the English ones.
public struct TextsReport: Sendable {
    public struct Finding: Sendable, Equatable {
        public enum Kind: String, CaseIterable, Sendable {
            case missing
            case unknown
            case forms
            /// A `{name}` that English does not have, or that is left out.
            case placeholders
        }

        public let kind: Kind
        public let key: String
        /// The file and line: of the English text where it is missing.
        public let place: String
        /// The forms or placeholders.
        public let detail: String
    }

    public let language: Language
    public let all: Int
    public let findings: [Finding]

    public func count(_ kind: Finding.Kind) -> Int { findings.count { $0.kind == kind } }

    public func isRight(allowingMissing: Bool) -> Bool { findings.allSatisfy { $0.kind == .missing && allowingMissing } }

    /// Reports of the languages with this code, or of all but English. Throws `StartProblems` for texts that cannot be read.
    public static func all(in folders: TextFolders, code: String? = nil) throws -> [TextsReport] {
        _ = try Texts(folders)
        let languages = try folders.languages().filter { code == nil ? $0 != .english : $0.rawValue == code }
        let read = Texts.read(languages + [.english], in: folders, keepingPlaces: true)
        guard let english = read[.english] else { return [] }
        return languages.compactMap { language in read[language].map { TextsReport(language, $0, beside: english) } }
    }

    init(_ language: Language, _ own: ReadTexts, beside english: ReadTexts) {
        var own = own
        own.dropEmpty(beside: english.entries)
        let needed = language.traits.conventions.plurals.needed
        var findings: [Finding] = []
        // The conventions are of each language alone.
        let known = english.entries.filter { !$0.key.hasPrefix("language.") }
        for (key, entry) in known {
            guard let said = own.entries[key] else {
                findings.append(Finding(kind: .missing, key: key, place: english.places[key] ?? "", detail: ""))
                continue
            }
            let place = own.places[key] ?? ""
            let forms = said.formsByCategory
            let lacking = entry.plainText == nil ? needed.filter { forms[$0] == nil } : []
            if !lacking.isEmpty {
                let names = lacking.map(\.rawValue).joined(separator: ", ")
                findings.append(Finding(kind: .forms, key: key, place: place, detail: names))
            }
            let (wanted, given) = (entry.placeholders, said.placeholders)
            // A form for one, two or none may leave out the count.
            let left = entry.placeholdersOfOther.subtracting(said.placeholdersOfOther), added = given.subtracting(wanted)
            if !left.isEmpty || !added.isEmpty {
                let names = left.sorted().map { "-{\($0)}" } + added.sorted().map { "+{\($0)}" }
                findings.append(Finding(kind: .placeholders, key: key, place: place, detail: names.joined(separator: " ")))
            }
        }
        for key in own.entries.keys where known[key] == nil && !key.hasPrefix("language.") {
            findings.append(Finding(kind: .unknown, key: key, place: own.places[key] ?? "", detail: ""))
        }
        (self.language, all, self.findings) = (language, known.count, findings.sorted { $0.key < $1.key })
    }
}

extension Texts.Entry {
    fileprivate var formsByCategory: [PluralCategory: String] {
        switch self {
        case .plain(let text): Dictionary(uniqueKeysWithValues: PluralCategory.allCases.map { ($0, text) })
        case .plural(let one, let other): [.one: one, .other: other]
        case .forms(let forms): forms
        }
    }

    fileprivate var placeholders: Set<String> { Set(formsByCategory.values.flatMap { PlaceholderScanner.places.names(in: $0) }) }

    fileprivate var placeholdersOfOther: Set<String> { Set(PlaceholderScanner.places.names(in: formsByCategory[.other] ?? "")) }
}
