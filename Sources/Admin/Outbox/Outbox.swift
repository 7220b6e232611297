import Foundation
import GRDB

/// Sends what waits in the table `mail`, in the background.
public struct Outbox: Sendable {
    /// The name of its job, under which work waits on sites that had the outbox when only stories wrote.
    public static let kind = "storyMail"

    let transport: MailTransport
    /// The address that messages come from.
    let from: String

    /// Messages handed over at the same time.
    private static let atOnce = 8

    /// - Parameters:
    ///   - command: a program and its arguments, such as `/usr/sbin/sendmail -t -i`; nil keeps messages in a folder.
    ///   - folder: where they are kept then.
    public init(command: String?, folder: String, from: String) {
        (transport, self.from) = (MailTransport(command: command, folder: folder), from)
    }

    /// For the program's list of background work: soon after each message, and every few minutes for what has to be tried again.
    public var jobs: [JobKind] { [JobKind(name: Self.kind, every: .hours(0.05)) { work in try await send(work) }] }

    private func send(_ work: JobWork) async throws -> [String: String] {
        let database = work.desk.database
        while true {
            try Task.checkCancellation()
            let due = try await database.write { try Mail.take(100, at: .now, $0) }
            if due.isEmpty {
                try await forgetFiles(database)
                return [:]
            }
            let failures = await withTaskGroup(of: (Int, String?).self) { group in
                var failures = [String?](repeating: nil, count: due.count)
                for (place, mail) in due.enumerated() {
                    if place >= Self.atOnce, let done = await group.next() { failures[done.0] = done.1 }
                    group.addTask { (place, await hand(message(mail))) }
                }
                for await done in group { failures[done.0] = done.1 }
                return failures
            }
            // What was handed over is noted also while the process is ending: else it would go out again.
            try await Task {
                try await database.write { db in
                    for (mail, failure) in zip(due, failures) { try note(failure, mail, db) }
                }
            }.value
        }
    }

    /// What has no row any more, because its recipient left or it is old, leaves the folder too.
    private func forgetFiles(_ database: any DatabaseWriter) async throws {
        guard transport.isFolder else { return }
        let rows = try await database.read {
            try Row.fetchAll($0, sql: "SELECT id, createdAt FROM mail").map { ($0[0] as Int64, $0[1] as Date) }
        }
        transport.forget(except: Dictionary(uniqueKeysWithValues: rows))
    }

    private func message(_ mail: Mail) -> MailMessage {
        MailMessage(
            from: from, to: mail.recipient, subject: mail.subject, body: mail.body, date: .now,
            identity: "\(mail.id)-\(UUID().uuidString)", leaving: mail.leaving.isEmpty ? nil : mail.leaving, html: mail.html)
    }

    private func note(_ failure: String?, _ mail: Mail, _ db: Database) throws {
        if let failure { return try mail.failed(failure, at: .now, db) }
        // What goes to many is worth nothing in a list for one person to hand on.
        try transport.isFolder && mail.leaving.isEmpty ? mail.kept(at: .now, db) : mail.sent(at: .now, db)
    }

    /// What went wrong; nil when the message was taken.
    private func hand(_ message: MailMessage) async -> String? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async { [transport] in
                do {
                    try transport.send(message)
                    continuation.resume(returning: nil)
                } catch {
                    continuation.resume(returning: "\(error)")
                }
            }
        }
    }
}
