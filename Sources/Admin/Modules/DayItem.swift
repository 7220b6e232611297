import Foundation

/// Something that happens today, for the line of the day on the first page.
public struct DayItem: Sendable {
    let from: Date
    /// nil for a moment.
    let until: Date?
    let title: String
    let note: String
    let address: String
    let icon: String
    let isCancelled: Bool

    public init(
        from: Date, until: Date? = nil, title: String, note: String = "", address: String, icon: String, isCancelled: Bool = false
    ) {
        (self.from, self.until, self.title, self.note) = (from, until, title, note)
        (self.address, self.icon, self.isCancelled) = (address, icon, isCancelled)
    }
}
