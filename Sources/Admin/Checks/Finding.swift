import GRDB
import Web

public struct Finding: Codable, Sendable, Equatable {
    public enum Weight: String, Codable, Sendable {
        case problem
        case note
    }

    public let weight: Weight
    public let saying: LocalizedMessage

    init(_ weight: Weight, _ saying: LocalizedMessage) { (self.weight, self.saying) = (weight, saying) }

    /// - Parameter name: the text key is `check.findings.<name>`.
    init(_ weight: Weight, _ name: String, _ values: [String: String] = [:]) {
        self.init(weight, LocalizedMessage("check.findings.\(name)", values))
    }

    static func unreadable(_ error: any Error) -> Finding {
        Finding(.problem, "integrity", ["cause": (error as? DatabaseError)?.message ?? "\(error)"])
    }
}
