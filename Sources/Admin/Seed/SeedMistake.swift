import Web

public struct SeedMistake: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file as named by the person, so that a terminal makes it a link.
    public let file: String
    /// From 1.
    public let line: Int
    /// From 1, in Unicode scalars.
    public let column: Int
    public let sentence: String

    var json: JSON {
        .values(["file": .text(file), "line": .number(line), "column": .number(column), "sentence": .text(sentence)])
    }

    /// Whether the file and the site contradict each other, which is no mistake of the file.
    public var isConflict: Bool { ["conflict: ", "conflitto: "].contains { sentence.hasPrefix($0) } }

    /// The mistake with its place: `seed.yaml:12:5: unknown category 'verdur': did you mean 'verdura'?`
    public var description: String { "\(file):\(line):\(column): \(sentence)" }
}

extension SeedMistake {
    public func warning(_ words: Words) -> String {
        "\(file):\(line):\(column): " + words("seed.command.warning", ["text": sentence])
    }
}

public struct SeedRefused: Error, Sendable, CustomStringConvertible {
    public let mistakes: [SeedMistake]

    public init(mistakes: [SeedMistake]) { self.mistakes = mistakes }

    public var description: String { mistakes.map(\.description).joined(separator: "\n") }

    public var written: String { JSON.values(["mistakes": .list(mistakes.map(\.json))]).written() }
}

struct SeedPlace: Sendable, Hashable, Comparable {
    let file: Int
    let line: Int
    let column: Int

    static func < (a: Self, b: Self) -> Bool { (a.file, a.line, a.column) < (b.file, b.line, b.column) }
}

struct SeedMistakes: Sendable {
    private var noted: [(place: SeedPlace, sentence: SeedSentence)] = []

    var count: Int { noted.count }

    mutating func note(_ place: SeedPlace, _ sentence: SeedSentence) { noted.append((place, sentence)) }

    func all(_ files: [String], in words: Words) -> [SeedMistake] {
        var seen: Set<SeedMistake> = []
        let sorted = noted.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
        return sorted.map { noted in
            SeedMistake(
                file: files[noted.place.file], line: noted.place.line, column: noted.place.column, sentence: noted.sentence.localized(words)
            )
        }.filter { seen.insert($0).inserted }
    }
}
