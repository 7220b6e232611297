import Accounts
import Admin
import Foundation
import GRDB
import Web

/// Reads a source in the background, stores a document of the run and restarts the run.
extension LiveSources {
    static let job = "citation-source"

    public var kind: JobKind { JobKind(name: Self.job, title: "citations.live.kind", lane: .delivery, reachesOut: true, run: run) }

    @Sendable private func run(_ work: JobWork) async throws -> [String: String] {
        let payload = try work.payload([String: String].self)
        guard let id = payload["run"].flatMap({ Int64(recordID: $0) }) else { return [:] }
        let (author, settings) = try await work.admin.database.read { db in
            (try Run.fetch(db, id: id)?.author.flatMap { try Author.fetch(db, id: $0) }, try CitationSettings.current(db))
        }
        let document =
            if let source = payload["source"].flatMap(Source.init(rawValue:)) {
                try await list(from: source, payload["what"] ?? author?.orcid ?? "", settings, work)
            } else {
                try await document(at: author?.homepage ?? "", as: .page, settings)
            }
        try await work.admin.database.write { db in
            let words = work.admin.pages.templates.words(in: work.admin.site.language)
            try Self.keep(document, in: id, words, work, db)
        }
        return ["href": RunResultPages.address(id), "label": "citations.results.link"]
    }

    private func list(
        from source: Source, _ what: String, _ settings: CitationSettings, _ work: JobWork
    ) async throws -> RunDocument {
        guard let question = CatalogueQuestion(what) else { throw JobFailure("citations.live.errors.noORCID", mayRetry: false) }
        let works = try await works(from: source, asked: question, settings) { try await work.progress(0, of: 3) }
        let text = Self.document(works, source, question, at: .now)
        guard text.unicodeScalars.count <= RunDocument.mostCharacters else {
            throw JobFailure("citations.live.errors.size", ["host": source.host], mayRetry: false)
        }
        return RunDocument(Self.name(source.name, at: .now), source.role, text)
    }

    /// The works as a list in our format, with origin and time, so that the run can be repeated.
    private static func document(_ works: [ListedWork], _ source: Source, _ question: CatalogueQuestion, at now: Date) -> String {
        let list = works.map { CompactWorkList.json($0, isIdentified: works.count <= CompactWorkList.mostIdentified) }
        let root = JSON.object([
            ("source", .text(source.origin)), ("asked", .text(question.text)), ("at", .text(now.formatted(.iso8601))),
            ("works", .list(list)),
        ])
        return root.compact
    }

    /// Replaces the earlier document of the same origin; the run's history keeps the old one.
    private static func keep(_ document: RunDocument, in id: Int64, _ words: Words, _ work: JobWork, _ db: Database) throws {
        guard var run = try Run.fetch(db, id: id), run.stamp.deletedAt == nil else { return }
        run.documents.removeAll { areAlike($0.name, document.name) }
        run.documents.append(document)
        guard try run.hasRoom(db) else { throw JobFailure("citations.live.errors.room", mayRetry: false) }
        try run.update(db, by: work.actor, words: words, zone: work.admin.site.zone)
        try RunJob.enqueue(run, id, db, by: work.actor)
    }
}
