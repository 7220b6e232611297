import Foundation

/// Why an act of a reader or writer is not done.
enum StoryRefusal: Error, Equatable, Sendable {
    case notFound, hidden, wrongKind, loginNeeded, emailNotVerified
    /// Until a moment, or for good.
    case suspended(until: Date?)
    /// May be tried again after so many seconds.
    case tooFast(seconds: Int)
    /// The documents have changed since they were accepted.
    case notAccepted
    case content(FragmentContent.Problem)
    case alreadyVoted, ownFragment, alreadyReported, selfFollow
    /// The branch was continued meanwhile, by these fragments.
    case notABranchEnd([Int64])

    /// Whether the very same may be taken later.
    var mayPass: Bool {
        switch self {
        case .tooFast, .suspended, .emailNotVerified: true
        default: false
        }
    }

    /// The number that the web service gives it.
    var code: Int {
        switch self {
        case .loginNeeded: 3
        case .emailNotVerified: 5
        case .suspended: 6
        case .tooFast: 7
        case .content(let problem): [.textTooLong, .titleTooLong, .noteTooLong].contains(problem) ? 12 : problem == .missing ? 10 : 11
        case .notAccepted: 16
        case .notFound: 20
        case .hidden: 21
        case .wrongKind: 22
        case .alreadyVoted: 23
        case .notABranchEnd: 24
        case .ownFragment: 25
        case .alreadyReported: 26
        case .selfFollow: 27
        }
    }
}
