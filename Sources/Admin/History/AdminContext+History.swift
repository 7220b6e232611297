import Accounts
import Hummingbird

extension AdminContext {
    func addHistoryRoutes(to router: RouterGroup<SignedIn>) {
        router.post("undoing", use: UndoPages(admin: self).undo)
        router.get("acts", use: OwnActs(admin: self).index)
        router.get("unsent", use: showUnsent)
        CalendarPage(admin: self).addRoutes(to: router.group("calendar"))
    }
}
