import Admin
import Foundation
import GRDB
import Web

struct AlertFiles {
    let origin: String
    let siteName: String
    let words: Words

    private var host: String { URLComponents(string: origin)?.host ?? "localhost" }

    func identity(_ bulletin: Bulletin, _ db: Database) throws -> String {
        let first = try bulletin.first(db)?.id ?? bulletin.id ?? 0
        return "tag:\(host),2026:campus/alerts/\(first)"
    }

    /// Days for which feeds say that an alert was withdrawn or has run out.
    static let daysOfEnded = 7.0

    static func bulletins(_ scope: AlertScope, _ db: Database, at now: Date) throws -> [Bulletin] {
        try Bulletin.current(db, at: now, where: scope.condition, scope.arguments, limit: 50)
            + Bulletin.ended(since: now - daysOfEnded * 86_400, db, where: scope.condition, scope.arguments)
    }

    /// The index for programs that read CAP: each entry leads to its message.
    func index(_ bulletins: [Bulletin], _ db: Database, at address: String, now: Date) throws -> Feed {
        var feed = try feed(bulletins, db, at: address, now: now)
        feed.entries = feed.entries.map { entry in
            var entry = entry
            guard let message = entry.links.first(where: { $0.type == Self.capType }) else { return entry }
            (entry.address, entry.type, entry.links) = (message.address, message.type, [])
            return entry
        }
        return feed
    }

    private static let capType = "application/cap+xml"

    func feed(_ bulletins: [Bulletin], _ db: Database, at address: String, now: Date) throws -> Feed {
        Feed(
            address: origin + address, page: origin + AlertPages.address, title: words("campus.alerts.feed", ["site": siteName]),
            author: siteName, language: words.language.rawValue,
            updatedAt: bulletins.compactMap { $0.endedAt ?? $0.releasedAt }.max() ?? now,
            entries: try bulletins.map { try entry($0, db) })
    }

    func entry(_ bulletin: Bulletin, _ db: Database) throws -> FeedEntry {
        let language = words.language
        let (isOver, released) = (bulletin.isOver, bulletin.releasedAt ?? bulletin.publishAt)
        let more = bulletin.link.isEmpty ? "" : "\(words("campus.alerts.more")): \(bulletin.link)"
        let texts = [bulletin.text(in: language), bulletin.instruction(in: language), bulletin.whereabouts(words), more]
        let text = isOver ? words("campus.letters.withdrawn.text") : texts.filter { !$0.isEmpty }.joined(separator: "\n\n")
        var entry = FeedEntry(
            identity: try identity(bulletin, db), title: title(bulletin), text: text,
            address: origin + (isOver ? AlertPages.address : AlertDrawing.address(bulletin)),
            publishedAt: try bulletin.first(db)?.releasedAt ?? released, updatedAt: isOver ? bulletin.endedAt ?? released : released,
            category: try AlertDrawing.category(bulletin.category, language, db))
        // One that has run out has no message any more; a withdrawn one cancels its message.
        if bulletin.state != .ended { entry.links.append(("alternate", Self.capType, origin + AlertDrawing.address(bulletin) + ".cap")) }
        if !bulletin.link.isEmpty, !isOver { entry.links.append(("related", "", bulletin.link)) }
        entry.warning = CAPSummary(
            isDrill: bulletin.isDrill, kind: isOver ? .cancel : bulletin.replaces == nil ? .alert : .update,
            event: entry.category, severity: bulletin.weight, effectiveAt: released, expiresAt: bulletin.expiresAt,
            area: try area(bulletin, words, db))
        return entry
    }

    private func title(_ bulletin: Bulletin) -> String {
        let headline = bulletin.headline(words)
        switch bulletin.state {
        case .withdrawn: return words("campus.letters.withdrawn.title", ["title": headline])
        case .ended: return words("campus.letters.ended.title", ["title": headline])
        default: return bulletin.replaces == nil ? headline : words("campus.letters.corrected.title", ["title": headline])
        }
    }

    private func area(_ bulletin: Bulletin, _ words: Words, _ db: Database) throws -> String {
        let targets = try AlertTarget.of(bulletin, words.language, db)
        let area = [bulletin.position(in: words.language)].filter { !$0.isEmpty } + targets.map(\.name)
        return area.isEmpty ? words("campus.target.everybody") : area.joined(separator: ", ")
    }

    /// The current CAP message; a withdrawn alert becomes a cancellation.
    func cap(_ bulletin: Bulletin, _ both: [Words], _ db: Database) throws -> CAPMessage {
        let isCancelled = bulletin.state == .withdrawn
        var references: [(identifier: String, sentAt: Date)] = []
        if isCancelled { references.append((identifier(bulletin), bulletin.releasedAt ?? bulletin.publishAt)) }
        if let earlier = try bulletin.replaces.flatMap({ try Bulletin.find($0, db) }) {
            references.append((identifier(earlier), earlier.releasedAt ?? earlier.publishAt))
        }
        let category = try AlertCategory.fetch(db, id: bulletin.category)
        return CAPMessage(
            identifier: identifier(bulletin) + (isCancelled ? "-cancelled" : ""), sender: "campus@" + host, senderName: siteName,
            sentAt: (isCancelled ? bulletin.endedAt : bulletin.releasedAt) ?? bulletin.publishAt, isDrill: bulletin.isDrill,
            kind: isCancelled ? .cancel : references.isEmpty ? .alert : .update, references: references,
            category: category?.hazard.rawValue ?? "Other", severity: bulletin.weight,
            effectiveAt: bulletin.releasedAt ?? bulletin.publishAt, expiresAt: bulletin.expiresAt,
            web: origin + AlertDrawing.address(bulletin), infos: try both.map { try info(bulletin, $0, category, db) })
    }

    private func identifier(_ bulletin: Bulletin) -> String { "\(host)-campus-alert-\(bulletin.id ?? 0)" }

    private func info(_ bulletin: Bulletin, _ words: Words, _ category: AlertCategory?, _ db: Database) throws -> CAPMessage.Info {
        let name = category.map { $0.translations.reading("name", $0.name, in: words.language).text } ?? ""
        var info = CAPMessage.Info(
            language: words.language.tag, event: name.isEmpty ? words("campus.alerts.title") : name,
            headline: bulletin.headline(words), text: bulletin.text(in: words.language),
            instruction: bulletin.instruction(in: words.language),
            area: try area(bulletin, words, db), circle: bulletin.place.map { ($0, bulletin.radius ?? 0) })
        info.more = (words("campus.alerts.more"), bulletin.link)
        return info
    }

    func json(_ bulletin: Bulletin, _ db: Database) throws -> JSON {
        let targets = try AlertTarget.of(bulletin, words.language, db)
        func time(_ date: Date?) -> JSON { date.map { .text(WrittenTime.iso($0)) } ?? .null }
        return .object([
            ("id", .number(Int(bulletin.id ?? 0))), ("title", .text(bulletin.title(in: words.language))),
            ("descr", .text(bulletin.text(in: words.language))), ("instruction", .text(bulletin.instruction(in: words.language))),
            ("easy", .text(bulletin.easy(in: words.language))),
            ("timestamp", time(bulletin.releasedAt)), ("expires", time(bulletin.expiresAt)), ("severity", .text(bulletin.severity)),
            ("drill", .flag(bulletin.isDrill)), ("position", .text(bulletin.position(in: words.language))),
            ("latitude", bulletin.place.map { .text(GeoPoint.text($0.latitude)) } ?? .null),
            ("longitude", bulletin.place.map { .text(GeoPoint.text($0.longitude)) } ?? .null),
            ("radius", bulletin.radius.map { .number($0) } ?? .null),
            (
                "type",
                .object([
                    ("id", .number(Int(bulletin.category))),
                    ("name", .text(try AlertDrawing.category(bulletin.category, words.language, db))),
                ])
            ), ("link", .text(bulletin.link)), ("replaces", bulletin.replaces.map { .number(Int($0)) } ?? .null),
            ("url", .text(origin + AlertDrawing.address(bulletin))),
            (
                "targets",
                .list(
                    targets.map {
                        .object([
                            ("kind", .text($0.kind.rawValue)), ("id", .number(Int($0.id))), ("code", .text($0.key)),
                            ("name", .text($0.name)),
                        ])
                    })
            ),
        ])
    }
}
