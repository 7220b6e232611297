import Foundation
import GRDB

/// Sends what waits in the table `mail`, in the background.
public struct Outbox: Sendable {
    /// The name of its job, under which work waits on sites that had the outbox when only stories wrote.
    public static let kind = "storyMail"
    /// The name of the job that sends alerts, which wait behind no other message.
    public static let urgent = "urgentMail"

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
    public var jobs: [JobKind] {
        [
            JobKind(name: Self.urgent, lane: .urgent, reachesOut: true, every: .hours(0.05)) { work in try await send(work, urgent: true) },
            JobKind(name: Self.kind, lane: .delivery, reachesOut: true, every: .hours(0.05), most: { _ in 2 }) { work in
                try await send(work, urgent: false)
            },
        ]
    }

    /// Has whatever waits sent at once.
    static func wake(_ db: Database) throws {
        for kind in [urgent, kind] { try Jobs.enqueue(db, kind, by: .system("portico")) }
    }

    private func send(_ work: JobWork, urgent: Bool) async throws -> [String: String] {
        let admin = work.admin
        let queue = MailQueue { limit in
            try await admin.database.write { db in
                // Quiet by now: what was begun before that waits too.
                guard try !SiteIdentity.isQuiet(db) else { return [] }
                return try Mail.take(limit, urgent: urgent, origin: admin.knownOrigin(db), at: .now, db)
            }
        }
        do {
            try await send(queue, admin)
        } catch {
            // Whoever comes next need not wait for them.
            let left = await queue.left
            try? await Task { try await admin.database.write { try Mail.giveBack(left, at: .now, $0) } }.value
            throw error
        }
        try await forgetFiles(admin.database)
        return [:]
    }

    /// Each place takes the next by itself: a message that hangs holds up nothing but its place.
    private func send(_ queue: MailQueue, _ admin: AdminContext) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.atOnce {
                group.addTask {
                    while let mail = try await queue.next() {
                        let failure = await hand(message(mail))
                        // What was handed over is noted also while the process is ending: else it would go out again.
                        try await Task { try await admin.commits.write { db in try note(failure, mail, db) } }.value
                    }
                }
            }
            try await group.waitForAll()
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
