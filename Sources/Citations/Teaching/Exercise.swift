import Web

/// A question with one number as its answer, made by chance from a number: the same number asks the same again.
struct Exercise: Sendable {
    /// What is asked; its sentence is the text `citations.exercises.<kind>`.
    enum Kind: String, CaseIterable, Sendable { case h, g, distance, letters, picks }

    let kind: Kind
    /// What the sentence names.
    let values: [String: String]
    let answer: Int
    /// Where the same can be worked out on the lesson's own page.
    let solution: String

    /// The five questions of a sheet, one of each kind.
    static func sheet(_ number: UInt64) -> [Exercise] {
        var chance = SeededChance(seed: number)
        return Kind.allCases.map { Exercise($0, &chance) }
    }

    private init(_ kind: Kind, _ chance: inout SeededChance) {
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
            answer = (try? HTMLDocument(Examples.pages[page] ?? "")?.select(expression).count) ?? 0
            values = ["expression": expression, "page": page.uppercased()]
            solution = "/citations/xpath".appendingQuery([("page", page), ("expression", expression)])
        }
    }

    private static let words = ["index", "letter", "forest", "signal", "matrix", "garden", "silver", "window", "carbon", "planet"]
    private static let expressions = ["//li", "//li/b", "//ul", "//b", "//li[1]", "//li/*[1]", "//ul[@id='pubs']/li", "//u | //b"]

    /// A word with two to four letters changed, taken out or put in.
    private static func changed(_ word: String, _ chance: inout SeededChance) -> String {
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
