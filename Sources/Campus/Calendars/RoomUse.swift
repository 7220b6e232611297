import Foundation
import GRDB
import Web

/// How many days of a usual week each room is taken at each hour, by the lessons that are valid now.
struct RoomUse {
    private static let (most, first, last) = (25, 8, 20)

    private let rooms: [(name: String, hours: [Int: Int])]

    init(_ lessons: [WeeklyLesson], at now: Date) {
        var byRoom: [String: [Int: Set<Int>]] = [:]
        for lesson in lessons where !lesson.place.isEmpty && lesson.hours.validFrom <= now && now <= lesson.hours.validTo {
            let hours = lesson.hours
            guard hours.from < hours.to else { continue }
            for hour in hours.from / 60...(hours.to - 1) / 60 {
                byRoom[lesson.place, default: [:]][hour, default: []].insert(hours.weekday)
            }
        }
        let counted = byRoom.map { (name: $0, hours: $1.mapValues(\.count)) }
        rooms = counted.sorted { one, other in
            let (more, less) = (one.hours.values.reduce(0, +), other.hours.values.reduce(0, +))
            return (less, one.name) < (more, other.name)
        }
    }

    /// nil without lessons in rooms.
    func chart(_ words: Words) -> Chart? {
        guard let fullest = rooms.first else { return nil }
        let hours = Array(Self.first..<Self.last)
        let rows = rooms.prefix(Self.most).map { room in (label: room.name, values: hours.map { Optional(Double(room.hours[$0] ?? 0)) }) }
        let heading = Chart.Heading(
            id: "rooms", title: words("campus.conflicts.use.title"), summary: words("campus.conflicts.use.summary", ["room": fullest.name]))
        return .heatMap(heading, columns: hours.map(String.init), corner: words("campus.conflicts.rooms.subject"), rows) {
            words("campus.conflicts.use.days", count: Int(nearest: $0))
        }
    }
}
