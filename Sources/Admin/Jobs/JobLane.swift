/// Where jobs of a kind wait for their turn. Each lane has places of its own, so that what is slow in one holds up nothing in another.
public enum JobLane: CaseIterable, Sendable {
    /// Alerts, their mail and their push: before everything, and never behind anything.
    case urgent
    /// What takes moments.
    case ordinary
    /// What waits for other machines: at most one job for each receiver, and none for one that rests.
    case delivery
    /// What takes minutes: imports, backups, emptying.
    case long

    /// Jobs at work side by side in one process.
    var places: Int {
        switch self {
        case .urgent: 4
        case .ordinary: 2
        case .delivery: 8
        // An import and a run of citations must not keep a backup waiting.
        case .long: 3
        }
    }
}
