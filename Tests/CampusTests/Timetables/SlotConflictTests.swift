import Foundation
import GRDB
import Registry
import TestSupport
import Testing

@testable import Campus

/// A lesson that meets another is told before it is saved.
@Suite struct SlotConflictTests {
    /// A second course with an activity, taught by `teacher`.
    private func university(teacher: Int64 = 3) async throws -> University {
        let university = try await University()
        try await university.add(people: 1)
        try await university.site.database.write { db in
            var activity = Activity()
            (activity.code, activity.course, activity.year, activity.teachers) = ("EC02-2026", 2, 1, [teacher])
            try activity.insert(db, by: University.actor)
        }
        return university
    }

    private func typed(_ begins: String, area: String, overlaps: Bool = false) -> [(String, String)] {
        [
            ("code", "EC02-2026"), ("activity", "2"), ("slots.0.id", ""), ("slots.0.weekday", "monday"), ("slots.0.begins", begins),
            ("slots.0.ends", "11:30"), ("slots.0.area", area),
        ] + (overlaps ? [("overlaps", "yes")] : [])
    }

    private static let page = "/admin/campus/timetables"

    @Test func theSameRoomIsRefusedUnlessItIsPermitted() async throws {
        let university = try await university()
        try await university.site.browse(as: "admin") { who in
            let refused = try await who[0].post(Self.page, typed("10:00", area: "1"))
            #expect(refused.status == 422)
            #expect(refused.contains("l’aula è presa: Maree, 09:00–10:30"))
            #expect(refused.contains("value=\"10:00\""))
            #expect(try await who[0].post(Self.page, typed("10:00", area: "1", overlaps: true)).status == 303)
        }
    }

    @Test func theYearOfADegreeHasOneLessonAtATime() async throws {
        let university = try await university()
        try await university.site.browse(as: "admin") { who in
            let refused = try await who[0].post(Self.page, typed("10:00", area: ""))
            #expect(refused.status == 422)
            #expect(refused.contains("lo stesso anno di Ecologia ha già lezione: Maree"))
            #expect(try await who[0].post(Self.page, typed("10:30", area: "1")).status == 303)
        }
    }

    @Test func aTeacherIsInOnePlace() async throws {
        let university = try await university(teacher: 1)
        try await university.site.browse(as: "admin") { who in
            let refused = try await who[0].post(Self.page, typed("10:00", area: ""))
            #expect(refused.contains("Lea Velario insegna già: Maree"))
        }
    }
}
