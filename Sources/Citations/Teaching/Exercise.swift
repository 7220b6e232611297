import Web

/// A question with a number or expression as its answer, generated from a seed: the same number gives the same question.
struct Exercise: Sendable {
    /// The text of a question has the key `citations.exercises.<kind>`.
    enum Kind: String, CaseIterable, Sendable { case h, g, distance, letters, picks, homonyms, titles }

    let kind: Kind
    let values: [String: String]
    let answer: Int
    let model: String
    let solution: String

    static func sheet(_ number: UInt64) -> [Exercise] {
        var chance = SeededRandomGenerator(seed: number)
        return Kind.allCases.map { Exercise($0, &chance) }
    }

    private init(_ kind: Kind, _ chance: inout SeededRandomGenerator) {
        self.kind = kind
        switch kind {
        case .h, .g:
            let citations = (0..<Int.random(in: 6...10, using: &chance)).map { _ in Int.random(in: 0...14, using: &chance) }
            let indexes = Indexes(citations.map { Counted(citations: $0) }, in: 2000)
            answer = kind == .h ? indexes.h : indexes.g
            values = ["numbers": citations.map(String.init).joined(separator: ", ")]
            solution = "/citations/h-index".appendingQuery([("numbers", citations.map(String.init).joined(separator: " "))])
        case .distance:
            let first = Self.words.randomElement(using: &chance) ?? "index"
            let second = Self.changed(first, &chance)
            answer = EditMatrix(Array(first.unicodeScalars), Array(second.unicodeScalars)).distance
            values = ["first": first, "second": second]
            solution = "/citations/edit-distance".appendingQuery([("a", first), ("b", second)])
        case .letters:
            let length = Int.random(in: 4...16, using: &chance) * 5
            let threshold = Int.random(in: 12...19, using: &chance) * 5
            answer = length * (100 - threshold) / 100
            values = ["length": String(length), "threshold": String(threshold)]
            solution = "/citations/edit-distance"
        case .picks:
            let page = Examples.pages.keys.sorted().randomElement(using: &chance) ?? "a"
            let expression = Self.expressions.randomElement(using: &chance) ?? "//li"
            answer = (try? HTMLDocument(Examples.pages[page] ?? "")?.select(expression, within: Examples.limit).count) ?? 0
            values = ["expression": expression, "page": page.uppercased()]
            solution = "/citations/xpath".appendingQuery([("page", page), ("expression", expression)])
        case .homonyms:
            let page = Examples.pages.keys.sorted().randomElement(using: &chance) ?? "a"
            let works = Examples.works.shuffled(using: &chance).prefix(6).map(\.title)
            let own = Set(Self.titles(of: page).map(\.foldedTitle))
            answer = works.count { !own.contains($0.foldedTitle) }
            values = ["page": page.uppercased(), "works": works.joined(separator: "; ")]
            solution = "/citations/home-page".appendingQuery([("page", page)])
        case .titles:
            let page = Examples.pages.keys.sorted().randomElement(using: &chance) ?? "a"
            answer = Self.titles(of: page).count
            values = ["page": page.uppercased()]
            solution = "/citations/xpath".appendingQuery([("page", page), ("expression", Examples.titles[page] ?? "")])
        }
        model = kind == .titles ? Examples.titles[values["page"]?.lowercased() ?? ""] ?? "" : String(answer)
    }

    var isNumber: Bool { kind != .titles }
    var longest: Int { isNumber ? 12 : 200 }

    func question(_ words: Words) -> String { words("citations.exercises.\(kind.rawValue)", values) }

    /// An expression is right when it picks exactly the titles, in any form.
    func isRight(_ given: String) -> Bool {
        guard kind == .titles else { return Int(given, in: .whole) == answer }
        let page = values["page"]?.lowercased() ?? ""
        return !given.isEmpty && Self.picked(given, on: page) == Self.titles(of: page)
    }

    private static func titles(of page: String) -> [String] { picked(Examples.titles[page] ?? "", on: page) ?? [] }

    private static func picked(_ expression: String, on page: String) -> [String]? {
        try? HTMLDocument(Examples.pages[page] ?? "")?.select(expression, within: Examples.limit).map(\.text)
    }

    private static let words = ["index", "letter", "forest", "signal", "matrix", "garden", "silver", "window", "carbon", "planet"]
    private static let expressions = ["//li", "//li/b", "//ul", "//b", "//li[1]", "//li/*[1]", "//ul[@id='pubs']/li", "//u | //b"]

    private static func changed(_ word: String, _ chance: inout SeededRandomGenerator) -> String {
        var letters = Array(word)
        let alphabet = Array("abcdefghilmnoprstuvz")
        for _ in 0..<Int.random(in: 2...4, using: &chance) {
            let place = letters.indices.randomElement(using: &chance) ?? 0
            let letter = alphabet.randomElement(using: &chance) ?? "a"
            switch Int.random(in: 0..<3, using: &chance) {
            case 0: letters[place] = letter
            case 1: letters.insert(letter, at: place)
            default: if letters.count > 3 { letters.remove(at: place) }
            }
        }
        return String(letters)
    }
}
