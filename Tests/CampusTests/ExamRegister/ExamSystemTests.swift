import Admin
import Foundation
import TestSupport
import Testing

@testable import Campus

/// Exams that another system keeps are read, signed up for and left there; nothing of them stays here.
@Suite struct ExamSystemTests {
    private static let page = "/campus/register"

    @Test func aStudentSignsUpAndWithdrawsInTheOtherSystem() async throws {
        try await ExamOffice.serve { office, site in
            try await site.browse(as: "anna") { who in
                let page = try await who[0].get(Self.page)
                #expect(page.contains("Maree"))
                #expect(page.contains("Aula Remo"))
                #expect(page.contains("1 voce non si è potuta leggere."))
                #expect(try await who[0].post(Self.page + "/a-12/entry", [("name", "Maree")]).status == 303)
                #expect(office.entries == ["anna a-12"])
                let own = try await who[0].get(Self.page)
                #expect(own.contains("Sei iscritto: Maree."))
                #expect(own.contains("action=\"/campus/register/a-12/withdrawal\""))
                try await who[0].post(Self.page + "/a-12/withdrawal", [("name", "Maree")])
                #expect(office.entries == [])
                #expect(try await who[0].get(Self.page).contains("Ti sei ritirato: Maree."))
                try await who[0].post(Self.page + "/full/entry", [("name", "Barene")])
                #expect(try await who[0].get(Self.page).contains("Non ci sono più posti: Barene."))
                #expect(try await who[0].post(Self.page + "/a%2Fb/entry").status == 404)
            }
            #expect(office.tokens == ["Bearer \(ExamOffice.token)"])
            #expect(try await site.value("SELECT count(*) FROM campusExamEntry", as: Int.self) == 0)
        }
    }

    @Test func theRecordBookIsShownAndNotKept() async throws {
        try await ExamOffice.serve { office, site in
            try await site.browse(as: "anna") { who in
                let page = try await who[0].get(Self.page)
                #expect(page.contains("Venti &lt;b&gt;"))
                #expect(page.contains("30L"))
                #expect(page.contains("6 crediti"))
                #expect(page.headers[.cacheControl]?.contains("no-store") == true)
                office.say(#"{"exams": [], "marks": []}"#)
                #expect(!(try await who[0].get(Self.page).contains("30L")))
            }
        }
    }

    @Test func aSystemThatCannotBeReadIsNamed() async throws {
        try await ExamOffice.serve { office, site in
            try await site.browse(as: "anna") { who in
                office.say("niente", .internalServerError)
                let failed = try await who[0].get(Self.page)
                #expect(failed.contains("risponde con un errore."))
                for nonsense in ["<html>", "[]", #"{"exams": 1}"#, ""] {
                    office.say(nonsense)
                    let unread = try await who[0].get(Self.page)
                    #expect(unread.contains("la sua risposta non si capisce."))
                }
            }
        }
        try await ExamOffice.serve(token: "another-token-of-twenty") { _, site in
            try await site.browse(as: "anna") { who in
                let refused = try await who[0].get(Self.page)
                #expect(refused.contains("non accetta il token di questo sito."))
            }
        }
    }

    @Test func aTokenDoesNotTravelInClear() async throws {
        try await ExamOffice.serve(isNeighbour: false) { office, site in
            try await site.browse(as: "anna") { who in
                let page = try await who[0].get(Self.page)
                #expect(page.contains("il suo indirizzo non è cifrato."))
            }
            #expect(office.tokens == [])
        }
    }

    @Test func aNameLeadsToNoOtherAddress() async throws {
        let system = ExamSystem(address: "https://exams.example.org", token: "secret")
        await #expect(throws: ExamSystem.Failure.unread) { try await system.book(of: "..", neighbours: []) }
        await #expect(throws: ExamSystem.Failure.unread) { try await system.signUp("..", for: "a-12", neighbours: []) }
    }

    @Test(arguments: ["", ".", "..", "a/b", "a?b", "è", String(repeating: "x", count: 81)])
    func isNoNumberOfAnExam(text: String) { #expect(!ExternalBook.isID(text)) }

    @Test(arguments: [-1, 1 << 62, Int.min]) func aNumberThatIsNoCountIsUnknown(number: Int) throws {
        let exams = #"{"exams": [{"id": 1, "course": "Reti", "starts": "2027-01-12", "seats": \#(number), "taken": \#(number)}]}"#
        let marks = #"{"marks": [{"course": "Reti", "mark": 28, "credits": \#(number)}]}"#
        guard let one = try? JSON(parsing: exams.utf8), let other = try? JSON(parsing: marks.utf8) else { return }
        let book = try #require(ExternalBook(exams: one, marks: other))
        #expect(book.exams.map(\.seats) == [nil])
        #expect(book.exams.map(\.taken) == [0])
        #expect(book.marks.map(\.credits) == [nil])
    }

    @Test func aDayOutOfAllCalendarsIsLeftOut() throws {
        let exams = try JSON(
            parsing:
                #"{"exams": [{"id": 1, "course": "Reti", "starts": "9999-12-31"}, {"id": 2, "course": "Reti", "starts": "0001-01-01"}]}"#
                .utf8)
        let marks = try JSON(parsing: #"{"marks": [{"course": "Reti", "mark": 28, "date": "9999-12-31"}]}"#.utf8)
        let book = try #require(ExternalBook(exams: exams, marks: marks))
        #expect(book.exams.isEmpty)
        #expect(book.leftOut == 2)
        #expect(book.marks.map(\.at) == [nil])
    }

    @Test func aListWithoutListsIsRefusedAndOddEntriesAreCounted() throws {
        func json(_ text: String) throws -> JSON { try JSON(parsing: text.utf8) }
        #expect(ExternalBook(exams: try json("{}"), marks: try json("{}")) == nil)
        let exams =
            #"{"exams": [{"id": 7, "course": "Reti", "starts": "2027-01-12"}, {"id": "a/b", "course": "Reti", "starts": "2027-01-12"}, 3]}"#
        let book = try #require(ExternalBook(exams: try json(exams), marks: try json(#"{"marks": [{"course": "Reti", "mark": 28}, {}]}"#)))
        #expect(book.exams.map(\.id) == ["7"])
        #expect(book.marks.map(\.mark) == ["28"])
        #expect(book.leftOut == 3)
    }
}
