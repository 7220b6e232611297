import Admin
import Hummingbird
import Web

/// How a reader wants to read on this device: size of the text, paper, and languages of stories. Kept in a cookie.
struct ReadingChoices: Equatable, Sendable {
    enum Size: String, CaseIterable, Sendable { case small, medium, large, huge }
    /// `site` follows the device: light or dark.
    enum Paper: String, CaseIterable, Sendable { case site, light, sepia, dark }

    static let cookie = "portico-reading"
    private static let lasts = 365 * 86_400
    private static let mostLanguages = 20

    var size = Size.medium
    var paper = Paper.site
    /// Codes of languages; empty is all.
    var languages: [String] = []

    init() {}

    init(_ request: Request) {
        let parts = (request.cookie(Self.cookie) ?? "").split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { return }
        (size, paper) = (Size(rawValue: parts[0]) ?? .medium, Paper(rawValue: parts[1]) ?? .site)
        languages = Self.known(parts[2].split(separator: "_").map(String.init))
    }

    mutating func take(_ form: Form) {
        size = Size(rawValue: form["size"]) ?? size
        paper = Paper(rawValue: form["paper"]) ?? paper
        if form.has("asksLanguages") { languages = Self.known(form.all("language")) }
    }

    func cookie(isSecure: Bool) -> Cookie {
        let text = [size.rawValue, paper.rawValue, languages.joined(separator: "_")].joined(separator: ".")
        return .ofSite(Self.cookie, text, age: Self.lasts, isSecure: isSecure)
    }

    private static func known(_ codes: [String]) -> [String] {
        Array(
            codes.filter { code in (2...8).contains(code.count) && code.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") } }
                .prefix(mostLanguages))
    }
}

extension ReadingChoices {
    func values(_ words: Words) -> Values {
        [
            "sizes": ReadingChoices.Size.allCases.map { choice -> Values in
                ["value": choice.rawValue, "label": words("stories.reading.sizes.\(choice.rawValue)"), "isChosen": choice == size]
            },
            "papers": ReadingChoices.Paper.allCases.map { choice -> Values in
                ["value": choice.rawValue, "label": words("stories.reading.papers.\(choice.rawValue)"), "isChosen": choice == paper]
            },
        ]
    }
}
