import Admin
import Foundation
import GRDB
import Web

/// The texts and link of one message. The publication page previews with the same code.
struct NotificationText: Sendable {
    let title: String
    let text: String
    let path: String
    private let language: Language
    private let body: String
    /// How grave an alert is, for mail; empty for what is no alert.
    private var severity = ""

    private static let textBytes = 400

    private init(title: String, body: String, path: String, _ language: Language) {
        (self.title, self.body, self.path, self.language) = (title, body, path, language)
        text = body.replacing("\n\n", with: "\n").cut(toBytes: Self.textBytes)
    }

    init(_ bulletin: Bulletin, isWithdrawn: Bool, isEasy: Bool = false, _ words: Words) {
        let (language, headline) = (words.language, bulletin.headline(words))
        let isCorrection = bulletin.replaces != nil
        let title =
            isWithdrawn
            ? words("campus.letters.withdrawn.title", ["title": headline])
            : isCorrection ? words("campus.letters.corrected.title", ["title": headline]) : headline
        let text = bulletin.text(in: language, easy: isEasy)
        let more = bulletin.link.isEmpty ? "" : "\(words("campus.alerts.more")): \(bulletin.link)"
        let parts = [bulletin.instruction(in: language), text, bulletin.whereabouts(words), more].filter { !$0.isEmpty }
        self.init(
            title: title, body: isWithdrawn ? words("campus.letters.withdrawn.text") : parts.joined(separator: "\n\n"),
            path: isWithdrawn ? AlertPages.address : AlertDrawing.address(bulletin), language)
        if !isWithdrawn {
            severity = words("campus.letters.severity", ["severity": words("campus.severity.\(bulletin.weight.rawValue)")])
        }
    }

    init?(event: Int64, notification: Int64, _ rendering: RenderContext, _ db: Database) throws {
        guard let before = try EventState.before(notification: notification, rendering, db),
            let after = try EventState.now(event, rendering, db)
        else {
            return nil
        }
        let news = EventNews(before: before, after: after, rendering: rendering)
        self.init(
            title: news.title, body: news.body, path: after.isGone ? CalendarPages.address : "/campus/events/\(event)",
            rendering.words.language)
    }

    /// For the service worker, `push-worker.js`.
    func payload(_ notification: AlertNotification) -> Data {
        Data(
            JSON.object([
                ("id", .number(Int(notification.id))), ("title", .text(title)), ("body", .text(text)), ("tag", .text(notification.topic)),
                ("url", .text(path)), ("lang", .text(language.rawValue)),
                ("at", .number(Int(cutting: notification.at.timeIntervalSince1970 * 1000))),
                ("stays", .flag(notification.isUrgent)),
            ]).compact.utf8)
    }

    private var whole: String { [title, severity, body].filter { !$0.isEmpty }.joined(separator: "\n\n") }

    /// The mail as text and HTML, for one alert or a digest. `origin` precedes paths; `leaving` is the unsubscribe address.
    static func mail(_ texts: [NotificationText], _ words: Words, origin: String, leaving: String, site: String) -> (
        subject: String, body: String, html: String
    ) {
        let isOne = texts.count == 1
        let all = texts.map { isOne ? $0.whole : "\($0.whole)\n\n\(origin)\($0.path)" }.joined(separator: "\n\n")
        let link = origin + (isOne ? texts[0].path : AlertPages.address)
        let body = words("campus.letters.alert.body", ["text": all, "link": link, "leaving": leaving])
        let subject =
            isOne
            ? words("campus.letters.alert.subject", ["title": texts[0].title, "site": site])
            : words("campus.letters.digest", ["site": site], count: texts.count)
        let html = MailHTML(
            language: words.language, headings: Set(texts.map(\.title)), links: Set(texts.map { origin + $0.path } + [link, leaving]))
        return (subject, body, html.page(body, title: subject))
    }
}
