import Admin
import Foundation
import Registry
import TestSupport
import Testing

@testable import Campus

/// A course that several degrees have, and faculties above departments.
@Suite struct SeveralDegreesTests {
    /// The first course is also part of another degree, of another department in a faculty, in its second year and in one path.
    private func university() async throws -> University {
        let university = try await University()
        try await university.site.database.write { db in
            var (faculty, department, degree) = (Faculty(), Department(), Degree())
            (faculty.name, faculty.code) = ("Scienze e tecnica", "FST")
            try faculty.insert(db, by: University.actor)
            (department.name, department.faculty) = ("Coste", faculty.id)
            try department.insert(db, by: University.actor)
            (degree.name, degree.code, degree.department) = ("Geologia", "GE", department.id)
            try degree.insert(db, by: University.actor)
            try db.execute(
                sql: "INSERT INTO courseDegree (course, position, degree, courseYear, path) VALUES (1, 1, 2, 2, 'Rive e argini')")
            var exam = ExamSession()
            (exam.name, exam.course, exam.starts, exam.ends) = ("Appello di Maree", 1, .now + 86_400, .now + 90_000)
            try exam.insert(db, by: University.actor)
        }
        return university
    }

    @Test func itStandsInEachWithTheYearAndThePath() async throws {
        try await university().site.browse(as: "") { who in
            let visitor = who[0]
            let degree = try await visitor.get("/campus/degrees/2")
            #expect(degree.contains("<h2>2º anno</h2>"))
            #expect(degree.contains("Rive e argini"))
            #expect(degree.contains("/campus/courses/1"))
            #expect(try await visitor.get("/campus/degrees/1").contains("/campus/courses/1"))
            let course = try await visitor.get("/campus/courses/1")
            #expect(course.contains("href=\"/campus/degrees/1\">Ecologia</a> <span class=\"quiet\">1º anno</span>"))
            #expect(course.contains("href=\"/campus/degrees/2\">Geologia</a> <span class=\"quiet\">2º anno · Rive e argini</span>"))
            for (query, isFound) in [("degree=2", true), ("degree=2&year=2", true), ("degree=2&year=1", false), ("degree=1&year=1", true)] {
                #expect(try await visitor.get("/campus/courses?\(query)").contains("/campus/courses/1\"") == isFound, "\(query)")
            }
            for path in ["degrees/GE/courses", "courses?degree=2"] {
                let answer = try await visitor.call(.get, "/campus/api/v1/\(path)")
                let json = try JSONReader.read(Array(answer.text.utf8))
                #expect(json["items"]?.list?.map { $0["code"]?.text } == ["EC01"], "\(path)")
            }
            let answer = try await visitor.call(.get, "/campus/api/v1/courses/EC01")
            let degrees = try JSONReader.read(Array(answer.text.utf8))["degrees"]?.list
            #expect(degrees?.count == 2)
            #expect(degrees?.last?["code"]?.text == "GE")
            #expect(degrees?.last?["path"]?.text == "Rive e argini")
        }
    }

    @Test func itsExamsAreThoseOfEachAndItsFollowersHearOfEachDepartment() async throws {
        let university = try await university()
        try await university.site.browse(as: "", "") { who in
            for path in ["/campus/exams?degree=2", "/campus/exams?degree=1"] {
                #expect(try await who[0].get(path).contains("href=\"/campus/courses/1\""), "\(path)")
            }
            #expect(try await who[0].call(.get, "/campus/api/v1/exams?degree=2").contains("Appello di Maree"))
            try await who[0].post("/campus/mine/degree", [("degree", "2")])
            #expect(try await who[0].get("/campus/agenda").contains("href=\"/campus/courses/1\""))
            try await who[1].post("/campus/mine/courses", [("course", "1"), ("colour", "red")])
        }
        try await university.site.database.write { db in
            var (category, alert) = (AlertCategory(), Alert())
            category.name = "Didattica"
            try category.insert(db, by: University.actor)
            (alert.title, alert.category, alert.departments) = ("Chiuso", category.id, [2])
            try alert.insert(db, by: University.actor)
            _ = try Bulletin.propose(alert, at: nil, db, by: University.actor, now: .now)
            // The one whose degree it is, and the one who follows the course.
            #expect(try AlertAudience.count(1, db) == 2)
        }
    }

    @Test func anAlertForAFacultyReachesThoseOfItsDepartmentsAndSaysSoEverywhere() async throws {
        let university = try await university()
        try await university.site.database.write { db in
            var category = AlertCategory()
            category.name = "Didattica"
            try category.insert(db, by: University.actor)
        }
        try await university.site.browse(as: "admin", "", "", "") { who in
            let (editor, ofDegree, ofCourse, other) = (who[0], who[1], who[2], who[3])
            try await ofDegree.post("/campus/mine/degree", [("degree", "2")])
            try await ofCourse.post("/campus/mine/courses", [("course", "1"), ("colour", "red")])
            try await other.post("/campus/mine/degree", [("degree", "1")])
            let alert = [("title", "Giornata"), ("titleEn", "Day"), ("category", "1"), ("severity", "info"), ("faculties", "1")]
            #expect(try await editor.post("/admin/campus/alerts", alert).status == 303)
            #expect(try await editor.get("/admin/campus/alerts/1/publication").contains("Facoltà: Scienze e tecnica"))
            #expect(try await editor.post("/admin/campus/alerts/1/bulletins", [("version", "1"), ("at", "")]).status == 303)
            for (visitor, isFor) in [(ofDegree, true), (ofCourse, true), (other, false)] {
                #expect(try await visitor.get("/campus").contains("<span class=\"unread\"") == isFor)
                #expect(try await visitor.get("/campus/alerts").contains("Ti riguarda") == isFor)
            }
            let page = try await other.get("/campus/alerts/1")
            #expect(page.contains("<li>Facoltà: Scienze e tecnica</li>"))
            #expect(try await other.get("/campus/alerts/1.cap").contains("<areaDesc>Scienze e tecnica</areaDesc>"))
            for path in ["alerts/1.json", "api/v1/alerts?faculty=1"] {
                let answer = try await other.call(.get, "/campus/\(path)")
                #expect(answer.contains(#""targets":[{"kind":"faculty","id":1,"#), "\(path)")
            }
            #expect(try await other.call(.get, "/campus/api/v1/alerts?faculty=2").contains(#""items":[],"count":0,"total":0"#))
        }
        #expect(try await university.site.database.read { try AlertAudience.count(1, $0) } == 2)
    }

    @Test func theListOfCoursesIsFilteredByEachOfTheirDegrees() async throws {
        let university = try await university()
        try await university.site.database.write { try $0.execute(sql: "UPDATE course SET degree = NULL WHERE id = 2") }
        try await university.site.browse(as: "admin") { who in
            for (query, found) in [("2", ["EC01"]), ("1", ["EC01"]), ("none", ["EC02"]), ("any", ["EC01"])] {
                let list = try await who[0].get("/admin/registry/courses?degree=\(query)")
                for code in ["EC01", "EC02"] { #expect(list.contains("(\(code))</a>") == found.contains(code), "\(query) \(code)") }
            }
        }
    }

    @Test func noDegreeIsNamedTwice() async throws {
        try await university().site.browse(as: "admin") { who in
            let course = [
                ("code", "EC03"), ("name", "Dune"), ("degree", "1"), ("credits", "6"), ("degrees.0.id", ""), ("degrees.0.degree", "1"),
            ]
            let refused = try await who[0].post("/admin/registry/courses", course)
            #expect(refused.status == 422)
            #expect(refused.contains("Lo stesso corso di studio è scritto due volte."))
        }
    }

    @Test func degreesStandUnderTheirFacultyWhoseCalendarIsTheStudents() async throws {
        let university = try await university()
        try await university.site.database.write { db in
            var (calendar, event) = (UniversityCalendar(), Event())
            (calendar.name, calendar.common, calendar.faculty) = ("Incontri", false, 1)
            try calendar.insert(db, by: University.actor)
            (event.title, event.calendar, event.starts, event.ends) = ("Festa delle matricole", calendar.id, .now + 3_600, .now + 7_200)
            try event.insert(db, by: University.actor)
        }
        try await university.site.browse(as: "", "") { who in
            let list = try await who[0].get("/campus/degrees")
            #expect(list.text.firstMatch(of: /<h2>Scienze e tecnica<\/h2>\s*<h3>Coste<\/h3>/) != nil)
            #expect(list.contains("<h2>Scienze della laguna</h2>"))
            #expect(try await who[0].get("/campus/degrees/2").contains("Coste · Scienze e tecnica"))
            #expect(try await who[0].call(.get, "/campus/api/v1/faculties").contains("\"code\":\"FST\""))
            let degrees = try await who[0].call(.get, "/campus/api/v1/degrees?faculty=1")
            #expect(degrees.contains("Geologia"))
            #expect(!degrees.contains("Ecologia"))
            for (visitor, degree) in [(who[0], "2"), (who[1], "1")] {
                try await visitor.post("/campus/mine/degree", [("degree", degree)])
                #expect(try await visitor.get("/campus/agenda").contains("Festa delle matricole") == (degree == "2"), "\(degree)")
            }
        }
    }
}
