import Foundation
import GRDB
import TestSupport
import Testing

@testable import Stories

/// Pictures of numbers on the moderators' pages.
@Suite struct ModerationChartTests {
    @Test func whoVotesForWhomIsDrawnWhereVotesAreASign() async throws {
        let site = try await ModerationPagesTests().site()
        try await site.browse(as: "admin") { browsers in
            let calm = try await browsers[0].get("/admin/stories/signs")
            #expect(!calm.contains("id=\"votes-title\""))
            try await site.database.write { db in
                for _ in 1...3 {
                    try db.execute(
                        sql: """
                            INSERT INTO fragment (story, parent, writer, kind, text, createdAt, depth)
                            VALUES (1, 1, 1, 'text', 'Avanti', '2026-01-01', 1)
                            """)
                }
                try db.execute(
                    sql: "INSERT INTO vote (writer, fragment, at) SELECT 2, id, ? FROM fragment WHERE writer = 1", arguments: [Date.now])
            }
            let drawn = try await browsers[0].get("/admin/stories/signs")
            #expect(drawn.contains("id=\"votes-title\""))
            #expect(drawn.contains("bruno, anna: 6"))
            let file = try await browsers[0].get("/admin/stories/signs?chart=votes")
            #expect(file.text.hasPrefix("<?xml"))
        }
    }

    @Test func aTreeShowsWhatIsHiddenAndWhatLeads() async throws {
        let site = try await ModerationPagesTests().site()
        try await site.database.write { db in
            for (text, isHidden) in [("Avanti", 0), ("Altrove", 1)] {
                try db.execute(
                    sql: """
                        INSERT INTO fragment (story, parent, writer, kind, text, createdAt, depth, isHidden, cover)
                        VALUES (1, 1, 2, 'text', ?, '2026-01-01', 1, ?, ?)
                        """, arguments: [text, isHidden, isHidden])
            }
        }
        try await site.browse(as: "admin") { browsers in
            let tree = try await browsers[0].get("/admin/stories/trees/1")
            #expect(tree.contains("id=\"tree-title\""))
            #expect(tree.contains("class=\"chart-bad\""))
            #expect(tree.contains("3 frammenti, 2 finali."))
            let alone = try await browsers[0].get("/admin/stories/trees/2")
            #expect(!alone.contains("id=\"tree-title\""))
        }
    }
}
