import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import TestSupport
import Testing

@testable import Questionnaires

/// The web service, as a program of the university calls it: the session of its page is its proof.
@Suite struct UniwebTests {
    /// What a browser says of a request of our own page.
    private static let ours: HTTPFields = [.init("Sec-Fetch-Site")!: "same-origin"]

    private func site() async throws -> TestSite {
        let made = try await TestSite("house", "registry", "questionnaires")
        try await made.database.write { db in
            try Faculty.fill(db, students: 1, anonymous: true, mandatory: true)
            try db.execute(sql: "UPDATE student SET account = 'educator'")
            let id = try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = 'educator'") ?? 0
            try RoleAssignment(accountID: id, role: "student").insert(db)
            _ = try Faculty.publish(db)
        }
        return made
    }

    @Test func theFourCallsDoWhatThePagesDo() async throws {
        let made = try await site()
        try await made.browse(as: "educator") { browsers in
            let program = browsers[0]
            let list = try JSON(parsing: try await program.get("/ws/questionari").text.utf8)
            let row = try #require(list.list?.first)
            #expect(list.list?.count == 1)
            #expect(row["CONT_COD"]?.text == "VAL_DID")
            #expect(row["AD_COD"]?.text == "IN04")
            #expect(row["STATO_COMPILAZIONE"]?.text == "DA_COMPILARE")
            #expect(row["AA"]?.text == "2025/2026")
            let (id, offer) = (try #require(row["QUESTIONARIO_ID"]?.number), try #require(row["OFFERTA_ID"]?.text))

            let gate = try await program.get("/ws/prenotazione/verifica?AD_COD=IN04&AA=2025%2F2026")
            #expect(gate.contains(#""CONSENTITA":false"#))
            #expect(gate.contains(offer))

            let elements = try JSON(parsing: try await program.get("/ws/questionari/\(id)/quesiti?OFFERTA_ID=\(offer)").text.utf8)
            let rows = try #require(elements.list)
            #expect(rows.first?["TIPO_ELEM_COD"]?.text == "Q_PAGINA")
            #expect(rows.count == 24)
            let conditions = try JSON(parsing: try await program.get("/ws/questionari/\(id)/condizioni?OFFERTA_ID=\(offer)").text.utf8)
            #expect(conditions.list?.first?["AZIONE_COD"]?.text == "NASCONDI")

            func answers(_ code: String) -> [Int] {
                let question = rows.first { $0["COD_STABILE"]?.text == code && $0["TIPO_ELEM_COD"]?.text == "Q_DOMANDA" }?["QUESITO_ID"]
                return rows.filter { $0["PARENT_QUESITO_ID"] == question }.compactMap { $0["QUESITO_ID"]?.number }
            }
            func question(_ answer: Int) -> Int { rows.first { $0["QUESITO_ID"]?.number == answer }?["PARENT_QUESITO_ID"]?.number ?? 0 }
            func message(_ chosen: [(Int, String?)], nonce: String = "n") -> String {
                let items = chosen.map { answer, value in
                    JSON.object([
                        ("DOMANDA_ID", .number(question(answer))), ("RISPOSTA_ID", .number(answer)),
                        ("VALORE", value.map(JSON.text) ?? .null),
                    ])
                }
                return JSON.object([
                    ("OFFERTA_ID", .text(offer)), ("QUESTIONARIO_ID", .number(id)), ("VERSIONE", .number(1)), ("NONCE", .text(nonce)),
                    ("RISPOSTE", .list(items)),
                ]).compact
            }
            func send(_ text: String) async throws -> TestSupport.Answer {
                try await program.call(.post, "/ws/questionari/\(id)/compilazioni", text, headers: Self.ours, cookies: true)
            }
            let missing = try await send(message([]))
            #expect(missing.status == 422)
            #expect(missing.contains(#""COD":"VALIDAZIONE""#))
            #expect(missing.contains("OBBLIGATORIA"))
            #expect(!missing.contains("CONT_COD"))
            let broken = try await send("{")
            #expect(broken.status == 400)
            #expect(broken.contains("RICHIESTA_MALFORMATA"))
            // Answers of the page that "none" hides are dropped, not refused.
            let good = message([(answers("q1")[2], nil), (answers("q2")[0], nil), (answers("q5")[0], "7.5")])
            let sent = try await send(good)
            #expect(sent.status == 201)
            #expect(sent.contains(#""ESITO":"OK""#))
            let again = try await send(good)
            #expect(again.status == 200)
            #expect(again.text == sent.text)
            let other = try await send(message([(answers("q1")[2], nil)], nonce: "other"))
            #expect(other.status == 409)
            #expect(other.contains("GIA_COMPILATO"))
            let open = try await program.get("/ws/prenotazione/verifica?AD_COD=IN04&AA=2025%2F2026")
            #expect(open.contains(#""CONSENTITA":true"#))
            let strange = try await send(good.replacing("\"QUESTIONARIO_ID\":\(id)", with: "\"QUESTIONARIO_ID\":999"))
            #expect(strange.status == 400)
            // Also what is closed has a version.
            try await made.database.write { db in try #require(try QuestionnaireVersion.active(of: 1, db)).close(now: .now, db) }
            let after = try JSON(parsing: try await program.get("/ws/questionari").text.utf8).list?.first
            #expect(after?["STATO_COMPILAZIONE"]?.text == "COMPILATO")
            #expect(after?["VERSIONE"]?.number == 1)
        }
        try await made.database.write { try mix($0) }
        let stored = try await made.value("SELECT count(*) FROM compilationAnswer", as: Int.self)
        #expect(stored == 2)
    }

    @Test func aDraftOfAProgramIsTheDraftOfThePages() async throws {
        let made = try await site()
        try await made.browse(as: "educator") { browsers in
            let program = browsers[0]
            let list = try JSON(parsing: try await program.get("/ws/questionari").text.utf8)
            let offer = try #require(list.list?.first?["OFFERTA_ID"]?.text)
            let rows = try JSON(parsing: try await program.get("/ws/questionari/1/quesiti?OFFERTA_ID=\(offer)").text.utf8).list ?? []
            let first = try #require(rows.first { $0["TIPO_ELEM_COD"]?.text == "Q_RISPOSTA" })
            let (answer, question) = (first["QUESITO_ID"]?.number ?? 0, first["PARENT_QUESITO_ID"]?.number ?? 0)
            let items = #"{"RISPOSTE":[{"DOMANDA_ID":\#(question),"RISPOSTA_ID":\#(answer),"VALORE":null}]}"#
            let saved = try await program.call(.put, "/ws/bozze/\(offer)", items, headers: Self.ours, cookies: true)
            #expect(saved.status == 200)
            let draft = try await program.get("/ws/bozze/\(offer)")
            #expect(draft.contains(#""RISPOSTA_ID":\#(answer)"#))
            let pages = try await program.get("/questionnaires")
            #expect(pages.contains("Iniziati: 1"))
            let foreign = try await program.call(
                .put, "/ws/bozze/\(offer)", #"{"RISPOSTE":[{"DOMANDA_ID":\#(question),"RISPOSTA_ID":999999,"VALORE":null}]}"#,
                headers: Self.ours, cookies: true)
            #expect(foreign.status == 422)
            #expect(foreign.contains("ESTRANEA"))
            let gone = try await program.call(.delete, "/ws/bozze/\(offer)", headers: Self.ours, cookies: true)
            #expect(gone.status == 200)
        }
    }

    /// "Other" was written into, and another answer ticked afterwards: a program that sends the draft sends one answer.
    @Test func whatIsTypedBesideAnUntickedChoiceIsNoItem() throws {
        let outline = StructureOutline(
            StructureReader("# P\n##\n? q1 single! Perché?\n- a1 Lavoro\n- a2 Altre lezioni\n+ a3 Altro").structure)
        let question = try #require(outline.structure.questions.first)
        let reply = Reply(chosen: [question.answers[0].id], typed: [question.answers[2].id: "Bus"])
        let items = UniwebReplies.items(Replies([question.id: reply]), outline)
        #expect(items.list?.count == 1)
        #expect(items.list?.first?["RISPOSTA_ID"]?.number == Int(question.answers[0].id))
    }

    @Test(arguments: ["12": "12", "12.5": "12.5", "1e-7": "0.0000001", "\"12,5\"": "12,5", "null": ""])
    func whatIsWrittenMayComeAsANumber(value: String, typed: String) throws {
        let items = try JSON(parsing: #"[{"DOMANDA_ID":5,"RISPOSTA_ID":51,"VALORE":\#(value)}]"#.utf8)
        let said = try UniwebReplies(items, StructureOutline(Faculty.structure))
        #expect(said.foreign.isEmpty)
        #expect(said.replies[5].typed[51] ?? "" == typed)
    }

    @Test(arguments: ["true", "[1]", "{}"]) func whatNobodyCanHaveWrittenIsRefusedAndNotLost(value: String) throws {
        let items = try JSON(parsing: #"[{"DOMANDA_ID":5,"RISPOSTA_ID":51,"VALORE":\#(value)}]"#.utf8)
        #expect(throws: UniwebRefusal.self) { try UniwebReplies(items, StructureOutline(Faculty.structure)) }
    }

    @Test(arguments: [
        ("{}", "OFFERTA_ID"), (#"{"OFFERTA_ID":"x"}"#, "VERSIONE"), (#"{"OFFERTA_ID":"x","VERSIONE":1}"#, "NONCE"),
        (#"{"OFFERTA_ID":"OFFER","VERSIONE":1,"NONCE":"n"}"#, "RISPOSTE"),
        (#"{"OFFERTA_ID":"OFFER","VERSIONE":1,"NONCE":"n","RISPOSTE":[{"RISPOSTA_ID":1}]}"#, "RISPOSTE[0].DOMANDA_ID"),
    ])
    func aMalformedMessageIsRefusedWithTheNameOfItsField(message: String, field: String) async throws {
        let made = try await site()
        try await made.browse(as: "educator") { browsers in
            let list = try JSON(parsing: try await browsers[0].get("/ws/questionari").text.utf8)
            let offer = try #require(list.list?.first?["OFFERTA_ID"]?.text)
            let text = message.replacing("OFFER\"", with: offer + "\"")
            let refused = try await browsers[0].call(.post, "/ws/questionari/1/compilazioni", text, headers: Self.ours, cookies: true)
            #expect(refused.status == 400)
            let fields = try JSON(parsing: refused.text.utf8)["ERRORE"]?["CAMPI"]?.list
            #expect(fields?.first?["CAMPO"]?.text == field)
        }
    }

    /// Known and unknown addresses answer in the language asked for, else in the account's.
    @Test(arguments: ["it": ["OFFERTA_ID» manca", "Non c’è niente"], "": ["OFFERTA_ID” is missing", "There is nothing"]])
    func errorsAreInOneLanguage(asked: String, sentences: [String]) async throws {
        let made = try await site()
        try await made.database.write { try $0.execute(sql: "UPDATE account SET language = 'en' WHERE key = 'educator'") }
        try await made.browse(as: "educator") { browsers in
            var headers = Self.ours
            if !asked.isEmpty { headers[.acceptLanguage] = asked }
            for (address, sentence) in zip(["/ws/questionari/1/quesiti", "/ws/nothing"], sentences) {
                let refused = try await browsers[0].call(.get, address, headers: headers, cookies: true)
                #expect(refused.contains(sentence), "\(address)")
            }
        }
    }

    @Test func filesAreRefusedByName() async throws {
        let made = try await site()
        try await made.browse(as: "educator") { browsers in
            var headers = Self.ours
            headers[.contentType] = "multipart/form-data; boundary=x"
            let refused = try await browsers[0].call(.post, "/ws/questionari/1/compilazioni", "--x--", headers: headers, cookies: true)
            #expect(refused.status == 415)
            #expect(refused.contains(#""COD":"FILE_NON_AMMESSO""#))
        }
    }

    @Test func aCallWithoutAnOfferIsToldSo() async throws {
        let made = try await site()
        try await made.browse(as: "educator") { browsers in
            let refused = try await browsers[0].get("/ws/questionari/1/quesiti")
            #expect(refused.status == 400)
            #expect(refused.contains("OFFERTA_ID"))
        }
    }

    /// Also where the questions of the other version are foreign to this one.
    @Test func answersToAnotherVersionAreAConflict() async throws {
        let made = try await site()
        try await made.database.write { db in
            let draft = try QuestionnaireVersion.beginDraft(of: 1, now: .now, db)
            try draft.activate(Faculty.heading, now: .now, db)
        }
        try await made.browse(as: "educator") { browsers in
            let list = try JSON(parsing: try await browsers[0].get("/ws/questionari").text.utf8)
            let offer = try #require(list.list?.first?["OFFERTA_ID"]?.text)
            let text = #"{"OFFERTA_ID":"\#(offer)","VERSIONE":1,"NONCE":"n","RISPOSTE":[{"DOMANDA_ID":999999,"RISPOSTA_ID":999998}]}"#
            let refused = try await browsers[0].call(.post, "/ws/questionari/1/compilazioni", text, headers: Self.ours, cookies: true)
            #expect(refused.status == 409)
            #expect(refused.contains("VERSIONE_SUPERATA"))
        }
    }

    @Test func strangersGetAnErrorThatProgramsKnow() async throws {
        let made = try await site()
        try await made.browse(as: "", "educator-blu") { browsers in
            let visitor = try await browsers[0].get("/ws/questionari")
            #expect(visitor.status == 401)
            #expect(visitor.contains(#""COD":"NON_AUTENTICATO""#))
            let other = try await browsers[1].get("/ws/questionari")
            #expect(other.status == 403)
            #expect(other.contains("NON_AUTORIZZATO"))
        }
    }

    @Test func whatNoCallAnswersIsAnErrorThatProgramsKnow() async throws {
        let made = try await TestSite("house", "registry", "questionnaires")
        try await made.browse(as: "") { browsers in
            let unknown = try await browsers[0].get("/ws/questionario")
            #expect(unknown.status == 404)
            let error = try JSON(parsing: unknown.text.utf8)["ERRORE"]
            #expect(error?["COD"]?.text == "NON_TROVATO")
            let method = try await browsers[0].call(.patch, "/ws/questionari", headers: Self.ours, cookies: true)
            #expect(method.status == 405)
            #expect(method.headers[.allow]?.contains("GET") == true)
            #expect(method.headers[.contentType] == "application/json; charset=utf-8")
            #expect(method.contains("NON_TROVATO"))
        }
    }

    /// Figures and configurations are for those who may read and write them on pages.
    @Test func theOfficesProgramsReadFiguresAndCarryConfigurations() async throws {
        let made = try await TestSite("house", "registry", "questionnaires")
        try await made.database.write { db in
            try Faculty.fill(db, students: 6, anonymous: true, mandatory: false)
            _ = try Faculty.publish(db)
            for student in 1...Int64(6) { _ = try Faculty.send(["q1": "3", "q5": "1"], of: student, db) }
        }
        try await made.browse(as: "admin", "educator") { browsers in
            let office = browsers[0]
            let early = try await office.get("/ws/risultati/1")
            #expect(early.status == 404)
            #expect(early.contains("NON_TROVATO"))
            try await made.database.write { db in try #require(try QuestionnaireVersion.active(of: 1, db)).close(now: .now, db) }
            let figures = try JSON(parsing: try await office.get("/ws/risultati/1").text.utf8)
            #expect(figures["compilations"]?.number == 6)
            #expect(try await office.get("/ws/risultati/1?part=y9").status == 404)
            let file = try await office.get("/ws/configurazioni/1").text
            func send(_ file: String, _ program: Browser) async throws -> Int {
                try await program.call(.post, "/ws/configurazioni", file, headers: Self.ours, cookies: true).status
            }
            let taken = try await office.call(.post, "/ws/configurazioni", file, headers: Self.ours, cookies: true)
            #expect(taken.status == 400)
            #expect(taken.contains(#""CAMPO":"VALDID""#))
            #expect(try await send(file.replacing("VALDID", with: "COPIA"), office) == 201)
            for address in ["/ws/risultati/1", "/ws/configurazioni/1"] { #expect(try await browsers[1].get(address).status == 403) }
            #expect(try await send(file, browsers[1]) == 403)
        }
    }
}
