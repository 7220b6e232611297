import Foundation
import GRDB
import Synchronization

extension Date {
    /// As the database keeps it. Remembered for whoever asks next: a save writes one moment into several rows, and a date formatter takes
    /// as long as a small statement.
    public var stored: DatabaseValue {
        lastStored.withLock { last in
            if last.date != self { last = (self, databaseValue) }
            return last.value
        }
    }
}

private let lastStored = Mutex<(date: Date, value: DatabaseValue)>((.distantPast, Date.distantPast.databaseValue))
