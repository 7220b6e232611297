import Accounts
import Hummingbird
import Web

struct ScopeMissing: ExplainedRefusal {
    let status = HTTPResponse.Status.notFound
    /// `house.missing`, with a heading, a sentence, and `make` for the link.
    let texts: String
    let home: String
    let homeText: String

    init(_ scope: Scope, list: String?) {
        texts = "\(scope.kind).missing"
        (home, homeText) = list.map { ($0, "\(scope.kind).missing.make") } ?? ("/admin", "error.home")
    }
}
