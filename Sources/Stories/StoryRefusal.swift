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

    var code: Int {
        switch self {
        case .loginNeeded: 3
        case .emailNotVerified: 5
        case .suspended: 6
        case .tooFast: 7
        case .content(.textTooLong), .content(.titleTooLong), .content(.noteTooLong), .content(.descriptionTooLong): 12
        case .content(let problem): problem == .missing ? 10 : 11
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
