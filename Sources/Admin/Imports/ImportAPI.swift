import Accounts
import Formats
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

/// The import workbench for programs: `/api/v1/imports`.
struct ImportAPI: Sendable {
    typealias Route = APIRoute<@Sendable (Request, Caller, ImportAPI) async throws -> Response>

    let admin: AdminContext
    static let address = "/api/v1/imports"
    static let service = APIService(at: "/api/v1", texts: "imports.service", id: "imports")
    private static let keyHeader = HTTPField.Name("Idempotency-Key")!
    private static let replayed = HTTPField.Name("Idempotent-Replayed")!

    func addRoutes(to callers: RouterGroup<Caller>) {
        for route in Self.routes { callers.mount(route) { try await route.handle($0, $1, self) } }
    }

    static let routes: [Route] = [
        Route(.get, "imports", "list", { try await $2.list($0, $1) }) {
            $0.answer = Shape.object(["items": Shape.list(ImportAnswer.reportShape)])
        },
        Route(.post, "imports", "take", { try await $2.take($0, $1) }) {
            $0.sentHeaders = [("Idempotency-Key", .values(["type": .text("string"), "pattern": .text("^[!-~]{1,100}$")]))]
            ($0.answer, $0.status, $0.headers, $0.problems) = (ImportAnswer.reportShape, .created, ["Location"], [409, 413, 415, 422])
        },
        Route(.get, "imports/{id}", "show", { try await $2.show($0, $1) }) { $0.answer = ImportAnswer.reportShape },
        Route(.put, "imports/{id}/mapping", "map", { try await $2.map($0, $1) }) {
            $0.sent = Shape.sent(
                [
                    "columns": Shape.list(Shape.text(0...100), 0...CSVReader.columns),
                    "existing": Shape.choice(ImportMapping.Existing.allCases.map(\.rawValue)),
                    "empty": Shape.choice(ImportMapping.Empty.allCases.map(\.rawValue)),
                    "decimal": Shape.choice(ImportMapping.DecimalMark.allCases.map(\.rawValue)), "removes": Shape.flag,
                ], optional: ["columns", "existing", "empty", "decimal", "removes"])
            ($0.answer, $0.problems) = (ImportAnswer.reportShape, [409])
        },
        Route(.get, "imports/{id}/items", "items", { try await $2.items($0, $1) }) {
            $0.query = [
                ("show", Shape.choice(["all", "problems"] + ImportVerdict.allCases.map(\.rawValue))),
                ("after", JSON.whole(1, ImportLimits.items)),
                ("limit", JSON.whole(1, 200)),
            ]
            $0.answer = Shape.object(["items": Shape.list(ImportAnswer.itemShape), "next": Shape.orNull("integer")])
        },
        Route(.patch, "imports/{id}/items/{number}", "correct", { try await $2.correct($0, $1) }) {
            $0.sent = Shape.sent(
                ["corrections": .object([("type", .text("object"))]), "decision": Shape.text(0...40)],
                optional: ["corrections", "decision"])
            ($0.answer, $0.problems) = (ImportAnswer.reportShape, [409])
        },
        Route(.put, "imports/{id}/values", "answer", { try await $2.answer($0, $1) }) {
            $0.sent = Shape.object(["answers": Shape.list(ImportAnswer.answerShape, 1...1_000)])
            ($0.answer, $0.problems) = (ImportAnswer.reportShape, [409])
        },
        Route(.post, "imports/{id}/application", "apply", { try await $2.apply($0, $1) }) {
            $0.sent = Shape.object(["mark": Shape.text(1...40)])
            ($0.answer, $0.problems) = (ImportAnswer.reportShape, [409])
        },
        Route(.post, "imports/{id}/undoing", "undo", { try await $2.undo($0, $1) }) {
            ($0.answer, $0.problems) = (ImportAnswer.reportShape, [409])
        },
        Route(.delete, "imports/{id}", "remove", { try await $2.remove($0, $1) }) { ($0.status, $0.problems) = (.noContent, [409]) },
    ]
}

extension ImportAPI {
    func words(_ caller: Caller) -> Words { admin.pages.templates.words(in: caller.language) }

    func find(_ caller: Caller, _ db: Database) throws -> StagedImport {
        try StagedImport.find(try caller.id(), of: caller.account.id ?? 0, caller.grants, admin, db)
    }

    /// Only for those who may import into some list.
    private func requireAnyList(_ caller: Caller) throws {
        let mayImport = admin.resources.all.contains { type in
            type.scope == nil ? caller.grants.may(type.editing, in: nil) : caller.grants.mayAnywhere(type.editing)
        }
        guard mayImport else { throw HTTPError(.forbidden) }
    }

    private func list(_ request: Request, _ caller: Caller) async throws -> Response {
        try requireAnyList(caller)
        return try await admin.database.read { db in
            let sql = "SELECT * FROM stagedImport WHERE accountID = ? ORDER BY id DESC LIMIT 100"
            let all = try StagedImport.fetchAll(db, sql: sql, arguments: [caller.account.id]).filter { staged in
                admin.importable(staged.kind).map { caller.grants.may($0.editing, in: staged.scopeID) } ?? false
            }
            return .json(.values(["items": .list(try all.map { try ImportAnswer.report($0, words(caller), db) })]))
        }
    }

    private func show(_ request: Request, _ caller: Caller) async throws -> Response {
        try await admin.database.read { db in .json(try ImportAnswer.report(find(caller, db), words(caller), db)) }
    }

    /// Takes a source, checks it as its columns are guessed, and answers the report. The same `Idempotency-Key` gets the first one's.
    private func take(_ request: Request, _ caller: Caller) async throws -> Response {
        try requireAnyList(caller)
        let key = request.headers[Self.keyHeader]
        guard key.map({ (1...100).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }) ?? true else {
            throw Problem.parameter("Idempotency-Key")
        }
        let form = try await Form.read(request, limits: .imports)
        let words = words(caller)
        var mistakes = ValueMistakes()
        guard let type = admin.importable(form["as"]) else {
            mistakes.add("/as", words("files.refused.kind"))
            throw mistakes.problem
        }
        let asked = form["scope"].isEmpty ? nil : form.recordID("scope")
        let scopeID = try await admin.database.read { db in try scope(of: type, asked, caller, db) }
        try caller.require(type.editing, in: scopeID)
        do {
            var source = try await ImportIntake(admin: admin).source(in: form)
            source.chosen = try chosen(form["choices"])
            if let earlier = try await earlier(key, source.bytes, type.name, caller) { return earlier }
            let sender = ImportIntake.Sender(accountID: caller.account.id ?? 0, language: caller.language, scopeID: scopeID, key: key)
            let reading = try TableReading(named: Dictionary(uniqueKeysWithValues: TableReading.names.map { ($0, form[$0]) }))
            let staged: StagedImport
            do {
                staged = try await ImportIntake(admin: admin).take(source, reading: reading, for: type, from: sender)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                // The same request came twice at once.
                guard let earlier = try await earlier(key, source.bytes, type.name, caller) else { throw error }
                return earlier
            }
            if isReady(type, staged) { _ = try await ImportWork(admin: admin).begin(staged.number, by: caller.actor) }
            return try await answer(staged.number, caller, .created, [.location: "\(Self.address)/\(staged.number)"])
        } catch let refusal as ImportRefusal {
            let isOfField = ["reading", "choices"].contains(refusal.key)
            mistakes.add("/" + (isOfField ? refusal.values["name"] ?? "" : "file"), refusal.message.localized(in: words))
            throw mistakes.problem
        }
    }

    private func scope(of type: any Resource.Type, _ asked: Int64?, _ caller: Caller, _ db: Database) throws -> Int64? {
        func scope<R: Resource>(_ type: R.Type) throws -> Int64? { try ResourceAPI<R>(admin: admin).scope(asked, caller, db) }
        return try scope(type)
    }

    private func isReady(_ type: any Resource.Type, _ staged: StagedImport) -> Bool {
        func mistakes<R: Resource>(_ type: R.Type) -> Bool {
            staged.chosen.mistakes(for: R.self, admin.pages.templates.words(in: staged.language)).isEmpty
        }
        return mistakes(type)
    }

    private func earlier(_ key: String?, _ bytes: [UInt8], _ kind: String, _ caller: Caller) async throws -> Response? {
        guard let key else { return nil }
        let digest = StagedImport.digest(of: bytes)
        let found = try await admin.database.read { db in
            let sql = "SELECT * FROM stagedImport WHERE accountID = ? AND idempotencyKey = ?"
            return try StagedImport.fetchOne(db, sql: sql, arguments: [caller.account.id, key])
        }
        guard let found else { return nil }
        guard found.digest == digest, found.kind == kind else { throw Problem(.conflict, "keyReused") }
        return try await answer(found.number, caller, .created, [.location: "\(Self.address)/\(found.number)", Self.replayed: "true"])
    }

    private func answer(
        _ id: Int64, _ caller: Caller, _ status: HTTPResponse.Status = .ok, _ headers: HTTPFields = [:]
    ) async throws -> Response {
        try await admin.database.read { db in
            let staged = try StagedImport.find(id, of: caller.account.id ?? 0, caller.grants, admin, db)
            return .json(try ImportAnswer.report(staged, words(caller), db), status: status, headers: headers)
        }
    }

    /// Changes something about a checked import in a transaction, checks it again and answers the report; 409 while work goes on.
    private func change(_ caller: Caller, _ act: @escaping @Sendable (StagedImport, Database) throws -> Void) async throws -> Response {
        let id = try caller.id()
        try await admin.database.write { db in
            let staged = try find(caller, db)
            guard staged.state == .choosing || staged.state == .checked else { throw Problem(.conflict, "importOver") }
            try act(staged, db)
        }
        let staged = try await admin.database.read { try find(caller, $0) }
        if let type = admin.importable(staged.kind), isReady(type, staged) {
            _ = try await ImportWork(admin: admin).begin(id, by: caller.actor)
        }
        return try await answer(id, caller)
    }

    private func map(_ request: Request, _ caller: Caller) async throws -> Response {
        _ = try await admin.database.read { try find(caller, $0) }
        var sent = try await SentValues(request, words(caller))
        let columns: [String]? = sent.list("columns", 0...CSVReader.columns, "texts", ["longest": "100"]) { $0.text(0...100) }
        let existing: ImportMapping.Existing? = sent.choice("existing")
        let empty: ImportMapping.Empty? = sent.choice("empty")
        let decimal: ImportMapping.DecimalMark? = sent.choice("decimal")
        let removes = sent.flag("removes")
        try sent.finish()
        return try await change(caller) { staged, db in
            var (mapping, staged) = (staged.chosen, staged)
            if let columns {
                guard let type = admin.importable(staged.kind), columns.count == staged.look.columns.count else {
                    throw Problem.parameter("columns")
                }
                let known = type.importNames
                mapping.columns = columns.map { known.contains($0) ? $0 : "" }
            }
            (mapping.existing, mapping.empty) = (existing ?? mapping.existing, empty ?? mapping.empty)
            (mapping.decimal, mapping.removes) = (decimal ?? mapping.decimal, removes ?? mapping.removes)
            (staged.mapping, staged.state, staged.problem) = (Jobs.json(mapping), .choosing, nil)
            try staged.update(db)
        }
    }

    private func correct(_ request: Request, _ caller: Caller) async throws -> Response {
        _ = try await admin.database.read { try find(caller, $0) }
        guard let number = caller.parameters.get("number").flatMap({ Int($0, in: .counts) }) else { throw HTTPError(.notFound) }
        var sent = try await SentValues(request, words(caller))
        let corrections = sent.value("corrections")
        let decision = sent.text("decision", 0...40)
        try sent.finish()
        var form = Form()
        if case .object(let pairs)? = corrections {
            for (field, value) in pairs { form["fix.\(number).\(field)"] = value.text ?? value.typed ?? "" }
        }
        if let decision { form["decision.\(number)"] = decision }
        return try await change(caller) { [form] staged, db in
            guard let type = admin.importable(staged.kind), try StagedItem.find(number, of: staged.number, db) != nil else {
                throw HTTPError(.notFound)
            }
            try ImportCorrections(form, of: type, in: staged).store(in: staged, db)
        }
    }

    private func answer(_ request: Request, _ caller: Caller) async throws -> Response {
        _ = try await admin.database.read { try find(caller, $0) }
        var sent = try await SentValues(request, words(caller))
        sent.need("answers")
        let answers: [JSON] = sent.list("answers", 1...1_000, "array") { if case .object = $0 { $0 } else { nil } } ?? []
        try sent.finish()
        return try await change(caller) { staged, db in
            for item in answers {
                let key = UnknownValues.Key(item["field"]?.text ?? "", item["value"]?.text ?? "")
                guard let answer = item["answer"]?.text.flatMap(UnknownValue.Answer.init(rawValue:)) else { continue }
                try UnknownValue.answer(
                    key, answer, item["target"]?.text ?? item["target"]?.number.map(String.init) ?? "", of: staged.number, db)
            }
        }
    }

    private func apply(_ request: Request, _ caller: Caller) async throws -> Response {
        let id = try caller.id()
        _ = try await admin.database.read { try find(caller, $0) }
        var sent = try await SentValues(request, words(caller))
        sent.need("mark")
        let mark = sent.text("mark", 1...40) ?? ""
        try sent.finish()
        do {
            try await ImportAcceptance(admin: admin).accept(id, mark, of: caller.account.id ?? 0, caller.grants, by: caller.actor)
        } catch let refusal as ImportRefusal {
            guard refusal.key == "changed" else { throw Problem(.conflict, "importFailed") }
            _ = try await ImportWork(admin: admin).begin(id, by: caller.actor)
            throw Problem(.conflict, "importChanged")
        }
        return try await answer(id, caller)
    }

    private func undo(_ request: Request, _ caller: Caller) async throws -> Response {
        let words = words(caller)
        try await admin.database.write { db in
            let staged = try find(caller, db)
            let undo = ActUndo(admin: admin, words: words)
            guard let act = staged.actID, try undo.mayUndo(act, caller.grants, of: caller.account.id, db) else {
                throw HTTPError(.notFound)
            }
            guard staged.state == .done else { throw Problem(.conflict, "alreadyUndone") }
            if staged.total > ImportJob.inRequest { return try ImportJob.enqueue(.undoing, staged, db, by: caller.actor) }
            _ = try undo.undo(act, db, by: caller.actor)
        }
        return try await answer(try caller.id(), caller)
    }

    private func remove(_ request: Request, _ caller: Caller) async throws -> Response {
        try await admin.database.write { db in
            let staged = try find(caller, db)
            guard staged.state == .choosing || staged.state == .checked else { throw Problem(.conflict, "importOver") }
            try staged.delete(db)
        }
        return Response(status: .noContent)
    }
}
