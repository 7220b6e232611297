import Web

/// A message about a seed file, as texts below `seed`, said in the reader's language when it is shown.
public struct SeedSentence: Sendable, Hashable, ExpressibleByStringInterpolation {
    private enum Part: Sendable, Hashable {
        case plain(String)
        case text(String, [String: SeedSentence])
    }

    private var parts: [Part]

    public init(stringLiteral text: String) { parts = [.plain(text)] }

    public init(_ text: String) { parts = [.plain(text)] }

    init(key: String, _ values: [String: SeedSentence] = [:]) { parts = [.text(key, values)] }

    static func list(_ names: [String]) -> SeedSentence {
        joined(names.map { $0 == SeedPlan.back ? SeedSentence(key: "plan.back") : SeedSentence($0) }, by: ", ")
    }

    static func joined(_ sentences: [SeedSentence], by separator: SeedSentence) -> SeedSentence {
        var joined: SeedSentence = ""
        for (index, sentence) in sentences.enumerated() { joined = index == 0 ? sentence : joined + separator + sentence }
        return joined
    }

    static func + (a: SeedSentence, b: SeedSentence) -> SeedSentence {
        var sum = a
        sum.parts += b.parts
        return sum
    }

    static func += (a: inout SeedSentence, b: SeedSentence) { a = a + b }

    func localized(_ words: Words) -> String {
        parts.map { part in
            switch part {
            case .plain(let text): text
            case .text(let key, let values): words("seed.\(key)", values.mapValues { $0.localized(words) })
            }
        }.joined()
    }
}
