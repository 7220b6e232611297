import Foundation
import GRDB
import Synchronization

extension Date {
    /// The database form, cached: a save writes one time into several rows, and formatting a date takes as long as a small statement.
    public var stored: DatabaseValue {
        lastStored.withLock { last in
            if last.date != self { last = (self, databaseValue) }
            return last.value
        }
    }
}

private let lastStored = Mutex<(date: Date, value: DatabaseValue)>((.distantPast, Date.distantPast.databaseValue))
