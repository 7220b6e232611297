import Foundation
import GRDB
import TestSupport
import Testing

@testable import Campus

/// Search understands what students type.
@Suite struct StudentSearchTests {
    @Test(arguments: [
        ("appelli", "appello"), ("esami", "esame"), ("exams", "exam"), ("libraries", "library"), ("courses", "course"),
        ("orari", "orario"), ("tirocini", "tirocinio"), ("biblioteche", "biblioteche"),
    ])
    func formsOfAWordShareTheirStem(one: String, other: String) { #expect(WordStem.of(one) == WordStem.of(other)) }

    @Test func smallWordsDoNotCount() {
        #expect(StudentSearch("quando è il prossimo esame di maree")?.words.contains("maree") == true)
        #expect(StudentSearch("quando è il prossimo esame di maree")?.words.contains("di") == false)
        #expect(StudentSearch("di")?.words == ["di"])
        #expect(StudentSearch("*") == nil)
    }

    private func university() async throws -> University {
        let university = try await University()
        try await university.site.database.write { db in
            var exam = ExamSession()
            (exam.name, exam.course, exam.starts, exam.ends) = ("Appello di Maree", 1, .now + 5 * 86_400, .now + 5 * 86_400 + 3_600)
            try exam.insert(db, by: University.actor)
            var category = LinkCategory()
            (category.name, category.service) = ("Servizi", .resources)
            try category.insert(db, by: University.actor)
            for name in ["Mensa di ateneo", "Rete senza fili", "Iscriversi a un esame"] {
                var link = CampusLink()
                (link.name, link.category, link.url, link.published) = (name, category.id, "https://example.org", true)
                try link.insert(db, by: University.actor)
            }
        }
        return university
    }

    @Test(arguments: [
        ("next exam of maree", "Prossimo appello: Maree"), ("appello maree", "Prossimo appello: Maree"),
        ("esami di maree", "Prossimo appello: Maree"), ("ricevimento velario", "Ricevimento: Lea Velario"),
        ("canteen", "Mensa di ateneo"), ("wifi", "Rete senza fili"), ("iscrizione esame", "Iscriversi a un esame"),
        ("maree inesistente", "/campus/courses/1"),
    ])
    func findsWhatIsMeant(typed: String, found: String) async throws {
        let university = try await university()
        try await university.site.browse(as: "") { who in
            let page = try await who[0].get("/campus/search?q=" + typed.replacing(" ", with: "+"))
            #expect(page.contains(found), "\(typed)")
        }
    }

    @Test func theAnswerComesBeforeTheHits() async throws {
        let university = try await university()
        try await university.site.browse(as: "") { who in
            let page = try await who[0].get("/campus/search?q=esame+maree").text
            let answer = try #require(page.range(of: "search-answers"))
            if let heading = page.range(of: "<h2>") { #expect(answer.lowerBound < heading.lowerBound) }
        }
    }

    @Test func whatHasAllWordsHidesWhatHasSome() async throws {
        let university = try await university()
        try await university.site.browse(as: "") { who in
            let page = try await who[0].get("/campus/search?q=lea+velario")
            #expect(page.contains("/campus/people/1"))
            #expect(!page.contains("/campus/people/2"))
        }
    }
}
