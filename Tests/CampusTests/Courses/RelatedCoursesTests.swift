import Admin
import Registry
import TestSupport
import Testing

@testable import Campus

@Suite struct RelatedCoursesTests {
    @Test func aCourseInTheTrashIsNotRelated() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { who in
            try await university.site.database.write { db in
                for (code, name) in [("M9", "Maree prestate"), ("M8", "Maree tolte")] {
                    var course = Course()
                    (course.code, course.name, course.borrowed) = (code, name, 1)
                    try course.insert(db, by: University.actor)
                    if code == "M8" { try course.move(toTrash: true, db, by: University.actor) }
                }
            }
            let page = try await who[0].get("/campus/courses/1")
            #expect(page.contains("Maree prestate"))
            #expect(!page.contains("Maree tolte"))
        }
    }
}
