import Foundation
import GRDB
import Web

/// Work that nobody waits for: one row for each time it is to be done; table `job`.
public struct Job: Codable, FetchableRecord, MutablePersistableRecord, Sendable, Identifiable {
    public enum State: String, Codable, CaseIterable, Sendable, DatabaseValueConvertible {
        case waiting, running, done, failed, cancelled
    }

    public internal(set) var id: Int64?
    /// The name of its `JobKind`.
    public let kind: String
    /// JSON that the kind's handler understands.
    public let payload: String
    /// JSON of a `LocalizedMessage`.
    public let title: String
    public let accountID: Int64?
    /// Whoever asked for it, by name; empty for the program itself.
    public let actor: String
    public let scopeID: Int64?
    /// The receiver it delivers to, empty for none. See `JobReceiver`.
    public let receiver: String
    /// The site's generation when it was asked for; see `SiteIdentity`.
    public let generation: Int
    public let state: State
    /// UTC; not before then.
    public let runAt: Date
    /// How often it was begun since somebody asked for it.
    public let attempts: Int
    public let maxAttempts: Int
    /// Made by the timetable of its kind, of which only one may wait.
    public let recurs: Bool
    /// The process that is at it, as long as `leaseUntil` is not over.
    public let worker: String?
    public let leaseUntil: Date?
    public let done: Int
    /// 0 while it is not known.
    public let total: Int
    /// A JSON object of what came out; see `JobKind.run`.
    public let result: String?
    /// JSON of a `LocalizedMessage`: why it failed last.
    public let error: String?
    public let createdAt: Date
    public let startedAt: Date?
    public let endedAt: Date?

    public mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    /// What came out, by name.
    public var results: [String: String] {
        result.flatMap { try? JSONDecoder().decode([String: String].self, from: Data($0.utf8)) } ?? [:]
    }
}

/// A sentence for readers of either language: the key of a text with its values, or just words, which have no key.
public struct LocalizedMessage: Codable, Sendable, Equatable {
    public let key: String
    public let values: [String: String]
    /// How many, for a text that has a plural.
    public let count: Int?

    public init(_ key: String, _ values: [String: String] = [:], count: Int? = nil) {
        (self.key, self.values, self.count) = (key, values, count)
    }

    /// A sentence that names a record, for a job's title: whoever may not see the record reads the text `<key>Private` instead.
    public init<R: Resource>(_ key: String, _ values: [String: String], about type: R.Type, _ id: Int64) {
        self.init(key, values.merging([Self.record: "\(R.name) \(id)"]) { $1 })
    }

    private static let record = "record"

    /// The record that it names.
    var about: (kind: String, id: Int64)? {
        let parts = values[Self.record]?.split(separator: " ") ?? []
        return parts.count == 2 ? Int64(recordID: parts[1]).map { (String(parts[0]), $0) } : nil
    }

    public init(json: String) {
        self = (try? JSONDecoder().decode(LocalizedMessage.self, from: Data(json.utf8))) ?? LocalizedMessage(json)
    }

    public func said(in words: Words) -> String { words(key, values, count: count) }

    public var json: String { Jobs.json(self) }
}

/// Thrown by a handler that knows a sentence for whoever looks after the site.
public struct JobFailure: Error {
    public let saying: LocalizedMessage
    /// Whether another try may go better.
    public let mayRetry: Bool

    public init(_ key: String, _ values: [String: String] = [:], mayRetry: Bool = true) {
        (saying, self.mayRetry) = (LocalizedMessage(key, values), mayRetry)
    }
}
