import Foundation

/// How alike the titles of works are to those of the core: the cosine of their words, in which words that few titles have weigh more.
struct TitleLikeness: Sendable {
    typealias Likeness = (value: Double, work: Int)

    private let words: [Set<String>]
    private let weights: [String: Double]
    private let lengths: [Double]
    private let core: [String: [Int]]

    /// The letters of a word that count, so that its endings do not; nil for a short word.
    private static func stem(_ word: Substring) -> String? { word.count > 3 ? String(word.prefix(6)) : nil }

    /// Words of more works tell nothing and cost time.
    private static let mostWorks = 400

    init(_ titles: [String], core: Set<Int>) {
        let words = titles.map { Set($0.foldedTitle.split(separator: " ").compactMap(Self.stem)) }
        var frequencies: [String: Int] = [:]
        for word in words.joined() { frequencies[word, default: 0] += 1 }
        let weights = frequencies.mapValues { log(1 + Double(titles.count) / Double($0)) }
        self.words = words
        self.weights = weights
        lengths = words.map { title in title.reduce(0) { $0 + pow(weights[$1] ?? 0, 2) }.squareRoot() }
        var having: [String: [Int]] = [:]
        for index in core.sorted() {
            for word in words[index] where frequencies[word, default: 0] <= Self.mostWorks { having[word, default: []].append(index) }
        }
        self.core = having
    }

    /// The most alike work of the core, itself excepted; nil without one that shares a word.
    func best(of index: Int) -> Likeness? {
        var products: [Int: Double] = [:]
        for word in words[index] {
            let square = pow(weights[word] ?? 0, 2)
            for other in core[word] ?? [] where other != index { products[other, default: 0] += square }
        }
        return products.map { (value: $1 / (lengths[index] * lengths[$0]), work: $0) }.max { ($0.value, $1.work) < ($1.value, $0.work) }
    }
}
