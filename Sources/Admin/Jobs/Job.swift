import Foundation
import GRDB
import Web

/// A background job; one row per run; table `job`.
public struct Job: Codable, FetchableRecord, MutablePersistableRecord, Sendable, Identifiable {
    public enum State: String, Codable, CaseIterable, Sendable, DatabaseValueConvertible {
        case waiting, running, done, failed, cancelled
    }

    public internal(set) var id: Int64?
    public let kind: String
    /// JSON for the kind's handler.
    public let payload: String
    /// A `LocalizedMessage` as JSON.
    public let title: String
    public let accountID: Int64?
    /// The name of the person who requested it; empty for the program.
    public let actor: String
    public let scopeID: Int64?
    /// The receiver of its delivery, empty for none; see `JobReceiver`.
    public let receiver: String
    /// The site's generation at the request; see `SiteIdentity`.
    public let generation: Int
    public let state: State
    /// The earliest start, in UTC.
    public let runAt: Date
    public let attempts: Int
    public let maxAttempts: Int
    /// Created by its kind's timetable; only one such job may wait.
    public let recurs: Bool
    /// The process that runs it, until `leaseUntil`.
    public let worker: String?
    public let leaseUntil: Date?
    public let done: Int
    /// 0 if unknown.
    public let total: Int
    /// The result as a JSON object; see `JobKind.run`.
    public let result: String?
    /// The last error, a `LocalizedMessage` as JSON.
    public let error: String?
    public let createdAt: Date
    public let startedAt: Date?
    public let endedAt: Date?

    public mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    public var results: [String: String] {
        result.flatMap { try? JSONDecoder().decode([String: String].self, from: Data($0.utf8)) } ?? [:]
    }
}

/// A sentence for readers of any language: a text key with values, or plain words without a key.
public struct LocalizedMessage: Codable, Sendable, Equatable {
    public let key: String
    public let values: [String: String]
    /// The count for a plural text.
    public let count: Int?

    public init(_ key: String, _ values: [String: String] = [:], count: Int? = nil) {
        (self.key, self.values, self.count) = (key, values, count)
    }

    /// Makes a sentence that names a record; readers without access to it get the text `<key>Private`.
    public init<R: Resource>(_ key: String, _ values: [String: String], about type: R.Type, _ id: Int64) {
        self.init(key, values.merging([Self.record: "\(R.name) \(id)"]) { $1 })
    }

    private static let record = "record"

    var about: (kind: String, id: Int64)? {
        let parts = values[Self.record]?.split(separator: " ") ?? []
        return parts.count == 2 ? Int64(recordID: parts[1]).map { (String(parts[0]), $0) } : nil
    }

    public init(json: String) {
        self = (try? JSONDecoder().decode(LocalizedMessage.self, from: Data(json.utf8))) ?? LocalizedMessage(json)
    }

    public func localized(in words: Words) -> String { words(key, values, count: count) }

    public var json: String { Jobs.json(self) }
}

/// An error with a sentence for the site's administrators.
public struct JobFailure: Error {
    public let saying: LocalizedMessage
    public let mayRetry: Bool

    public init(_ key: String, _ values: [String: String] = [:], mayRetry: Bool = true) {
        self.init(LocalizedMessage(key, values), mayRetry: mayRetry)
    }

    init(_ saying: LocalizedMessage, mayRetry: Bool) { (self.saying, self.mayRetry) = (saying, mayRetry) }
}
