import Accounts
import Hummingbird
import Web
public enum AdminRoles { public static let all = [Role("admin", may: ["*"])] }
extension Desk {
    public func addSharedRoutes(to router: RouterGroup<SignedIn>) { router.post("scope", use: chooseScope) }
}
