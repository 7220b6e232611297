import Admin
import Foundation
import GRDB

struct SendingChecks {
    let configuration: Configuration
    let service: ServerObservation?
    var recipient: String?
    var now = Date.now
    /// Where Postfix takes messages in; it needs the rights of its group.
    var postdrop = "/usr/sbin/postdrop"

    private struct Facts: Sendable {
        let isQuiet: Bool
        let hasPushKey: Bool
        let failed: Int
        let error: String
        let sender: MailSender
    }

    func results(_ database: (any DatabaseReader)?) async -> [DoctorResult] {
        let route = configuration.mailRoute
        let facts = try? await database?.read { [now] db in
            let failed = try Row.fetchOne(
                db, sql: "SELECT count(*) AS count, max(error) AS error FROM mail WHERE state = 'failed' AND createdAt > ?",
                arguments: [now - 7 * 86_400])
            return Facts(
                isQuiet: try SiteIdentity.isQuiet(db),
                hasPushKey: try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM pushKey)") ?? false,
                failed: failed.map { $0["count"] as Int } ?? 0, error: failed.flatMap { $0["error"] as String? } ?? "",
                sender: try route.current(db))
        }
        let quiet: [DoctorResult] = facts?.isQuiet == true ? [.warning("quiet", "quiet")] : []
        return quiet + mail(facts) + (await tried(facts?.sender ?? route.byOwner)) + [push(facts)] + (await caches)
    }

    private var caches: [DoctorResult] {
        get async {
            guard let purge = CachePurge(configuration) else { return [] }
            let failures = await purge.send(CachePurge.trial)
            if failures.isEmpty { return [.ok("purge", "ok", ["count": "\(configuration.purge.count)"])] }
            return failures.map { .fault("purge", "untold", ["host": $0.host, "reason": $0.reason]) }
        }
    }

    private func mail(_ facts: Facts?) -> [DoctorResult] {
        guard let sender = facts?.sender ?? configuration.mailRoute.byOwner, let name = sender.name, let program = sender.program else {
            return [.warning("mail", "none", ["folder": configuration.data + "/mail"])]
        }
        var results: [DoctorResult] = []
        if sender.isLocked { results.append(.fault("mail", "locked", ["name": name])) }
        if !FileManager.default.isExecutableFile(atPath: program) { results.append(.fault("mail", "missing", ["path": program])) }
        if service?.isConfined == true, sender.isCommand,
            let lending = [program, postdrop].first(where: { FileFacts($0)?.lendsRights ?? false })
        {
            results.append(.fault("mail", "confined", ["program": program, "path": lending]))
        }
        if sender.from.hasSuffix("@localhost") { results.append(.warning("mail", "sender", ["sender": sender.from])) }
        guard let facts else { return results + [.unknown("mail", "unknown")] }
        if facts.failed > 0 {
            results.append(.fault("mail", "failed", ["count": "\(facts.failed)", "error": Mail.technical(facts.error), "program": name]))
        }
        return results.isEmpty ? [.ok("mail", "ok", ["program": name, "sender": sender.from])] : results
    }

    private func tried(_ sender: MailSender?) async -> [DoctorResult] {
        guard let recipient else { return [] }
        guard let sender, sender.name != nil else { return [.unknown("trial", "none")] }
        let error = await Outbox(configuration.mailRoute).trySending(
            to: recipient, subject: "Portico", body: "portico doctor: \(configuration.url ?? "Portico") \(now.formatted(.iso8601))",
            by: sender)
        guard let error else { return [.ok("trial", "ok", ["recipient": recipient])] }
        return [.fault("trial", "refused", ["error": "\(error)"])]
    }

    private func push(_ facts: Facts?) -> DoctorResult {
        guard let contact = configuration.push.web.site else { return .warning("push", "noHTTPS") }
        guard let facts else { return .unknown("push", "unknown") }
        return .ok("push", facts.hasPushKey ? "ok" : "later", ["contact": contact])
    }
}
