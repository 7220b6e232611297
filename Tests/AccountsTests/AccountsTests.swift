import Foundation
import GRDB
import Testing

@Test func dates() throws {
    let queue = try DatabaseQueue()
    try queue.write { db in
        let clock = ContinuousClock()
        let now = Date()
        print("write", try clock.measure { for _ in 0..<1000 { _ = now.databaseValue } })
        let value = now.databaseValue
        print("read", try clock.measure { for _ in 0..<1000 { _ = Date.fromDatabaseValue(value) } })
        var wrong = 0
        for _ in 0..<3000 {
            let d = Date(timeIntervalSince1970: Double.random(in: 1.7e9...1.9e9))
            let v = d.databaseValue
            if Date.fromDatabaseValue(v)!.databaseValue != v { wrong += 1 }
        }
        print("not the same again", wrong)
    }
}
