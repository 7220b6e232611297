import Accounts
import Hummingbird

extension AdminContext {
    /// The pages that reach over all resources: taking back, one's own acts, the calendar, forms sent without a session.
    func addHistoryRoutes(to router: RouterGroup<SignedIn>) {
        router.post("undoing", use: UndoPages(admin: self).undo)
        router.get("acts", use: OwnActs(admin: self).index)
        router.get("unsent", use: showUnsent)
        CalendarPage(admin: self).addRoutes(to: router.group("calendar"))
    }
}
