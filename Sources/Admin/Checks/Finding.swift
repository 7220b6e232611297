import GRDB
import Web

/// Something that `portico check` found.
public struct Finding: Codable, Sendable, Equatable {
    public enum Weight: String, Codable, Sendable {
        /// Something is lost or wrong.
        case problem
        /// Something to know; it goes away by itself or harms nobody.
        case note
    }

    public let weight: Weight
    /// What it is and what to do about it.
    public let saying: LocalizedMessage

    init(_ weight: Weight, _ saying: LocalizedMessage) { (self.weight, self.saying) = (weight, saying) }

    /// - Parameter name: its text has the key `check.findings.<name>`.
    init(_ weight: Weight, _ name: String, _ values: [String: String] = [:]) {
        self.init(weight, LocalizedMessage("check.findings.\(name)", values))
    }

    /// SQLite could not read on.
    static func unreadable(_ error: any Error) -> Finding {
        Finding(.problem, "integrity", ["cause": (error as? DatabaseError)?.message ?? "\(error)"])
    }
}
