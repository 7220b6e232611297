import Foundation
import Web

public struct DoctorResult: Sendable, Equatable {
    public enum State: String, Sendable, Encodable {
        case ok, warning, fault
        /// The check could not be made; never the same as ok.
        case unknown
    }

    public let check: String
    public let state: State
    /// Selects the texts `doctor.results.<check>.<sentence>.text` and, where there is something to do, `.remedy`.
    let sentence: String
    let values: [String: String]

    static func ok(_ check: String, _ sentence: String = "ok", _ values: [String: String] = [:]) -> Self {
        Self(check: check, state: .ok, sentence: sentence, values: values)
    }

    static func warning(_ check: String, _ sentence: String, _ values: [String: String] = [:]) -> Self {
        Self(check: check, state: .warning, sentence: sentence, values: values)
    }

    static func fault(_ check: String, _ sentence: String, _ values: [String: String] = [:]) -> Self {
        Self(check: check, state: .fault, sentence: sentence, values: values)
    }

    static func unknown(_ check: String, _ sentence: String, _ values: [String: String] = [:]) -> Self {
        Self(check: check, state: .unknown, sentence: sentence, values: values)
    }

    private var key: String { "doctor.results.\(check).\(sentence)" }

    public func text(_ words: Words) -> String { words(key + ".text", values) }

    public func remedy(_ words: Words) -> String? {
        words.optional(key + ".remedy") == nil ? nil : words(key + ".remedy", values)
    }

    public func line(_ words: Words) -> String {
        let head = words("doctor.states.\(state.rawValue)") + ": " + text(words)
        return remedy(words).map { "\(head)\n    → \($0)" } ?? head
    }
}

public struct DoctorReport: Sendable {
    public let results: [DoctorResult]

    public init(_ results: [DoctorResult]) { self.results = results }

    public init(_ problems: StartProblems, in words: Words) {
        results = problems.localized(in: words).map { .fault("settings", "invalid", ["problem": $0]) }
    }

    /// 0 when all is well, 1 with faults, 2 when there are only warnings or checks that could not be made.
    public var exitCode: Int32 {
        if results.contains(where: { $0.state == .fault }) { return 1 }
        return results.allSatisfy { $0.state == .ok } ? 0 : 2
    }

    private struct Line: Encodable {
        let check: String
        let state: DoctorResult.State
        let finding: String
        let text: String
        let remedy: String?
    }

    public func json(_ words: Words) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let lines = results.map {
            Line(check: $0.check, state: $0.state, finding: $0.sentence, text: $0.text(words), remedy: $0.remedy(words))
        }
        return String(decoding: try encoder.encode(lines), as: UTF8.self)
    }

    public func text(_ words: Words) -> String {
        let counts = [DoctorResult.State.fault, .warning, .unknown].map { state in
            words("doctor.counts.\(state.rawValue)", count: results.count { $0.state == state })
        }
        return results.map { $0.line(words) }.joined(separator: "\n") + "\n\n" + counts.joined(separator: ", ") + "."
    }
}
