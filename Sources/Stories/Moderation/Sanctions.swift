import Foundation
import Web

/// What moderators do about a fragment or a writer; several at once, or none: then it is kept.
struct Sanctions: Equatable, Sendable {
    enum Term: Equatable, Sendable {
        case until(Date), forGood

        var date: Date? {
            switch self {
            case .until(let date): date
            case .forGood: nil
            }
        }
    }

    var hides = false
    /// A strike that counts for a while.
    var warns = false
    var suspension: Term?
    /// Whether a suspended writer's stories stay out of the lists meanwhile.
    var unlists = false
    /// Whether a suspension for good waits for a second moderator, whoever else there is.
    var isProposed = false
    /// The rule that all this rests on; needed for everything but keeping and a friendly word.
    var reason: Reason?
    /// A word to the author; alone it is only that, and no strike.
    var message = ""

    static let keep = Sanctions()

    var areTaken: Bool { hides || warns || suspension != nil }

    /// What it means for those who reported.
    var outcome: Report.Outcome { areTaken ? .upheld : message.isEmpty ? .rejected : .noted }

    enum Problem: String, Error, Equatable, Sendable {
        case reasonMissing, endIsOver, nothingToHide, messageTooLong
        /// What no text may hold, as in `TextRule.Flaw`.
        case marks, hidden, direction, unbalanced, unknown

        var textKey: String { TextRule.Flaw(rawValue: rawValue)?.textKey ?? "stories.desk.problems.\(rawValue)" }
    }

    /// Characters of a message.
    static let longestMessage = 1000

    /// - Parameter canHide: whether there is a fragment and it can still be seen.
    func check(canHide: Bool, at now: Date) throws(Problem) {
        if areTaken, reason == nil { throw .reasonMissing }
        if hides, !canHide { throw .nothingToHide }
        if case .until(let end)? = suspension, end <= now { throw .endIsOver }
        if let flaw = TextRule.flaw(in: message, as: .text).flatMap({ Problem(rawValue: $0.rawValue) }) { throw flaw }
        if TextRule.length(message) > Self.longestMessage { throw .messageTooLong }
    }
}
