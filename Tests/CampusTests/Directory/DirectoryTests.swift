import Admin
import GRDB
import HTTPTypes
import Testing

@testable import Campus

@Suite struct DirectoryTests {
    @Test func findsAPersonBySurnameUnderItsLetter() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            let found = try await browsers[0].get("/campus/people?q=velar")
            #expect(found.status == 200)
            #expect(found.contains("<h2>V</h2>"))
            #expect(found.contains("Lea Velario"))
            #expect(!found.contains("Ezio Ancorotti"))
            #expect(found.contains("1 persona trovata"))
            let letter = try await browsers[0].get("/campus/people?letter=a")
            #expect(letter.contains("Ezio Ancorotti"))
            #expect(!letter.contains("Lea Velario"))
            let index = try await browsers[0].get("/campus/people")
            #expect(index.contains("?letter=V\""))
            #expect(!index.contains("?letter=B\""))
            #expect(!index.contains("Lea Velario"))
        }
    }

    @Test func whoseNameBeginsWithAnAccentStandsUnderItsLetter() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            try db.execute(sql: "UPDATE person SET surname = 'Èrcoli', name = 'Lea Èrcoli' WHERE id = 1")
        }
        try await university.site.browse(as: "") { browsers in
            let letter = try await browsers[0].get("/campus/people?letter=e")
            #expect(letter.contains("<h2>E</h2>"))
            #expect(letter.contains("Lea Èrcoli"))
            #expect(!letter.contains("Ancorotti"))
            #expect(letter.contains("?letter=E\""))
            #expect(!letter.contains("?letter=V\""))
        }
    }

    @Test func narrowsByDepartmentPositionAndCourse() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            let taught = try await browsers[0].get("/campus/people?course=maree&position=Ricercatrice&department=1")
            #expect(taught.contains("Lea Velario"))
            #expect(!taught.contains("Ezio Ancorotti"))
            let nobody = try await browsers[0].get("/campus/people?course=barene")
            #expect(nobody.contains("Nessuno con questi dati"))
        }
    }

    @Test(arguments: ["q=nessuno", "q=ricercatrice", "q=%22%22", "letter=Z"])
    func saysThatNobodyWasFound(_ query: String) async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            let page = try await browsers[0].get("/campus/people?\(query)")
            #expect(page.status == 200)
            #expect(page.contains("Nessuno con questi dati"))
            #expect(!page.contains("non risponde"))
        }
    }

    @Test func tellsAFailureFromNobody() async throws {
        let university = try await University()
        try await university.site.database.write { try $0.execute(sql: "DROP TABLE activityTeacher") }
        try await university.site.browse(as: "") { browsers in
            let page = try await browsers[0].get("/campus/people?course=maree")
            #expect(page.status == 503)
            #expect(page.contains("non risponde"))
            #expect(!page.contains("Nessuno con questi dati"))
        }
    }

    @Test func programsTellAFailureFromNobodyToo() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            let nobody = try await browsers[0].get("/campus/api/v1/people?q=zzzz")
            #expect(nobody.status == 200)
            #expect(nobody.contains(#""count":0"#))
            try await university.site.database.write { try $0.execute(sql: "DROP VIEW courseOfDegree; DROP TABLE personHour") }
            for path in ["courses?degree=1", "people/1?lang=it"] {
                let answer = try await browsers[0].get("/campus/api/v1/\(path)")
                let error = try JSONReader.read(Array(answer.text.utf8))["error"]
                #expect(answer.status == 503, "\(path)")
                #expect(error?["code"]?.text == "unavailable", "\(path)")
                #expect(error?["retry"] == .flag(true), "\(path)")
                #expect(answer.headers[.contentType] == "application/problem+json", "\(path)")
                #expect(!answer.contains("courseOfDegree"), "\(path)")
            }
        }
    }

    @Test func aPartThatCannotBeSearchedIsNamedAndTheOthersAnswer() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            #expect(try await browsers[0].get("/campus/api/v1/search?q=remo").contains(#""failed":[]"#))
            try await university.site.database.write { try $0.execute(sql: "DROP TABLE campusEventWords; DROP TABLE courseWords") }
            let page = try await browsers[0].get("/campus/search?q=remo", headers: [.acceptLanguage: "en"])
            #expect(page.status == 200)
            #expect(page.contains("/campus/buildings/1"))
            #expect(page.contains("/campus/areas/1"))
            #expect(page.contains("could not be searched just now: Courses, Calendars and events."))
            #expect(!page.contains("Nothing found"))
            let answer = try await browsers[0].get("/campus/api/v1/search?q=rem")
            #expect(answer.status == 200)
            #expect(answer.contains(#""failed":["courses","calendars"]"#))
            #expect(answer.contains("Edificio Remo"))
            // Nothing from those that answer is not "nothing".
            #expect(!(try await browsers[0].get("/campus/search?q=zzzz").contains("Nessun risultato")))
            #expect(try await browsers[0].get("/campus/api/v1/search?q=zzzz").status == 503)
        }
    }

    @Test func aProfileShowsHoursCoursesAndHowToReachThePerson() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            let page = try await browsers[0].get("/campus/people/1")
            for text in [
                "Martedì 09:30–10:30", "mailto:velario@example.org", "tel:+390900551", "/campus/courses/1", "Scienze della laguna",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            let gone = try await browsers[0].get("/campus/people/99")
            #expect(gone.status == 404)
        }
    }

    @Test func whatSomebodyIsIsSaidInTheReadersLanguage() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            try db.execute(
                sql: """
                    UPDATE person SET position = 'Professoressa associata', hoursNote = 'Scrivi prima.', translations =
                      '{"en": {"position": {"text": "Associate professor"}, "hoursNote": {"text": "Write first."}}}' WHERE id = 1
                    """)
        }
        try await university.site.browse(as: "") { browsers in
            for path in ["people?q=velario", "people/1", "search?q=velario", "people/1/card.vcf", "api/v1/people/1"] {
                let english = try await browsers[0].get("/campus/\(path)", headers: [.acceptLanguage: "en"])
                // What a form sends stays as it was written.
                let said = english.text.replacing("value=\"Professoressa associata\"", with: "")
                #expect(said.contains("Associate professor"), "\(path)")
                #expect(!said.contains("Professoressa"), "\(path)")
                #expect(try await browsers[0].get("/campus/\(path)").contains("Professoressa associata"), "\(path)")
            }
            #expect(try await browsers[0].get("/campus/people/1", headers: [.acceptLanguage: "en"]).contains("Write first."))
        }
    }

    /// The own form of who teaches does not carry what is said of his position.
    @Test func whoTeachesCannotCallHimselfWhatHeLikes() async throws {
        let term = try await Term()
        try await term.site.database.write { try $0.execute(sql: "UPDATE person SET position = 'Ricercatrice' WHERE id = 1") }
        try await term.site.browse(as: "lea") { who in
            let version = try await term.site.value("SELECT version FROM person WHERE id = 1", as: Int.self) ?? 0
            let typed = [
                ("version", String(version)), ("about", "Insegno."), ("translations", #"{"en": {"position": {"text": "Rector"}}}"#),
            ]
            #expect(try await who[0].post("/admin/campus/own/profile", typed).status == 303)
        }
        #expect(try await term.site.value("SELECT about || translations FROM person WHERE id = 1", as: String.self) == "Insegno.{}")
    }

    @Test func whoNoLongerWorksThereIsNotShown() async throws {
        let university = try await University()
        try await university.site.database.write { try $0.execute(sql: "UPDATE person SET active = 0 WHERE id = 1") }
        try await university.site.browse(as: "") { browsers in
            let (page, card) = (try await browsers[0].get("/campus/people/1"), try await browsers[0].get("/campus/people/1/card.vcf"))
            #expect(page.status == 404)
            #expect(card.status == 404)
        }
    }

    @Test func aCardForTheAddressBookIsEscapedAndFolded() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            let card = try await browsers[0].get("/campus/people/1/card.vcf")
            #expect(card.headers[.contentType] == "text/vcard; charset=utf-8")
            #expect(card.contains("N:Velario;Lea;;;\r\n"))
            let lines = card.text.replacingOccurrences(of: "\r\n ", with: "")
            #expect(lines.contains("NOTE:Scrivi prima\\; poi vieni\\, anche tardi.\\n"))
            #expect(lines.contains("09:30–10:30\r\n"))
            try await university.site.database.write {
                try $0.execute(sql: "UPDATE person SET office = 'Stanza 12; primo piano' WHERE id = 1")
            }
            let other = try await browsers[0].get("/campus/people/1/card.vcf")
            #expect(other.contains("ADR;TYPE=WORK:;Stanza 12\\; primo piano;;;;;\r\n"))
        }
        let folded = VCard.folded(String(repeating: "è", count: 60))
        #expect(folded.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
        #expect(folded.replacing("\r\n ", with: "").unicodeScalars.count == 60)
    }
}
