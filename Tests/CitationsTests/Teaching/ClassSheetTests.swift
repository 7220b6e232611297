import TestSupport
import Testing

@testable import Admin
@testable import Citations

/// Sheets of exercises that a class answers.
@Suite struct ClassSheetTests {
    @Test func aClassAnswersASheetAndTheTeacherSeesTheMarks() async throws {
        let (site, _) = try await RunSite.make()
        let id = try await site.database.write { db in
            var sheet = ClassSheet()
            (sheet.name, sheet.number) = ("Prima B", 5)
            try sheet.insert(db, by: RunSite.actor)
            return sheet.id ?? 0
        }
        let exercises = Exercise.sheet(5)
        let given = exercises.enumerated().map { ("a\($0 + 1)", $0 == 1 ? "<b>" : $1.model) }
        try await site.browse(as: "admin", "educator", "") { browsers in
            let (teacher, stranger, pupil) = (browsers[0], browsers[1], browsers[2])
            let address = ClassSheet.address(id)
            let nameless = try await pupil.post(address, given)
            #expect(nameless.status == 422)
            #expect(nameless.contains("called-error"))
            #expect(nameless.contains("value=\"&lt;b&gt;\""))
            let sent = try await pupil.post(address, [("called", "Luna")] + given)
            let marked = try #require(sent.location)
            #expect(sent.status == 303)
            #expect(marked.contains("sheet=5"))
            #expect(marked.contains("sent=yes"))
            expect(try await pupil.get(marked).contains("Risposte giuste: 6 su 7"))
            let marks = try await teacher.get("/admin/citations/sheets/\(id)/answers")
            #expect(marks.contains("Luna"))
            #expect(marks.contains("6 su 7"))
            #expect(marks.contains("&lt;b&gt;"))
            #expect(marks.contains("0 su 1"))
            expect(try await stranger.get("/admin/citations/sheets/\(id)/answers").status == 404)
            expect(try await stranger.post("/admin/citations/sheets/\(id)/answers/removal", [("sure", "yes")]).status == 404)
            try await teacher.post("/admin/citations/sheets/\(id)/answers/removal", [])
            expect(try await site.value("SELECT count(*) FROM citationAnswer", as: Int.self) == 1)
            try await teacher.post("/admin/citations/sheets/\(id)/answers/removal", [("sure", "yes")])
            expect(try await site.value("SELECT count(*) FROM citationAnswer", as: Int.self) == 0)
            try await site.database.write { try $0.execute(sql: "UPDATE citationSheet SET isOpen = 0") }
            expect(try await pupil.get(address).status == 404)
            expect(try await pupil.post(address, [("called", "Luna")] + given).status == 404)
        }
    }

    @Test func aSheetHoldsSoManyAnswersAndNoMore() async throws {
        let (site, _) = try await RunSite.make()
        let id = try await site.database.write { db in
            var sheet = ClassSheet()
            sheet.name = "Prima B"
            try sheet.insert(db, by: RunSite.actor)
            for _ in 0..<ClassAnswer.most { try ClassAnswer.insert(["1"], called: "Luna", right: 0, of: sheet.id ?? 0, db) }
            return sheet.id ?? 0
        }
        try await site.browse(as: "") { browsers in
            let full = try await browsers[0].post(ClassSheet.address(id), [("called", "Ugo"), ("a1", "3")])
            #expect(full.status == 422)
            #expect(full.contains("value=\"Ugo\""))
            #expect(full.contains("value=\"3\""))
        }
    }

    @Test func anExpressionIsRightWhicheverWayItPicksTheTitles() throws {
        let exercise = try #require(Exercise.sheet(3).first { $0.kind == .titles })
        #expect(exercise.isRight(exercise.model))
        #expect(exercise.isRight("(\(exercise.model))[self::*]"))
        for wrong in ["", "//ul", "//li[", "//*", "1"] { #expect(!exercise.isRight(wrong)) }
    }
}
