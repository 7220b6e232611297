import Foundation
import GRDB

/// Sends the messages of table `mail` in the background.
public struct Outbox: Sendable {
    /// The job name; it dates from when only the stories used the outbox, and stored jobs have it.
    public static let kind = "storyMail"
    /// The job name for alerts, which wait for no other messages.
    public static let urgent = "urgentMail"

    let route: MailRoute

    private static let atOnce = 8

    public init(_ route: MailRoute) { self.route = route }

    /// Sends by the command, such as `/usr/sbin/sendmail -t -i`, or into the folder if it is nil.
    public init(command: String?, folder: String, from: String) { self.init(MailRoute(command: command, sender: from, folder: folder)) }

    /// The background jobs: soon after each message, and every few minutes for retries.
    public var jobs: [JobKind] {
        [
            JobKind(name: Self.urgent, lane: .urgent, reachesOut: true, every: .hours(0.05)) { work in try await send(work, urgent: true) },
            JobKind(name: Self.kind, lane: .delivery, reachesOut: true, every: .hours(0.05), most: { _ in 2 }) { work in
                try await send(work, urgent: false)
            },
            TestMail.kind(self), PasswordLinkJob.kind,
        ]
    }

    static func wake(_ db: Database) throws {
        for kind in [urgent, kind] { try Jobs.enqueue(db, kind, by: .system("portico")) }
    }

    private func send(_ work: JobWork, urgent: Bool) async throws -> [String: String] {
        let admin = work.admin
        let sender = try await admin.database.read { db in try route.current(db) }
        let queue = MailQueue { limit in
            try await admin.database.write { db in
                guard try !SiteIdentity.isQuiet(db) else { return [] }
                return try Mail.take(limit, urgent: urgent, origin: admin.knownOrigin(db), at: .now, db)
            }
        }
        do {
            try await send(queue, sender, admin)
        } catch {
            let left = await queue.left
            try? await Task { try await admin.database.write { try Mail.giveBack(left, at: .now, $0) } }.value
            throw error
        }
        sender.transport.removeLeftovers(before: .now - 3_600)
        try await forgetFiles(sender.transport, admin.database)
        return [:]
    }

    /// Each sender takes the next message, so one that hangs blocks only its sender.
    private func send(_ queue: MailQueue, _ sender: MailSender, _ admin: AdminContext) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.atOnce {
                group.addTask {
                    while let mail = try await queue.next() {
                        let failure = await hand(message(mail, sender), sender.transport)
                        // Noted also during shutdown; otherwise the message would be sent again.
                        try await Task { try await admin.commits.write { db in try note(failure, mail, sender.transport, db) } }.value
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Removes files of messages without a row, because they are old or the recipient left.
    private func forgetFiles(_ transport: MailTransport, _ database: any DatabaseWriter) async throws {
        guard transport.isFolder else { return }
        let rows = try await database.read {
            try Row.fetchAll($0, sql: "SELECT id, createdAt FROM mail").map { ($0[0] as Int64, $0[1] as Date) }
        }
        transport.forget(except: Dictionary(uniqueKeysWithValues: rows))
    }

    private func message(_ mail: Mail, _ sender: MailSender) -> MailMessage {
        MailMessage(
            from: sender.from, to: mail.recipient, subject: mail.subject, body: mail.body, date: .now,
            identity: "\(mail.id)-\(UUID().uuidString)", leaving: mail.leaving.isEmpty ? nil : mail.leaving, html: mail.html,
            fromName: sender.fromName, replyTo: sender.replyTo)
    }

    private func note(_ failure: MailTransport.Failure?, _ mail: Mail, _ transport: MailTransport, _ db: Database) throws {
        if let failure { return try mail.failed(failure.saying.json, isFinal: failure.isFinal, at: .now, db) }
        // Mass mail is useless in a list that a person forwards by hand.
        try transport.isFolder && mail.leaving.isEmpty ? mail.kept(at: .now, db) : mail.sent(at: .now, db)
    }

    /// Sends one message outside of the queue, to try the way; returns the error.
    public func trySending(to recipient: String, subject: String, body: String, by sender: MailSender) async -> MailTransport.Failure? {
        let message = MailMessage(
            from: sender.from, to: recipient, subject: subject, body: body, date: .now, identity: "test-\(UUID().uuidString)",
            fromName: sender.fromName, replyTo: sender.replyTo)
        return await hand(message, sender.transport)
    }

    private func hand(_ message: MailMessage, _ transport: MailTransport) async -> MailTransport.Failure? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                do {
                    try transport.send(message)
                    continuation.resume(returning: nil)
                } catch let failure as MailTransport.Failure {
                    continuation.resume(returning: failure)
                } catch {
                    continuation.resume(returning: MailTransport.Failure(.program, said: "\(error)"))
                }
            }
        }
    }
}
