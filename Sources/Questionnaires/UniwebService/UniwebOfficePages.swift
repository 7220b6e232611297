import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct UniwebOfficePages: Sendable {
    let admin: AdminContext

    func addRoutes(to router: RouterGroup<Caller>) {
        router.get("risultati/{id}", use: figures)
        router.get("configurazioni/{id}", use: configuration)
        router.post("configurazioni", use: configure)
    }

    @Sendable private func figures(_ request: Request, _ caller: Caller) async throws -> Response {
        let words = admin.pages.words(for: caller.visitor)
        let figures = try await admin.database.write { db -> JSON in
            guard caller.grants.may(Questionnaires.analysis, in: nil) else { throw UniwebRefusal(code: .NON_AUTORIZZATO) }
            guard let id = caller.parameters.recordID("id"), let heading = try ResultHeading.find(id, db),
                let asked = try ResultPages.Asked(heading, Form(query: request.uri.query ?? ""), db), asked.mayShow
            else { throw UniwebRefusal(code: .NON_TROVATO) }
            try ResultFile.figuresJSON.note(asked, by: caller.actor, db)
            return try ResultExport(asked, csv: CSV(separator: ","), words, withRows: false, db).figures
        }
        return UniwebAnswer.response(figures)
    }

    @Sendable private func configuration(_ request: Request, _ caller: Caller) async throws -> Response {
        let file = try await admin.database.read { db -> ConfigurationFile in
            guard caller.grants.may(DesignContext.seeing, in: nil) else { throw UniwebRefusal(code: .NON_AUTORIZZATO) }
            guard let id = caller.parameters.recordID("id"), try ResultHeading.find(id, db) != nil,
                let version = try QuestionnaireVersion.all(of: id, db).first, let file = try ConfigurationFile(id, version: version.id, db)
            else { throw UniwebRefusal(code: .NON_TROVATO) }
            return file
        }
        return UniwebAnswer.response(file.json)
    }

    @Sendable private func configure(_ request: Request, _ caller: Caller) async throws -> Response {
        guard caller.grants.may(DesignContext.editing, in: nil) else { throw UniwebRefusal(code: .NON_AUTORIZZATO) }
        var mistakes: [ElementReading.Mistake] = []
        let file = ConfigurationFile(try await UniwebPages.body(request), mistakes: &mistakes)
        guard mistakes.isEmpty else { throw UniwebRefusal(code: .RICHIESTA_MALFORMATA, mistakes: mistakes) }
        guard let id = try await admin.database.write({ try ExchangePages.store(file, by: caller.actor, $0) }) else {
            throw UniwebRefusal(code: .RICHIESTA_MALFORMATA, mistakes: [.init(key: "codeTaken", about: file.code)])
        }
        return UniwebAnswer.response(.object([("ESITO", .text("OK")), ("QUESTIONARIO_ID", .number(Int(id)))]), status: .created)
    }
}
