import Web

struct FragmentContent: Equatable, Sendable {
    /// Counts grapheme clusters: an emoji is one, however many scalars it has.
    static let longestText = 300
    static let longestTitle = 80

    enum Problem: Equatable, Sendable {
        case missing, titleMissing, titleTooLong, textTooLong, descriptionTooLong
        /// Marks piled on one letter until they cover the lines above.
        case unreadable
        case unfit(TextRule.Flaw), titleUnfit(TextRule.Flaw), descriptionUnfit(TextRule.Flaw)
        case noteTooLong

        var textKey: String {
            switch self {
            case .unfit(let flaw), .titleUnfit(let flaw), .descriptionUnfit(let flaw): flaw.textKey
            case .noteTooLong: "stories.report.choose"
            default: "stories.writing.problems.\(self)"
            }
        }
    }

    enum Body: Equatable, Sendable {
        case text(String)
        /// `description` says what the photo shows, for readers who do not see it.
        case photo(file: String, caption: String, description: String = "")
    }

    let title: String
    let body: Body

    /// `isFirst`: only a story's first fragment must have a title.
    init(title: String, body: Body, isFirst: Bool) throws(StoryRefusal) {
        self.title = Self.line(title)
        switch body {
        case .text(let text):
            self.body = .text(Self.cleaned(text))
        case .photo(let file, let caption, let description):
            self.body = .photo(file: file, caption: Self.cleaned(caption), description: Self.line(description))
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
        case .photo(_, let caption, _): caption
        }
    }

    var photo: String? {
        switch body {
        case .text: nil
        case .photo(let file, _, _): file
        }
    }

    var description: String {
        switch body {
        case .text: ""
        case .photo(_, _, let description): description
        }
    }

    private func problem(isFirst: Bool) -> Problem? {
        if kind == .text, TextRule.isBlank(text) { return .missing }
        if isFirst, title.isEmpty { return .titleMissing }
        if let flaw = TextRule.flaw(in: title, as: .name) { return .titleUnfit(flaw) }
        if let flaw = TextRule.flaw(in: text, as: .text) { return flaw == .marks ? .unreadable : .unfit(flaw) }
        if let flaw = TextRule.flaw(in: description, as: .name) { return .descriptionUnfit(flaw) }
        if TextRule.length(description) > Self.longestText { return .descriptionTooLong }
        if TextRule.length(title) > Self.longestTitle { return .titleTooLong }
        return TextRule.length(text) > Self.longestText ? .textTooLong : nil
    }

    private static func line(_ text: String) -> String {
        let line = cleaned(text).split(whereSeparator: \.isNewline).joined(separator: " ")
        return TextRule.isBlank(line) ? "" : line
    }

    /// Line ends are LF and outer white space is removed, so the counted text is the stored one.
    private static func cleaned(_ text: String) -> String { TypedText.clean(Array(text.utf8)).trimmingSpaces() }
}
