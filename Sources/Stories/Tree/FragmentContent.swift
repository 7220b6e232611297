import Web

struct FragmentContent: Equatable, Sendable {
    /// Counts grapheme clusters: an emoji is one, however many scalars it has.
    static let longestText = 300
    static let longestTitle = 80

    enum Problem: Equatable, Sendable {
        case missing, titleMissing, titleTooLong, textTooLong
        /// Marks piled on one letter until they cover the lines above.
        case unreadable
        case unfit(TextRule.Flaw), titleUnfit(TextRule.Flaw)
        case noteTooLong

        var textKey: String {
            switch self {
            case .unfit(let flaw), .titleUnfit(let flaw): flaw.textKey
            case .noteTooLong: "stories.report.choose"
            default: "stories.writing.problems.\(self)"
            }
        }
    }

    enum Body: Equatable, Sendable {
        case text(String)
        case photo(file: String, caption: String)
    }

    let title: String
    let body: Body

    /// `isFirst`: only a story's first fragment must have a title.
    init(title: String, body: Body, isFirst: Bool) throws(StoryRefusal) {
        let line = Self.cleaned(title).split(whereSeparator: \.isNewline).joined(separator: " ")
        self.title = TextRule.isBlank(line) ? "" : line
        switch body {
        case .text(let text):
            self.body = .text(Self.cleaned(text))
        case .photo(let file, let caption):
            self.body = .photo(file: file, caption: Self.cleaned(caption))
        }
        if let problem = problem(isFirst: isFirst) { throw .content(problem) }
    }

    var kind: Fragment.Kind {
        switch body {
        case .text: .text
        case .photo: .photo
        }
    }

    var text: String {
        switch body {
        case .text(let text): text
        case .photo(_, let caption): caption
        }
    }

    var photo: String? {
        switch body {
        case .text: nil
        case .photo(let file, _): file
        }
    }

    private func problem(isFirst: Bool) -> Problem? {
        if kind == .text, TextRule.isBlank(text) { return .missing }
        if isFirst, title.isEmpty { return .titleMissing }
        if let flaw = TextRule.flaw(in: title, as: .name) { return .titleUnfit(flaw) }
        if let flaw = TextRule.flaw(in: text, as: .text) { return flaw == .marks ? .unreadable : .unfit(flaw) }
        if TextRule.length(title) > Self.longestTitle { return .titleTooLong }
        return TextRule.length(text) > Self.longestText ? .textTooLong : nil
    }

    /// Line ends are LF and outer white space is removed, so the counted text is the stored one.
    private static func cleaned(_ text: String) -> String { TypedText.clean(Array(text.utf8)).trimmingSpaces() }
}
