/// The queues of jobs. Each lane has its own places, so slow work in one does not block another.
public enum JobLane: CaseIterable, Sendable {
    case urgent
    case ordinary
    /// Deliveries to other machines: at most one job per receiver, none while the receiver rests.
    case delivery
    /// Work of minutes, such as imports, backups and emptying the trash.
    case long

    var places: Int {
        switch self {
        case .urgent: 4
        case .ordinary: 2
        case .delivery: 8
        // An import and a citation run must not delay a backup.
        case .long: 3
        }
    }
}
