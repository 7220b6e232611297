import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Registry
import Web

/// The web service for the university's programs, in their format. Sending uses the same code as the pages.
struct UniwebPages: Sendable {
    let admin: AdminContext
    let outlines: PublishedOutlines

    func addRoutes(to router: RouterGroup<Caller>) {
        router.get("questionari", use: list)
        router.get("questionari/{id}/quesiti", use: elements)
        router.get("questionari/{id}/condizioni", use: conditions)
        router.post("questionari/{id}/compilazioni", use: send)
        router.get("bozze/{offer}", use: draft)
        router.put("bozze/{offer}", use: saveDraft)
        router.delete("bozze/{offer}", use: discardDraft)
        router.post("bozze/{offer}/file", use: addFile)
        router.get("prenotazione/verifica", use: mayBook)
    }

    private func student(_ caller: Caller, _ db: Database) throws -> Int64 {
        guard caller.grants.mayAnywhere(Questionnaires.filling), let id = try Student.id(ofAccount: caller.account.key, db) else {
            throw UniwebRefusal(code: .NON_AUTORIZZATO)
        }
        return id
    }

    private func session(_ offer: String, _ caller: Caller, _ db: Database) throws -> FillingSession {
        let student = try student(caller, db)
        guard !offer.isEmpty else { throw UniwebRefusal.malformed("OFFERTA_ID") }
        guard let found = try Offer.find(offer, of: student, db) else { throw UniwebRefusal(code: .NON_TROVATO) }
        if let asked = caller.parameters.recordID("id"), asked != found.questionnaire { throw UniwebRefusal(code: .NON_TROVATO) }
        if try FillingSession.isSent(offer, db) { throw UniwebRefusal(code: .GIA_COMPILATO) }
        guard let session = try FillingSession.find(offer, of: student, now: .now, outlines, db) else {
            throw UniwebRefusal(code: .NON_DISPONIBILE)
        }
        return session
    }

    /// JSON carries no files, which have an address of their own.
    static func body(_ request: Request) async throws -> JSON {
        if request.headers[.contentType]?.lowercased().hasPrefix("multipart/") == true { throw UniwebRefusal(code: .FILE_NON_AMMESSO) }
        var limits = Form.Limits()
        limits.bytes = 1 << 20
        let bytes = try await Form.bytes(of: request, limits: limits)
        guard let json = try? await JSONReader.read(body: bytes), case .object = json else {
            throw UniwebRefusal(code: .RICHIESTA_MALFORMATA)
        }
        return json
    }

    private func queryValue(_ name: String, _ request: Request) -> String { Form(query: request.uri.query ?? "")[name] }

    /// Call 1 (M1): an empty list without anything to fill in.
    @Sendable func list(_ request: Request, _ caller: Caller) async throws -> Response {
        let zone = admin.site.zone
        let rows = try await admin.database.write { db -> [JSON] in
            let student = try student(caller, db)
            try Offer.refresh(of: student, now: .now, db)
            return try UniwebList.rows(of: student, now: .now, zone: zone, db)
        }
        return UniwebAnswer.response(.list(rows))
    }

    /// Call 2 (M2) with the query `OFFERTA_ID`.
    @Sendable func elements(_ request: Request, _ caller: Caller) async throws -> Response {
        let offer = queryValue("OFFERTA_ID", request)
        let rows = try await admin.database.read { db -> [JSON] in
            let found = try session(offer, caller, db)
            // A program asks for everything before anything is answered.
            let structure = Piping(blank: found.outline.structure).structure(found.outline.structure)
            return ElementRows(structure: structure, questionnaire: found.offer.questionnaire).elements
        }
        return UniwebAnswer.response(.list(rows))
    }

    /// Call 3 (M3) with the query `OFFERTA_ID`. `FORMATO=2` asks for rules of several answers too.
    @Sendable func conditions(_ request: Request, _ caller: Caller) async throws -> Response {
        let (offer, format) = (queryValue("OFFERTA_ID", request), queryValue("FORMATO", request))
        let rows = try await admin.database.read { db -> [JSON] in
            let found = try session(offer, caller, db)
            let rows = ElementRows(structure: found.outline.structure, questionnaire: found.offer.questionnaire)
            return format == "2" ? rows.conditions + rows.rules : rows.plainConditions
        }
        return UniwebAnswer.response(.list(rows))
    }

    /// Call 4 (M4 in, M5 out): 201, or 200 for a repeated sending. Refuses `ANONIMO` when anonymity has changed since the list.
    @Sendable func send(_ request: Request, _ caller: Caller) async throws -> Response {
        // Checks permission before reading the body.
        _ = try admin.brief.read { db in try student(caller, db) }
        let message = try await Self.body(request)
        let zone = admin.site.zone
        guard let id = message["OFFERTA_ID"]?.text else { throw UniwebRefusal.malformed("OFFERTA_ID") }
        guard let number = message["VERSIONE"]?.number else { throw UniwebRefusal.malformed("VERSIONE") }
        guard let nonce = message["NONCE"]?.text, !nonce.isEmpty else { throw UniwebRefusal.malformed("NONCE") }
        do {
            let (receipt, isAgain) = try await admin.database.write { db -> (String, Bool) in
                let student = try student(caller, db)
                guard let offer = try Offer.find(id, of: student, db), caller.parameters.recordID("id") == offer.questionnaire
                else { throw UniwebRefusal(code: .NON_TROVATO) }
                if let asked = message["QUESTIONARIO_ID"], asked.number.map(Int64.init) != offer.questionnaire {
                    throw UniwebRefusal.malformed("QUESTIONARIO_ID")
                }
                let isAgain = try FillingSession.isSent(id, db)
                let all = try QuestionnaireVersion.all(of: offer.questionnaire, db)
                guard let version = all.first(where: { $0.number == number }) else { throw UniwebRefusal(code: .VERSIONE_SUPERATA) }
                // Answers to another version are no mistakes in its questions.
                if !isAgain, let open = try offer.openVersion(now: .now, db), open != version.id {
                    throw UniwebRefusal(code: .VERSIONE_SUPERATA)
                }
                let said = try UniwebReplies(message["RISPOSTE"], try outlines.read(version.id, db))
                if !said.foreign.isEmpty, !isAgain {
                    throw UniwebRefusal(code: .VALIDAZIONE, fields: said.foreign.map { ($0, .foreign) })
                }
                let sending = Sending(
                    offer: offer, replies: said.replies, version: version.id, nonce: nonce, now: .now, zone: zone, outlines: outlines,
                    isToldAnonymous: message["ANONIMO"]?.flag == true)
                return (try sending.send(db), isAgain)
            }
            let answer = JSON.object([("ESITO", .text("OK")), ("OFFERTA_ID", .text(id)), ("RICEVUTA", .text(receipt))])
            return UniwebAnswer.response(answer, status: isAgain ? .ok : .created)
        } catch let refusal as SendingRefusal {
            throw UniwebRefusal(refusal)
        }
    }

    @Sendable func draft(_ request: Request, _ caller: Caller) async throws -> Response {
        let offer = caller.parameters.get("offer") ?? ""
        let found = try await admin.database.read { try session(offer, caller, $0) }
        return UniwebAnswer.response(
            .object([("OFFERTA_ID", .text(offer)), ("RISPOSTE", UniwebReplies.items(found.draft.replies, found.outline))]))
    }

    @Sendable func saveDraft(_ request: Request, _ caller: Caller) async throws -> Response {
        let message = try await Self.body(request)
        let offer = caller.parameters.get("offer") ?? ""
        try await admin.database.write { db in
            var found = try session(offer, caller, db)
            let said = try UniwebReplies(message["RISPOSTE"], found.outline)
            guard said.foreign.isEmpty else { throw UniwebRefusal(code: .VALIDAZIONE, fields: said.foreign.map { ($0, .foreign) }) }
            found.draft.replies = said.replies
            try found.draft.save(now: .now, db)
        }
        return UniwebAnswer.response(.object([("ESITO", .text("OK")), ("OFFERTA_ID", .text(offer))]))
    }

    /// The body is a file, `NOME` its name. `VALORE` of the answer is what one of the draft or of a sending says.
    @Sendable func addFile(_ request: Request, _ caller: Caller) async throws -> Response {
        let (offer, name) = (caller.parameters.get("offer") ?? "", queryValue("NOME", request))
        let found = try await admin.database.read { try session(offer, caller, $0) }
        guard !found.isAnonymous, found.outline.answers.values.contains(where: { $0.format == .file }) else {
            throw UniwebRefusal(code: .NON_DISPONIBILE)
        }
        guard !name.isEmpty else { throw UniwebRefusal.malformed("NOME") }
        if request.headers[.contentType]?.lowercased().hasPrefix("multipart/") == true { throw UniwebRefusal(code: .FILE_NON_AMMESSO) }
        var limits = Form.Limits()
        limits.bytes = AnswerFile.bytes
        let bytes = Data(try await Form.bytes(of: request, limits: limits))
        guard !bytes.isEmpty else { throw UniwebRefusal(code: .RICHIESTA_MALFORMATA) }
        let kept = try await admin.database.write { db -> FileReference in
            _ = try session(offer, caller, db)
            return try AnswerFile.add(name, bytes, to: offer, now: .now, db)
        }
        return UniwebAnswer.response(.object([("ESITO", .text("OK")), ("VALORE", .text(kept.text))]), status: .created)
    }

    @Sendable func discardDraft(_ request: Request, _ caller: Caller) async throws -> Response {
        let offer = caller.parameters.get("offer") ?? ""
        try await admin.database.write { db in try FillingDraft.discard(try session(offer, caller, db).offer.id, db) }
        return UniwebAnswer.response(.object([("ESITO", .text("OK")), ("OFFERTA_ID", .text(offer))]))
    }

    /// `?AD_COD=IN04&AA=2025/2026`: whether an exam of a course may be booked.
    @Sendable func mayBook(_ request: Request, _ caller: Caller) async throws -> Response {
        let (course, year) = (queryValue("AD_COD", request), queryValue("AA", request))
        let blocking = try await admin.database.write { db -> String? in
            let student = try student(caller, db)
            try Offer.refresh(of: student, now: .now, db)
            let sql = """
                SELECT activity.id FROM activity JOIN course ON course.id = activity.course JOIN academicYear ON academicYear.id = activity.year
                JOIN recordBook ON recordBook.activity = activity.id AND recordBook.student = ?
                WHERE course.code = ? AND academicYear.name = ? AND \(Activity.notTrashed)
                """
            let activities = try Int64.fetchAll(db, sql: sql, arguments: [student, course, year])
            guard !activities.isEmpty else { throw UniwebRefusal(code: .NON_TROVATO) }
            for activity in activities {
                if let offer = try Offer.blocking(activity, of: student, now: .now, db).first { return offer.id }
            }
            return nil
        }
        return UniwebAnswer.response(.object([("CONSENTITA", .flag(blocking == nil)), ("OFFERTA_ID", blocking.map(JSON.text) ?? .null)]))
    }
}

extension UniwebRefusal {
    init(_ refusal: SendingRefusal) {
        switch refusal {
        case .alreadySent: self.init(code: .GIA_COMPILATO)
        case .closed: self.init(code: .NON_DISPONIBILE)
        case .outdated, .named: self.init(code: .VERSIONE_SUPERATA)
        case .refused(let all):
            let fields = all.sorted { $0.key < $1.key }.flatMap { question, refusals in refusals.map { (question: question, refusal: $0) } }
            self.init(code: .VALIDAZIONE, fields: fields)
        }
    }
}
