import Admin
import Foundation
import Web

/// What the web service calls a refusal, beside its number: words in lower case with underscores, as the other errors have.
extension StoryRefusal {
    var code: Int {
        switch self {
        case .loginNeeded: 3
        case .emailNotVerified: 5
        case .suspended: 6
        case .tooFast: 7
        case .content(let problem): problem.code
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

    var error: String {
        switch self {
        case .loginNeeded: "login_required"
        case .emailNotVerified: "email_not_verified"
        case .suspended: "suspended"
        case .tooFast: "too_many_requests"
        case .content(let problem): problem.error
        case .notAccepted: "terms_not_accepted"
        case .notFound: "not_found"
        case .hidden: "hidden"
        case .wrongKind: "wrong_type"
        case .alreadyVoted: "already_voted"
        case .notABranchEnd: "not_a_branch_end"
        case .ownFragment: "own_fragment"
        case .alreadyReported: "already_reported"
        case .selfFollow: "self_follow"
        }
    }

    var details: [(key: String, value: JSON)] {
        switch self {
        case .notABranchEnd(let children): [("children", .list(children.map { JSON.number(Int($0)) }))]
        case .content(let problem): problem.details
        case .tooFast(let seconds): [("seconds", .number(seconds))]
        case .suspended(let until): [("until", .optional(until.map(PostElement.stamp)))]
        default: []
        }
    }
}

extension BatchAnswer {
    mutating func refuse(_ action: String, _ refusal: StoryRefusal) { refuse(action, code: refusal.code, refusal.error, refusal.details) }
}

extension FragmentContent.Problem {
    fileprivate var code: Int {
        switch self {
        case .missing, .titleMissing: 10
        case .unreadable, .unfit, .titleUnfit, .descriptionUnfit: 11
        case .textTooLong, .titleTooLong, .descriptionTooLong, .noteTooLong: 12
        }
    }

    fileprivate var error: String {
        switch code {
        case 10: "field_missing"
        case 11: "field_invalid"
        default: "too_long"
        }
    }

    fileprivate var details: [(key: String, value: JSON)] {
        guard let most else { return [("field", .text(field))] }
        return [("field", .text(field)), ("max", .number(most))]
    }

    /// The field's name in the actions of the service.
    private var field: String {
        switch self {
        case .missing, .unreadable, .textTooLong, .unfit: "text_content"
        case .titleMissing, .titleTooLong, .titleUnfit: "title"
        case .descriptionTooLong, .descriptionUnfit: "photo_description"
        case .noteTooLong: "note"
        }
    }

    private var most: Int? {
        switch self {
        case .textTooLong, .descriptionTooLong: FragmentContent.longestText
        case .titleTooLong: FragmentContent.longestTitle
        case .noteTooLong: Report.longestNote
        case .missing, .titleMissing, .unreadable, .unfit, .titleUnfit, .descriptionUnfit: nil
        }
    }
}
