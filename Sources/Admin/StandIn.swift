import Accounts
import Hummingbird
import Web
public enum AdminRoles { public static let all = [Role("admin", may: ["*"])] }
extension Desk {
    public func addSharedRoutes(to router: RouterGroup<SignedIn>) { router.post("scope", use: chooseScope) }
    public func addMediaRoutes(to router: RouterGroup<SignedIn>) {}
    @Sendable public func servePicture(_ request: Request, _ visitor: Visitor) throws -> Response {
        pictures.serve(file: visitor.parameters.get("file") ?? "", size: visitor.parameters.get("size") ?? "", request: request)
    }
}
