import Accounts
import Hummingbird

extension Desk {
    /// The pages that reach over all resources: taking back, one's own acts, the calendar, forms sent without a session.
    func addHistoryRoutes(to router: RouterGroup<SignedIn>) {
        router.post("undoing", use: UndoPages(desk: self).undo)
        router.get("acts", use: OwnActs(desk: self).index)
        router.get("unsent", use: showUnsent)
        CalendarPage(desk: self).addRoutes(to: router.group("calendar"))
    }
}
