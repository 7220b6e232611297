import Accounts
import GRDB
import Hummingbird
import Web

extension AdminContext {
    /// Mounts the JSON interface on the group of `/api/v1`; the group needs the middleware `Callers`.
    public func addAPIRoutes(to router: RouterGroup<Visitor>) {
        let callers = router.group(context: Caller.self).add(middleware: AcceptsJSON())
        addResourceAPIs(to: callers)
        ImportAPI(admin: self).addRoutes(to: callers)
        let pictures = PictureAPI(admin: self)
        pictures.addRoutes(to: callers.group("media/pictures"))
        callers.post("media", use: pictures.upload)
    }
}
