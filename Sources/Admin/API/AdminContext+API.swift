import Accounts
import GRDB
import Hummingbird
import Web

extension AdminContext {
    /// Mounts the JSON interface; the group needs `Callers` and stands at `/api/v1`.
    public func addAPIRoutes(to router: RouterGroup<Visitor>) {
        let callers = router.group(context: Caller.self).add(middleware: AcceptsJSON())
        addResourceAPIs(to: callers)
        let pictures = PictureAPI(admin: self)
        pictures.addRoutes(to: callers.group("media/pictures"))
        callers.post("media", use: pictures.upload)
    }
}
