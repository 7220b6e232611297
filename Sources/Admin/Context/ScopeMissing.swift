import Accounts
import Hummingbird
import Web

/// What was asked for belongs to a scope, and the person has none yet: says so, and leads whoever may make one to where it is made.
struct ScopeMissing: ExplainedRefusal {
    let status = HTTPResponse.Status.notFound
    /// `house.missing`: heading, sentence, and `make` for the way out.
    let texts: String
    let home: String
    let homeText: String

    /// - Parameter list: where the person finds the scopes, if he may make one.
    init(_ scope: Scope, list: String?) {
        texts = "\(scope.kind).missing"
        (home, homeText) = list.map { ($0, "\(scope.kind).missing.make") } ?? ("/admin", "error.home")
    }
}
