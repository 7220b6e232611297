import Foundation

enum StoryRefusal: Error, Equatable, Sendable {
    case notFound, hidden, wrongKind, loginNeeded, emailNotVerified
    /// Until a moment; nil is for good.
    case suspended(until: Date?)
    case tooFast(seconds: Int)
    case notAccepted
    case content(FragmentContent.Problem)
    case alreadyVoted, ownFragment, alreadyReported, selfFollow
    case notABranchEnd([Int64])

    var mayPass: Bool {
        switch self {
        case .tooFast, .suspended, .emailNotVerified: true
        default: false
        }
    }
}
