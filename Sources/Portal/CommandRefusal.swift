import Admin
import Web

public struct CommandRefusal: Error, Equatable {
    public let sentences: [LocalizedMessage]

    public init(_ sentences: LocalizedMessage...) { self.sentences = sentences }

    public init(_ key: String, _ values: [String: String] = [:]) { self.init(LocalizedMessage("commands.\(key)", values)) }

    public func localized(in words: Words) -> String { sentences.map { $0.localized(in: words) }.joined(separator: " ") }
}
