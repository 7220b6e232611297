import Accounts
import Admin
import GRDB
import Registry
import TestSupport
import Testing

@testable import Campus

/// Nobody reads what he cannot: what is written in both languages is read in the reader's, the rest says which language it is in.
@Suite struct BothLanguagesTests {
    /// - Parameter texts: SQL that fills the university.
    private func university(_ texts: String) async throws -> University {
        let university = try await University()
        try await university.site.database.write { try $0.execute(sql: texts) }
        return university
    }

    /// `{"en": {"place": {"text": "Online", "of": "In rete"}}}`
    private func translationSQL(_ field: String, _ text: String, of original: String) -> String {
        #"'{"en": {"\#(field)": {"text": "\#(text)", "of": "\#(original)"}}}'"#
    }

    @Test func aSemesterIsSaidInTheReadersLanguageAndSoIsWhatStandsBesideIt() async throws {
        let university = try await university(
            "UPDATE activity SET term = 'secondSemester', period = 'da marzo', translations = \(translationSQL("period", "from March", of: "da marzo"))"
        )
        try await university.site.browse(as: "") { browsers in
            for (language, text) in [("it", "secondo semestre, da marzo"), ("en", "second semester, from March")] {
                let page = try await browsers[0].get("/campus/courses/1", headers: [.acceptLanguage: language])
                #expect(page.contains("2026/2027 · \(text)</h2>"), "\(language)")
                let json = try await browsers[0].get("/campus/api/v1/courses/EC01?lang=\(language)")
                #expect(json.contains(#""period":"\#(text)""#), "\(language)")
            }
        }
    }

    @Test func whereSomebodyReceivesIsSaidInTheReadersLanguage() async throws {
        let university = try await university(
            """
            UPDATE personHour SET place = 'In rete, su appuntamento',
              translations = \(translationSQL("place", "Online, by appointment", of: "In rete, su appuntamento"));
            UPDATE person SET office = 'Stanza 2', translations = \(translationSQL("office", "Room 2", of: "Stanza 2")) WHERE id = 1;
            """)
        try await university.site.browse(as: "") { browsers in
            for path in ["people/1", "api/v1/people/1"] {
                let english = try await browsers[0].get("/campus/\(path)", headers: [.acceptLanguage: "en"])
                #expect(english.contains("Online, by appointment"), "\(path)")
                #expect(english.contains("Room 2"), "\(path)")
                #expect(!english.contains("appuntamento"), "\(path)")
                #expect(!english.contains("Stanza"), "\(path)")
                let italian = try await browsers[0].get("/campus/\(path)")
                #expect(italian.contains("In rete, su appuntamento"), "\(path)")
                #expect(italian.contains("Stanza 2"), "\(path)")
            }
        }
    }

    /// Who teaches changes his room himself and does not write translations: the old one would send people to the wrong door.
    @Test func aRoomThatChangedIsNotSaidAsItWas() async throws {
        let university = try await university(
            """
            UPDATE personHour SET place = 'Aula 9', translations = \(translationSQL("place", "Online", of: "In rete"));
            UPDATE person SET office = 'Stanza 7', translations = \(translationSQL("office", "Room 2", of: "Stanza 2")) WHERE id = 1;
            """)
        try await university.site.browse(as: "") { browsers in
            let page = try await browsers[0].get("/campus/people/1", headers: [.acceptLanguage: "en"])
            #expect(page.contains("<span lang=\"it\">Aula 9</span>"))
            #expect(page.contains("<span lang=\"it\">Stanza 7</span>"))
            #expect(!page.contains("Online"))
            #expect(!page.contains("Room 2"))
        }
    }

    @Test func whatNobodyTranslatedSaysItsLanguage() async throws {
        let university = try await university(
            """
            UPDATE course SET syllabus = 'Onde & <venti>.' WHERE id = 1;
            UPDATE person SET position = 'Ricercatrice', about = 'Studio le onde.' WHERE id = 1;
            UPDATE campusBuilding SET hours = 'Sempre aperto' WHERE id = 1;
            """)
        try await university.site.browse(as: "") { browsers in
            for (path, texts) in [
                ("courses/1", ["<h1><span lang=\"it\">Maree</span></h1>", "<span lang=\"it\">Onde &amp; &lt;venti&gt;.</span>"]),
                ("people/1", ["<span lang=\"it\">Studio le onde.</span>", "<p><span lang=\"it\">Ricercatrice</span></p>"]),
                ("people?q=velario", ["<span lang=\"it\">Ricercatrice</span> · <span lang=\"it\">Scienze della laguna</span>"]),
                ("people", ["<option value=\"1\" lang=\"it\">Scienze della laguna</option>"]),
                ("buildings/1", ["<span lang=\"it\">Sempre aperto</span>"]),
            ] {
                let english = try await browsers[0].get("/campus/\(path)", headers: [.acceptLanguage: "en"])
                for text in texts { #expect(english.contains(text), "\(path): \(text)") }
                let italian = try await browsers[0].get("/campus/\(path)")
                #expect(!italian.contains("<span lang="), "\(path)")
                #expect(!italian.contains("\" lang=\"it\">"), "\(path)")
                for page in [english.text, italian.text] { #expect(!page.utf8.contains { (1...3).contains($0) || $0 == 0x1F }, "\(path)") }
            }
            // Files and programs get the text alone.
            for path in ["people/1/card.vcf", "api/v1/people/1", "api/v1/search?q=velario", "api/v1/courses/EC01"] {
                let file = try await browsers[0].get("/campus/\(path)", headers: [.acceptLanguage: "en"])
                #expect(!file.contains("<span"), "\(path)")
                #expect(!file.contains("\\u0002"), "\(path)")
                #expect(!file.text.utf8.contains(0x02), "\(path)")
            }
        }
    }

    @Test func whatANumberIsForIsSaidInBothLanguages() async throws {
        let university = try await university(
            "UPDATE person SET phone = '+39 0900 55 1 laboratorio / laboratory\n+39 0900 55 2 casa', fax = '' WHERE id = 1")
        try await university.site.browse(as: "") { browsers in
            let english = try await browsers[0].get("/campus/people/1", headers: [.acceptLanguage: "en"])
            #expect(english.contains(">laboratory<"))
            #expect(!english.contains("laboratorio"))
            #expect(english.contains("<span lang=\"it\">casa</span>"))
            let italian = try await browsers[0].get("/campus/people/1")
            #expect(italian.contains(">laboratorio<"))
            #expect(italian.contains(">casa<"))
            #expect(!italian.contains("laboratory"))
            let card = try await browsers[0].get("/campus/people/1/card.vcf", headers: [.acceptLanguage: "en"])
            #expect(card.contains("X-ABLabel:laboratory"))
            #expect(card.contains("X-ABLabel:casa"))
        }
    }

    @Test func anExamSaysHowOneEnrolsInTheReadersLanguage() async throws {
        let university = try await university(
            """
            INSERT INTO campusExamSession (key, name, folded, words, createdAt, updatedAt, course, starts, ends, kind, note, translations)
              VALUES ('x', 'Maree', 'maree', 'maree', '2026-01-01', '2026-01-01', 1, datetime('now', '+1 day'), datetime('now', '+1 day', '+1 hour'),
              'oral', 'Iscriviti in rete', \(translationSQL("note", "Enrol online", of: "Iscriviti in rete")))
            """)
        try await university.site.browse(as: "") { browsers in
            for path in ["exams", "api/v1/exams"] {
                let english = try await browsers[0].get("/campus/\(path)", headers: [.acceptLanguage: "en"])
                #expect(english.contains("Enrol online"), "\(path)")
                #expect(!english.contains("Iscriviti"), "\(path)")
                #expect(try await browsers[0].get("/campus/\(path)").contains("Iscriviti in rete"), "\(path)")
            }
        }
    }
}

/// What an alert is about keeps its name where nobody translated it.
extension BothLanguagesTests {
    @Test func whatAnAlertIsAboutSaysItsLanguage() async throws {
        let university = try await University()
        let town = try await AlertTown(university.site)
        let id = try await town.alert("Aula spostata", english: "Another room")
        try await university.site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO campusAlertCourse (alert, other) VALUES (\(id), 1);
                    INSERT INTO campusAlertDegree (alert, other) VALUES (\(id), 1);
                    UPDATE degree SET translations = '{"en": {"name": {"text": "Ecology", "of": "Ecologia"}}}';
                    """)
        }
        try await university.site.browse(as: "admin", "") { browsers in
            try await town.publish(id, browsers[0])
            let english = try await browsers[1].get("/campus/alerts/1", headers: [.acceptLanguage: "en"])
            #expect(english.contains("Course: <a href=\"/campus/courses/1\"><span lang=\"it\">Maree</span></a>"))
            #expect(english.contains(">Ecology</a>"))
            #expect(try await browsers[1].get("/campus/alerts/1").contains("<a href=\"/campus/courses/1\">Maree</a>"))
        }
    }
}

/// How one gets back to a page says its language, when he reads in another by now.
extension BothLanguagesTests {
    @Test func theWayBackSaysTheLanguageOfItsTitle() async throws {
        let university = try await University()
        try await university.site.browse(as: "") { browsers in
            try await browsers[0].post("/campus/mine/remembering")
            try await browsers[0].get("/campus/people?letter=V", headers: [.acceptLanguage: "it"])
            let same = try await browsers[0].get("/campus/people", headers: [.acceptLanguage: "it"])
            #expect(same.contains("<a href=\"/campus/people?letter=V\">Persone</a>"))
            let other = try await browsers[0].get("/campus/people", headers: [.acceptLanguage: "en"])
            #expect(other.contains("<a href=\"/campus/people?letter=V\"><span lang=\"it\">Persone</span></a>"))
        }
    }
}

/// Texts that carry their language between a query and a page.
@Suite struct MarkedTextTests {
    @Test func areReadWithAndWithoutTheirMarks() {
        let line = "Aula 1".marked(as: .italian) + ", " + "A & B".marked(as: .english) + " <x>"
        #expect(line.unmarked == "Aula 1, A & B <x>")
        #expect(line.markedHTML == "<span lang=\"it\">Aula 1</span>, <span lang=\"en\">A &amp; B</span> &lt;x&gt;")
        #expect("a".marked(as: .italian).markedLanguage == .italian)
        #expect(line.markedLanguage == nil)
        #expect("a".markedLanguage == nil)
        #expect("".marked(as: .italian) == "")
        #expect("a < b".markedHTML == "a &lt; b")
        // What was cut, or typed by somebody, opens nothing that is not closed.
        #expect("\u{2}it\u{1F}half".markedHTML == "<span lang=\"it\">half</span>")
        #expect("\u{2}\"><script>\u{1F}x\u{3}".markedHTML == "x")
        #expect("\u{2}\u{3}".markedHTML.contains("<") == false)
    }
}
