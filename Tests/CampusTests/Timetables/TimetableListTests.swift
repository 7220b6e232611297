import Registry
import TestSupport
import Testing

@testable import Admin
@testable import Campus

@Suite struct TimetableListTests {
    @Test func aTimetableIsShownByCourseDaysRoomAndTeachers() async throws {
        let university = try await University()
        try await university.site.browse(as: "admin") { who in
            let list = try await who[0].get("/admin/campus/timetables")
            #expect(list.contains(">Maree (EC01-2026)</a>"))
            #expect(list.contains("lun 09:00–10:30 Aula Remo"))
            #expect(list.contains("Lea Velario, Ezio Ancorotti"))
        }
    }

    @Test(arguments: ["campus/timetables", "registry/activities"], ["maree", "EC01-2026", "ancorotti"])
    func namesOfCourseAndTeacherFind(list: String, typed: String) async throws {
        let university = try await University()
        try await university.site.browse(as: "admin") { who in
            let found = try await who[0].get("/admin/\(list)?q=\(typed)")
            #expect(found.contains("Maree (EC01-2026)</a>"))
            let nothing = try await who[0].get("/admin/\(list)?q=barene")
            #expect(!nothing.contains("Maree (EC01-2026)</a>"))
        }
    }

    @Test func aNameOrACodeChoosesTheRecord() async throws {
        let university = try await University()
        try await university.site.browse(as: "admin") { who in
            for typed in ["EC01-2026", "Maree (EC01-2026)"] {
                let saved = try await who[0].post(
                    "/admin/campus/timetables",
                    [("code", "EC01 \(typed.count)"), ("activity.find", typed)])
                #expect(saved.contains("Questa attività ha già un orario"), "\(typed)")
            }
            let choices = try await who[0].get("/admin/registry/activities/choices?q=mar")
            #expect(choices.text.contains("Maree (EC01-2026)"))
        }
    }
}
