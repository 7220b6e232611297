import Accounts
import Foundation
import GRDB

final class SeedPictures: SeedList {
    private struct Draft {
        let key: String
        let id: Int64
        let existing: Picture?
        let mapping: SeedMapping
        var picture: SeedPicture
        var changed: [String] = []
        var isGone = false
    }

    private let reader: SeedReader
    private var drafts: [Draft] = []
    private(set) var part = SeedPlan.Part(name: "pictures", scope: nil)

    static let knownKeys = ["key", "file", "alt", "credit", "licence", "in"]

    init(_ node: SeedNode?, scopes: SeedScopes) throws {
        guard let node else {
            reader = scopes.reader
            return
        }
        reader = node.reader
        var keys = SeedKeys(reader, what: "key")
        let stored = try Picture.fetchAll(reader.db)
        let byKey = Dictionary(stored.map { ($0.key, $0) }) { first, _ in first }
        for item in node.list() ?? [] {
            guard let mapping = SeedMapping(item.called("picture"), known: Self.knownKeys) else { continue }
            let picture = read(mapping, scopes)
            guard let key = keys.take(mapping, made: mapping["file"]?.quietText?.fileSlug), let picture else { continue }
            let existing = byKey[key]
            let id = try existing?.id ?? reader.newID(in: Picture.databaseTableName)
            let scopeID = picture.scopeID ?? existing?.scopeID
            reader.registerPicture(key, id, scopeID: scopeID)
            drafts.append(Draft(key: key, id: id, existing: existing, mapping: mapping, picture: picture))
        }
    }

    private func read(_ mapping: SeedMapping, _ scopes: SeedScopes) -> SeedPicture? {
        func text(_ name: String, limit: Int) -> String? {
            if mapping.isNull(name) { return "" }
            guard let node = mapping[name], let text = node.text() else { return nil }
            if text.unicodeScalars.count > limit { node.refuse("long", ["limit": String(limit)]) }
            return text
        }
        var picture = SeedPicture(alt: text("alt", limit: 500), credit: text("credit", limit: 200), licence: text("licence", limit: 200))
        if let node = mapping["in"], let key = node.text() { picture.scopeID = scopes.id(key, nil, node) }
        guard let node = mapping.required("file"), let path = node.text() else { return nil }
        switch reader.file.locate(path) {
        case .failure(let problem): node.note(SeedSentences.file(path, problem.sentence))
        case .success(let real):
            picture.file = real
            picture.place = node
            if let refusal = PictureWorkspace.refusal(at: real) { picture.refuse(refusal) }
        }
        return picture
    }

    /// The files to store before writing; `onlyKnown` limits them to pictures in the library.
    func files(onlyKnown: Bool) -> [String] { drafts.filter { !onlyKnown || $0.existing != nil }.compactMap(\.picture.file) }

    /// Compares with the library. `taken` are the stored files; without them only the texts are compared.
    func read(_ taken: [String: Result<StoredPicture, PictureRefusal>]) {
        for index in drafts.indices {
            switch drafts[index].picture.file.flatMap({ taken[$0] }) {
            case .failure(let refusal)?: drafts[index].picture.refuse(refusal)
            case .success(let stored)?: drafts[index].picture.stored = stored
            case nil: break
            }
            settle(&drafts[index])
        }
    }

    private func settle(_ draft: inout Draft) {
        let (existing, file) = (draft.existing, draft.picture)
        let identity = SeedIdentity(part.name, scope: nil, draft.key)
        var tally = SeedTally(identity, draft.mapping, reader, isNew: existing == nil)
        if existing?.deletedAt != nil {
            let texts = [("alt", file.alt), ("credit", file.credit), ("licence", file.licence)]
            let verdict = reader.ledger.absence(identity, isOfPeople: false) { last in
                texts.contains { name, text in
                    guard let text, let said = last[name] else { return false }
                    return said != .text(text)
                }
            }
            guard verdict.outcome == .written else {
                draft.isGone = true
                if verdict.outcome == .conflict {
                    reader.ledger.refuse(draft.mapping.node, SeedSentences.trashed(draft.key, hasChanged: true))
                    part.changes.append(SeedChange(.conflict, draft.key, note: SeedSentence(key: "plan.isInTrash")))
                    return
                }
                reader.ledger.remember(identity, reader.ledger.lastFields(identity) ?? [])
                part.left += 1
                part.changes.append(SeedChange(.keep, draft.key, note: SeedSentence(key: "plan.wasTrashed")))
                return
            }
            tally.change(SeedPlan.back)
        }
        // Without the stored file, as in a plan of new pictures, the files are not compared.
        let stored = file.stored?.file ?? existing?.file
        if !tally.settle("file", site: .optional(existing?.file), file: .optional(stored)) { draft.picture.stored = nil }
        if !tally.settle("alt", site: .text(existing?.alt ?? ""), file: .text(file.alt ?? ""), blank: .text("")) { draft.picture.alt = nil }
        if !tally.settle("credit", site: .text(existing?.credit ?? ""), file: .text(file.credit ?? ""), blank: .text("")) {
            draft.picture.credit = nil
        }
        if !tally.settle("licence", site: .text(existing?.licence ?? ""), file: .text(file.licence ?? ""), blank: .text("")) {
            draft.picture.licence = nil
        }
        let scopes = (JSON.optional(existing?.scopeID.map(Int.init)), JSON.optional(file.scopeID.map(Int.init)))
        if !tally.settle("in", site: scopes.0, file: scopes.1) { draft.picture.scopeID = nil }
        draft.changed = tally.changed
        tally.count(draft.key, in: &part)
    }

    func write(_ writing: SeedWriting) throws {
        for draft in drafts where !draft.isGone && (draft.existing == nil || !draft.changed.isEmpty) {
            try writing.put(draft.key, in: part, at: draft.mapping.node) {
                try writing.watch(draft.key, in: part) {
                    let written = try draft.existing.map { try change($0, draft, writing) } ?? add(draft, writing)
                    guard written.id == draft.id else {
                        throw SeedFailure(description: "picture \(draft.key) got another id than \(draft.id)")
                    }
                }
            }
        }
    }

    private func add(_ draft: Draft, _ writing: SeedWriting) throws -> Picture {
        guard let stored = draft.picture.stored else { throw SeedFailure(description: "picture \(draft.key) is not in the store") }
        let picture = draft.picture
        return try Picture.add(
            stored, key: draft.key, alt: picture.alt ?? "", credit: picture.credit ?? "", licence: picture.licence ?? "",
            scopeID: picture.scopeID, writing.db, by: writing.actor)
    }

    private func change(_ existing: Picture, _ draft: Draft, _ writing: SeedWriting) throws -> Picture {
        let (seed, db) = (draft.picture, writing.db)
        var picture = existing
        if let stored = seed.stored {
            (picture.file, picture.width, picture.height, picture.bytes) = (stored.file, stored.width, stored.height, stored.bytes)
            if stored.file != existing.file { picture.original = stored.original }
        }
        picture.alt = seed.alt ?? picture.alt
        picture.credit = seed.credit ?? picture.credit
        picture.licence = seed.licence ?? picture.licence
        picture.scopeID = seed.scopeID ?? picture.scopeID
        picture.deletedAt = nil
        picture.version += 1
        picture.updatedAt = try db.transactionDate
        try picture.update(db)
        if existing.deletedAt != nil { try picture.audit("restore", db, by: writing.actor) }
        try picture.audit("update", db, by: writing.actor, detail: ["fields": draft.changed.joined(separator: ", ")])
        return picture
    }
}

private struct SeedPicture {
    var file: String?
    var place: SeedNode?
    var stored: StoredPicture?
    var alt: String?
    var credit: String?
    var licence: String?
    var scopeID: Int64?

    init(alt: String?, credit: String?, licence: String?) { (self.alt, self.credit, self.licence) = (alt, credit, licence) }

    func refuse(_ refusal: PictureRefusal) { place?.refuse(refusal) }
}

extension String {
    fileprivate var fileSlug: String {
        let name = split(separator: "/").last.map(String.init) ?? self
        return (name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name).slug
    }
}

extension PictureWorkspace {
    /// The refusal by the first bytes; decoding may find more.
    static func refusal(at path: String) -> PictureRefusal? {
        let limits = PictureLimits()
        let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
        guard size > 0 else { return PictureRefusal(.empty, path) }
        guard size <= limits.bytes else { return PictureRefusal(.tooLarge, path, ["limit": "\(limits.bytes >> 20) MB"]) }
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) else {
            return PictureRefusal(.unavailable, path)
        }
        guard let format = PictureFormat(head: data.prefix(PictureFormat.headLength)) else { return PictureRefusal(.notAPicture, path) }
        guard format != .heif else { return nil }
        guard let header = PictureHeader(format, data) else { return PictureRefusal(.broken, path) }
        do throws(PictureRefusal) { try check(header, path, limits) } catch { return error }
        return nil
    }
}
