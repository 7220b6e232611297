import Accounts
import Admin
import Formats
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct KeptDocumentAPI: Sendable {
    let service: CitationService

    private var admin: AdminContext { service.admin }

    static let routes: [CitationRoute] = [
        CitationRoute(
            .get, "documents", "documents",
            .caller { _, caller, service in
                try caller.require(Citations.editing)
                let kept = try await service.admin.database.read { try KeptDocument.all(of: caller.actor.accountID ?? 0, $0) }
                return .json(.values(["items": .list(kept.map(brief))]))
            }
        ) { $0.answer = Shape.object(["items": Shape.list(Shape.object(briefShape))]) },
        CitationRoute(.post, "documents", "keepDocument", .caller { try await Self(service: $2).keepDocument($0, $1) }) {
            $0.sent = Shape.object([
                "name": Shape.text(1...120), "role": Shape.choice(DocumentRole.allCases.map(\.rawValue)),
                "text": Shape.text(1...RunDocument.mostCharacters),
            ])
            ($0.answer, $0.status, $0.problems) = (keptShape, .created, [413])
        },
        CitationRoute(.post, "documents/addresses", "askDocument", .caller { try await Self(service: $2).askDocument($0, $1) }) {
            $0.sent = Shape.object([
                "role": Shape.choice(DocumentRole.allCases.map(\.rawValue)), "address": Shape.text(1...2_000),
            ])
            ($0.answer, $0.status, $0.problems) = (keptShape, .created, [413])
        },
        CitationRoute(
            .get, "documents/{id}", "document",
            .caller { _, caller, service in
                try await Self(service: service).response(try await Self(service: service).document(caller), service.words(caller))
            }
        ) { $0.answer = documentShape },
        CitationRoute(
            .get, "documents/{id}/file", "documentFile",
            .caller { _, caller, service in
                let document = try await Self(service: service).document(caller)
                return .file(document.text, named: "document-\(document.id).txt", type: "text/plain; charset=utf-8")
            }
        ) { ($0.answer, $0.answerType) = (Shape.text, "text/plain") },
        CitationRoute(
            .delete, "documents/{id}", "dropDocument",
            .caller { _, caller, service in
                let document = try await Self(service: service).document(caller)
                try await service.admin.database.write { try document.remove($0, by: caller.actor) }
                return Response(status: .noContent)
            }
        ) { $0.status = .noContent },
        CitationRoute(.post, "runs/{id}/documents", "addDocument", .caller { try await Self(service: $2).addDocument($0, $1) }) {
            $0.sent = Shape.object(["document": Shape.id])
            ($0.answer, $0.status, $0.headers, $0.needsMatch) = (RunAnswer.shape, .accepted, ["ETag"], true)
            $0.problems = [413]
        },
    ]

    private static let briefShape: KeyValuePairs<String, JSON> = [
        "id": Shape.id, "name": Shape.text, "role": Shape.choice(DocumentRole.allCases.map(\.rawValue)), "characters": Shape.count,
        "sha256": Shape.text, "at": Shape.moment,
    ]
    private static let documentShape = Shape.object([
        "document": Shape.object(briefShape), "format": Shape.orNull(Shape.text), "rowsDetected": Shape.count,
        "warnings": Shape.list(RunAnswer.warningShape),
    ])

    /// With the report of the import; null where the text was kept before.
    private static let keptShape = Shape.object([
        "document": Shape.object(briefShape), "format": Shape.orNull(Shape.text), "rowsDetected": Shape.count,
        "warnings": Shape.list(RunAnswer.warningShape), "import": Shape.orNull(ImportAtOnce.reportShape),
        "problems": ImportAtOnce.problemsShape,
    ])

    private static func brief(_ document: KeptDocument) -> JSON {
        .values([
            "id": .id(document.id), "name": .text(document.name), "role": .text(document.role.rawValue),
            "characters": .number(document.text.unicodeScalars.count), "sha256": .text(document.sha256), "at": .moment(document.createdAt),
        ])
    }

    private func document(_ caller: Caller) async throws -> KeptDocument {
        try caller.require(Citations.editing)
        let id = try caller.id()
        let found = try await admin.database.read { try KeptDocument.find(id, of: caller.actor.accountID ?? 0, $0) }
        guard let found else { throw HTTPError(.notFound) }
        return found
    }

    private func response(_ document: KeptDocument, _ words: Words) async throws -> Response {
        .json(.object(try await members(of: document, words)))
    }

    private func members(of document: KeptDocument, _ words: Words) async throws -> [(key: String, value: JSON)] {
        let layouts = try await admin.database.read { try Layout.active($0) }
        let reading = try await ComputeThreadPool.run { DocumentReading(document.copy, layouts: layouts) }
        return [
            ("document", Self.brief(document)), ("format", .optional(reading.format)), ("rowsDetected", .number(reading.works.count)),
            ("warnings", .list(reading.remarks.map { RunAnswer.warning($0, words) })),
        ]
    }

    /// The same text returns the same document.
    private func keepDocument(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        var sent = try await SentValues(request, service.words(caller))
        sent.need("name", "role", "text")
        let (name, text) = (sent.typed("name", limit: 120) ?? "", sent.text("text", 1...RunDocument.mostCharacters) ?? "")
        let role: DocumentRole = sent.choice("role") ?? .list
        let file = DocumentSource.File(name, text: TypedText.clean(Array(text.utf8)), role)
        let read = try await text.isEmpty ? nil : self.read(file)
        if read == nil, !text.isEmpty { sent.refuse("text", "citations.documents.nothing") }
        try sent.finish()
        guard let read else { throw HTTPError(.unprocessableContent) }
        return try await keep(read, file, caller)
    }

    /// Reads a text as the workbench does, and keeps it even if nothing of it is read; nil for one without anything.
    private func read(_ file: DocumentSource.File) async throws -> DocumentFormat? {
        let rules = try await admin.database.read { try RunDraft.Rules($0) }
        return try await ComputeThreadPool.run {
            let source = DocumentSource([file], as: nil, rules)
            return source.documents.isEmpty ? nil : DocumentFormat(source, rules.layouts, keepsUnread: true)
        }
    }

    private func keep(_ read: DocumentFormat, _ file: DocumentSource.File, _ caller: Caller) async throws -> Response {
        guard read.count <= ImportLimits.items else { throw Problem(.contentTooLarge, "limitExceeded") }
        let words = service.words(caller)
        let (kept, receipt) = try await admin.database.write { db -> (KeptDocument, ImportAtOnce.Receipt?) in
            guard let document = try read.written(words).first?.kept.first else { throw HTTPError(.unprocessableContent) }
            let account = caller.actor.accountID ?? 0
            if let known = try KeptDocument.existing(document, of: account, db) { return (known, nil) }
            let source = try ImportAtOnce(admin, read, named: file.name, size: file.bytes.count)
            var kept: KeptDocument?
            let receipt = try source.accept(db, of: account, in: caller.language, by: caller.actor) { own in
                kept = try KeptDocument.keep(document, db, by: own)
                return kept?.id
            }
            guard let kept else { throw Problem(.contentTooLarge, "limitExceeded") }
            return (kept, receipt)
        }
        let members = try await members(of: kept, words)
        let report: [(key: String, value: JSON)] = [
            ("import", receipt?.report ?? .null), ("problems", receipt?.problems ?? .list([])),
        ]
        return .json(.object(members + report), status: .created)
    }

    private func askDocument(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        var sent = try await SentValues(request, service.words(caller))
        sent.need("role", "address")
        let (role, address): (DocumentRole?, String?) = (sent.choice("role"), sent.text("address", 1...2_000))
        // Refuse errors before calling another site.
        try sent.finish()
        let settings = try await admin.database.read { try CitationSettings.current($0) }
        do {
            let found = try await service.live.document(at: address ?? "", as: role ?? .list, settings)
            let file = DocumentSource.File(found.name, text: found.text, found.role)
            guard let read = try await self.read(file) else {
                throw JobFailure("citations.live.errors.text", ["host": found.name], mayRetry: false)
            }
            return try await keep(read, file, caller)
        } catch let failure as JobFailure {
            sent.refuse("address", failure.saying.key, failure.saying.values)
            try sent.finish()
            throw failure
        }
    }

    /// `{"document": 5}`: copies the document to the run; the first one starts it.
    private func addDocument(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        let words = service.words(caller)
        var sent = try await SentValues(request, words)
        sent.need("document")
        let number = sent.number("document", in: 1...Int.max) ?? 0
        try sent.finish()
        let (json, headers) = try await admin.database.write { db in
            let before = try RunAnswer(caller, Citations.editing, db)
            try Precondition.check(request, tag: before.tag)
            guard let document = try KeptDocument.find(Int64(number), of: caller.actor.accountID ?? 0, db) else {
                throw HTTPError(.notFound)
            }
            var run = before.run
            run.documents.append(document.copy)
            guard try run.hasRoom(db) else { throw Problem(.contentTooLarge, "limitExceeded") }
            try run.update(db, by: caller.actor, words: words, zone: admin.site.zone)
            let after = try RunAnswer(caller, Citations.editing, db)
            return (try after.json(service, words, db), after.headers)
        }
        return .json(json, status: .accepted, headers: headers)
    }
}
