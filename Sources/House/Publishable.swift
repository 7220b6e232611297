import Accounts
import Admin

/// A resource that guests see only where it is published.
protocol Publishable: Resource {}

extension Publishable {
    static var published: RowCondition { notTrashed.and("published") }
}
