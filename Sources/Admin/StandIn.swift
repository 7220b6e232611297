import Accounts
import Hummingbird
import Web
extension Desk {
    public func addMediaRoutes(to router: RouterGroup<SignedIn>) {}
    @Sendable public func servePicture(_ request: Request, _ visitor: Visitor) throws -> Response {
        pictures.serve(file: visitor.parameters.get("file") ?? "", size: visitor.parameters.get("size") ?? "", request: request)
    }
}
