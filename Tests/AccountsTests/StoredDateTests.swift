import Foundation
import GRDB
import Testing

@testable import Accounts

struct StoredDateTests {
    @Test func isWhatTheDatabaseKeepsOfEachDate() async {
        let dates = (0..<200).map { Date(timeIntervalSince1970: 1_700_000_000 + Double($0 % 7) * 0.0374 + Double($0) * 86_399) }
        await withTaskGroup(of: Void.self) { group in
            for date in dates + dates.reversed() {
                group.addTask {
                    #expect(date.stored == date.databaseValue)
                    #expect(date.stored == date.databaseValue)
                }
            }
        }
    }
}
