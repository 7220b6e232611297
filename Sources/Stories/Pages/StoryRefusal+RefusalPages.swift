import Hummingbird
import Web

/// On a page, a refusal shows its text `stories.refusals.<name>`.
extension StoryRefusal: ExplainedRefusal {
    var status: HTTPResponse.Status {
        switch self {
        case .notFound: .notFound
        case .hidden: .gone
        case .loginNeeded: .unauthorized
        case .suspended, .emailNotVerified, .notAccepted: .forbidden
        case .tooFast: .tooManyRequests
        case .alreadyVoted, .alreadyReported, .notABranchEnd: .conflict
        case .content, .wrongKind, .ownFragment, .selfFollow: .unprocessableContent
        }
    }

    var texts: String { "stories.refusals.\(name)" }
    var home: String { "/stories" }

    var name: String {
        switch self {
        case .notFound: "notFound"
        case .hidden: "hidden"
        case .wrongKind: "wrongKind"
        case .loginNeeded: "loginNeeded"
        case .emailNotVerified: "emailNotVerified"
        case .suspended: "suspended"
        case .tooFast: "tooFast"
        case .notAccepted: "notAccepted"
        case .content: "content"
        case .alreadyVoted: "alreadyVoted"
        case .ownFragment: "ownFragment"
        case .alreadyReported: "alreadyReported"
        case .selfFollow: "selfFollow"
        case .notABranchEnd: "notABranchEnd"
        }
    }
}
