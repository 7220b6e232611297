import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import Campus
@testable import Web

/// Long texts in Markdown are drawn beside the threads that answer requests.
@Suite struct LongTextTests {
    private final class Count: Sendable {
        private let state = Mutex(0)
        func add() { state.withLock { $0 += 1 } }
        var taken: Int {
            state.withLock { count in
                defer { count = 0 }
                return count
            }
        }
    }

    private static let end = "<strong>FINE</strong>"
    private static let short = "Poche *parole*.\n\n**FINE**"
    private static let long = String(repeating: "Molte parole è *così* che sono lunghe.\n\n", count: 98) + "**FINE**"

    /// A site with an article, an event and an alert in force of one text.
    private func town(_ text: String) async throws -> TestSite {
        let town = try await AlertTown()
        let alert = try await town.alert("Avviso", english: "Alert")
        try await town.write(text, english: text)
        try await town.site.database.write { db in
            var source = NewsSource()
            source.name = "Ateneo"
            try source.insert(db, by: .system("tests"))
            var article = Article()
            (article.title, article.source, article.posted, article.text, article.published) = ("Notizia", 1, .now - 60, text, true)
            try article.insert(db, by: .system("tests"))
            var calendar = UniversityCalendar()
            calendar.name = "Ateneo"
            try calendar.insert(db, by: .system("tests"))
            var event = Event()
            (event.title, event.calendar, event.details) = ("Incontro", 1, text)
            (event.starts, event.ends) = (.now + 3_600, .now + 7_200)
            try event.insert(db, by: .system("tests"))
        }
        try await town.site.browse(as: "admin") { who in
            let sent = try await town.publish(alert, who[0])
            #expect(sent.status == 303)
        }
        return town.site
    }

    private static let pages = ["/campus/news/1", "/campus/events/1", "/campus/alerts/1", "/admin/campus/alerts/1/publication"]

    @Test(arguments: [true, false]) func whatIsLongLeavesTheRequestThreads(isLong: Bool) async throws {
        #expect(Self.long.utf8.count > MarkdownText.mostAtOnce)
        #expect(Self.long.unicodeScalars.count <= 4_000)
        let (site, count) = (try await town(isLong ? Self.long : Self.short), Count())
        try await site.browse(as: "admin") { who in
            try await ComputeThreadPool.$begun.withValue({ count.add() }) {
                for path in Self.pages {
                    let page = try await who[0].get(path)
                    #expect(page.status == 200, "\(path)")
                    #expect(page.contains(Self.end), "\(path)")
                    // One journey for a page, however many texts it has.
                    #expect(count.taken == (isLong ? 1 : 0), "\(path)")
                }
                // In a list only the beginning is read.
                let list = try await who[0].get("/campus/alerts")
                #expect(list.contains(isLong ? "Molte parole è così che sono lunghe." : "Poche parole. FINE"))
                #expect(count.taken == 0)
            }
        }
    }

    @Test func previewsOfWhatIsTypedLeaveThemToo() async throws {
        let (site, count) = (try await town(Self.short), Count())
        try await site.browse(as: "admin") { who in
            try await ComputeThreadPool.$begun.withValue({ count.add() }) {
                let typed = [("title", "Notizia"), ("source", "1"), ("posted", "2026-11-01T10:00"), ("text", Self.long), ("version", "1")]
                for act in ["preview.text", "preview"] {
                    let page = try await who[0].post("/admin/campus/articles/1", typed + [("act", act)])
                    #expect(page.status == 200, "\(act)")
                    #expect(page.contains(Self.end), "\(act)")
                    #expect(count.taken == 1, "\(act)")
                }
            }
        }
    }
}
