import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct KeptDocumentPages: Sendable {
    let admin: AdminContext
    let live: LiveSources
    static let address = "/admin/citations/documents"
    private static let mostShown = 20

    func addRoutes(to router: RouterGroup<SignedIn>) {
        let documents = router.group("documents")
        documents.get("", use: index)
        documents.post("", use: keep)
        documents.get("{id}", use: show)
        documents.get("{id}/file", use: file)
        documents.post("{id}/removal", use: remove)
    }

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await page(request, person, Form(["role": ["list"]]), [:], .ok)
    }

    private func page(
        _ request: Request, _ person: SignedIn, _ typed: Form, _ why: [String: String], _ status: HTTPResponse.Status
    ) async throws -> Response {
        try await admin.page(person, request, status: status) { db, context in
            guard person.grants.may(Citations.editing, in: nil) else { throw HTTPError(.notFound) }
            let (words, settings) = (context.words, try CitationSettings.current(db))
            return (
                "citations/documents/index",
                [
                    "title": words("citations.documents.title"), "address": Self.address, "text": typed.exact("text"),
                    "kept": words(
                        "citations.documents.kept", ["most": String(KeptDocument.most), "days": String(KeptDocument.keptDays)]),
                    "limits": settings.limitsText(words), "why": why["files"] ?? false, "whyAddress": why["address"] ?? false,
                    "typed": typed["address"],
                    "live": DocumentsByAddress.values(
                        live, settings, isTyped: !typed["address"].isEmpty, words),
                    "roles": DocumentRole.allCases.map { role -> Values in
                        [
                            "value": role.rawValue, "label": words("citations.role.\(role.rawValue)"),
                            "checked": typed["role"] == role.rawValue,
                        ]
                    },
                    "charsets": Charset.allCases.map { ["value": $0.rawValue, "selected": typed["charset"] == $0.rawValue] as Values },
                    "rows": try KeptDocument.all(of: person.accountID, db).map { document -> Values in
                        [
                            "name": document.name, "href": "\(Self.address)/\(document.id)",
                            "role": words("citations.role.\(document.role.rawValue)"),
                            "size": words.language.number(document.text.unicodeScalars.count),
                            "when": words.language.relativeMoment(document.createdAt, now: .now, in: context.zone),
                        ]
                    },
                ]
            )
        }
    }

    @Sendable func keep(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (form, words) = (try await Form.read(request, limits: .works), admin.pages.words(for: person.visitor))
        guard person.grants.may(Citations.editing, in: nil) else { throw HTTPError(.notFound) }
        let settings = try await admin.database.read { try CitationSettings.current($0) }
        let role = DocumentRole(rawValue: form["role"]) ?? .list
        var (sources, why) = try await ComputeThreadPool.run { Self.brought(form, settings, words) }
        let asked = try await DocumentsByAddress(form, [("address", role)], live, settings, words)
        sources += asked.documents.map { Self.source($0.document.name, $0.document.text) }
        why.merge(asked.why) { $1 }
        if why.isEmpty, sources.isEmpty { why["files"] = words("citations.documents.nothing") }
        guard why.isEmpty else { return try await page(request, person, form, why, .unprocessableContent) }
        do {
            let chosen = ["role": role.rawValue, "charset": form["charset"]]
            let next = try await WorkbenchImport(admin).take(sources, as: DocumentFormat.self, chosen: chosen, from: person)
            return .redirect(to: next, type: .normal)
        } catch let refusal as ImportRefusal {
            return try await page(request, person, form, ["files": refusal.localized(in: words)], .unprocessableContent)
        }
    }

    /// A text in UTF-8, with the mark that says so.
    private static func source(_ name: String, _ text: String) -> ImportSource {
        ImportSource(name, DocumentSource.mark + Array(text.utf8))
    }

    private static func brought(_ form: Form, _ settings: CitationSettings, _ words: Words) -> ([ImportSource], [String: String]) {
        var (sources, why): ([ImportSource], [String: String]) = ([], [:])
        func refuse(_ refusal: DocumentFile.Refusal, _ name: String) {
            let values = ["name": name, "megabytes": String(settings.mostMegabytes)]
            why["files"] = why["files"] ?? words("citations.brought.\(refusal.rawValue)", values)
        }
        let files = (form.files["files"] ?? []).filter { $0.size > 0 }
        if files.count > Run.mostDocuments {
            why["files"] = words("citations.new.tooMuch", ["documents": String(Run.mostDocuments)])
        }
        for file in files.prefix(Run.mostDocuments) {
            let name = file.name.isEmpty ? words("citations.new.unnamed") : file.name
            do throws(DocumentFile.Refusal) {
                sources.append(ImportSource(name, try DocumentFile.bytes(of: file, atMost: settings.mostMegabytes)))
            } catch {
                refuse(error, name)
            }
        }
        let pasted = form.exact("text")
        if !pasted.trimmingSpaces().isEmpty { sources.append(source(words("citations.new.pasted"), pasted)) }
        return (sources, why)
    }

    private func find(_ person: SignedIn, _ db: Database) throws -> KeptDocument {
        guard person.grants.may(Citations.editing, in: nil), let id = person.parameters.recordID("id"),
            let document = try KeptDocument.find(id, of: person.accountID, db)
        else { throw HTTPError(.notFound) }
        return document
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (document, layouts) = try await admin.database.read { (try find(person, $0), try Layout.active($0)) }
        let reading = try await ComputeThreadPool.run { DocumentReading(document.copy, layouts: layouts) }
        let words = admin.pages.words(for: person.visitor)
        return try await admin.page(person, request) { _, _ in
            (
                "citations/documents/show",
                [
                    "title": document.name, "role": words("citations.role.\(document.role.rawValue)"),
                    "breadcrumbs": [["label": words("citations.documents.title"), "href": Self.address] as Values],
                    "format": reading.format.map { words("citations.documents.format.\($0)") } ?? false,
                    "found": reading.format == "page" ? false : words("citations.documents.found", count: reading.works.count),
                    "isPage": reading.format == "page", "remarks": reading.remarks.map { ["text": $0.localized(in: words)] as Values },
                    "more": reading.works.count > Self.mostShown ? words("citations.documents.first", count: Self.mostShown) : false,
                    "rows": reading.works.prefix(Self.mostShown).map { work -> Values in
                        [
                            "title": work.title, "authors": work.authors, "year": work.year.map(String.init) ?? "–",
                            "citations": work.citations.map(words.language.number) ?? "–",
                        ]
                    },
                    "use": "\(NewRunPages.address)?document=\(document.id)", "file": "\(Self.address)/\(document.id)/file",
                    "remove": "\(Self.address)/\(document.id)/removal",
                ]
            )
        }
    }

    /// Sent as a download, never as a page.
    @Sendable func file(_ request: Request, _ person: SignedIn) async throws -> Response {
        let document = try await admin.database.read { try find(person, $0) }
        return .file(document.text, named: "document-\(document.id).txt", type: "text/plain; charset=utf-8")
    }

    @Sendable func remove(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = admin.pages.words(for: person.visitor)
        try await admin.database.write { db in
            let document = try find(person, db)
            try document.remove(db, by: person.actor)
            try person.session.setFlash(db, Flash(words("citations.documents.removed", ["name": document.name])))
        }
        return .redirect(to: Self.address)
    }
}
