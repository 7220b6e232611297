import Foundation
import Web

/// Measures against a fragment or writer; none means that the fragment is kept.
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

    enum LeftOutVotes: Equatable, Sendable {
        case all
        case of(author: Int64)
    }

    var hides = false
    var warns = false
    var suspension: Term?
    /// Whether a suspended writer's stories leave the lists during the suspension.
    var unlists = false
    var leavesOut: LeftOutVotes?
    var hidesParts: Set<ProfilePart> = []
    /// Whether a suspension for good waits for a second moderator in any case.
    var isProposed = false
    /// The rule behind the measures; optional only for keeping and for friendly messages.
    var reason: Reason?
    /// A message to the author; alone it is no strike.
    var message = ""

    static let keep = Sanctions()

    var areTaken: Bool { hides || warns || suspension != nil || leavesOut != nil || !hidesParts.isEmpty }

    var outcome: Report.Outcome { areTaken ? .upheld : message.isEmpty ? .rejected : .noted }

    enum Problem: String, Error, Equatable, Sendable {
        case reasonMissing, endIsOver, nothingToHide, messageTooLong
        case marks, hidden, direction, unbalanced, unknown

        var textKey: String { TextRule.Flaw(rawValue: rawValue)?.textKey ?? "stories.desk.problems.\(rawValue)" }
    }

    /// Characters.
    static let longestMessage = 1000

    /// `canHide` means that there is a fragment and it is visible.
    func check(canHide: Bool, at now: Date) throws(Problem) {
        if areTaken, reason == nil { throw .reasonMissing }
        if hides, !canHide { throw .nothingToHide }
        if case .until(let end)? = suspension, end <= now { throw .endIsOver }
        if let flaw = TextRule.flaw(in: message, as: .text).flatMap({ Problem(rawValue: $0.rawValue) }) { throw flaw }
        if TextRule.length(message) > Self.longestMessage { throw .messageTooLong }
    }
}
