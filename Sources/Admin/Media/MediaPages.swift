import Accounts
import GRDB
import Hummingbird
import Web

/// A picture belongs to one house or is shared; deleting a shared one needs the right on the whole site.
struct MediaPages: Sendable {
    let admin: AdminContext

    static let address = "/admin/media"
    static let texts = "admin.media"
    static let editing: Permission = "media.edit"
    private static let size = 60
    private static let filters = ["text", "use", "licence"]

    func addRoutes(to router: RouterGroup<SignedIn>) {
        let own = router.group("media")
        own.get("", use: library)
        own.post("", use: upload)
        own.get("symbols", use: admin.offerSymbols)
        SymbolArchivePages(admin: admin).addRoutes(to: own)
        MediaTrashPages(admin: admin).addRoutes(to: own)
        PicturePages(admin: admin).addRoutes(to: own)
    }

    @Sendable func library(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.requireSomewhere(MediaPages.editing)
        let query = ListQuery(Form(query: request.uri.query ?? ""), filters: Self.filters, sortable: [])
        return try await admin.page(person, request) { db, context in ("admin/media/library", try libraryPage(query, person, context)) }
    }

    private func libraryPage(_ query: ListQuery, _ person: SignedIn, _ context: FormContext, refused: [String] = []) throws -> Values {
        let (words, db) = (context.words, context.db)
        let condition = try condition(query, person, db)
        let total = try Int.fetchOne(db, sql: "SELECT count(*) FROM picture p WHERE \(condition.sql)", arguments: condition.arguments) ?? 0
        let sql = """
            SELECT p.*, \(PictureUses(resources: admin.resources).count) AS uses FROM picture p
            WHERE \(condition.sql) ORDER BY p.createdAt DESC, p.id DESC LIMIT \(Self.size) OFFSET \((query.page - 1) * Self.size)
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: condition.arguments)
        let pictures = try rows.map { try tile(Picture(row: $0), uses: $0["uses"], words) }
        let trashed =
            try Int.fetchOne(db, sql: "SELECT count(*) FROM picture p WHERE deletedAt IS NOT NULL AND \(Picture.visible(to: person))") ?? 0
        let heading = words("admin.menu.pictures")
        let filters = try filters(query, person, words, db)
        return [
            "title": heading, "heading": heading, "count": words.language.number(total), "listHref": Self.address, "q": query.search,
            "searchLabel": words("admin.list.search"), "hidden": [Values](), "filters": filters.drawn,
            "hasMenus": true, "hasWrongDay": false, "chosenCount": query.chosenCount ?? false, "dates": [Values](),
            "chips": filters.chips, "clearHref": query.isFiltered ? Self.address : false, "pictures": pictures,
            "noMatch": total == 0 && query.isFiltered,
            "pages": PageTurner.templateValues(Self.address, query, total: total, size: Self.size, words),
            "trashHref": Self.address + "/trash", "trashCount": trashed == 0 ? false : words.language.number(trashed),
            "errors": refused.isEmpty
                ? false
                : [
                    "title": words("admin.media.notTaken", count: refused.count),
                    "items": refused.map { ["href": "#files", "text": $0] as Values },
                ] as Values,
        ]
    }

    private func tile(_ picture: Picture, uses: Int, _ words: Words) -> Values {
        [
            "id": String(picture.id ?? 0), "href": "\(Self.address)/\(picture.id ?? 0)", "thumb": picture.address(.medium),
            "alt": picture.title, "missingAlt": picture.alt.isEmpty,
            "uses": uses == 0 ? words("admin.media.unused") : words("admin.media.used", count: uses),
        ]
    }

    private func condition(
        _ query: ListQuery, _ person: SignedIn, _ db: Database
    ) throws -> (sql: String, arguments: StatementArguments) {
        var parts = [Picture.notTrashed("p"), Picture.visible(to: person)]
        var arguments: StatementArguments = []
        for (name, value) in query.chosen {
            switch (name, value) {
            case ("text", "missing"): parts.append("p.alt = ''")
            case ("use", "unused"): parts.append("\(PictureUses(resources: admin.resources).count) = 0")
            case ("licence", "none"): parts.append("p.licence = ''")
            case ("licence", _) where value.hasPrefix("="):
                parts.append("p.licence = ?")
                arguments += [String(value.dropFirst())]
            default: continue
            }
        }
        if !query.search.isEmpty { db.add(function: Self.folded) }
        for word in query.search.folded.split(separator: " ").prefix(8) {
            parts.append("instr(portico_folded(p.alt || ' ' || p.original || ' ' || p.\"key\" || ' ' || p.credit), ?) > 0")
            arguments += [String(word)]
        }
        return (parts.joined(separator: " AND "), arguments)
    }

    /// SQLite folds ASCII only; a library is small enough to fold its texts while searching.
    private static let folded = DatabaseFunction("portico_folded", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0])?.folded
    }

    private func filters(
        _ query: ListQuery, _ person: SignedIn, _ words: Words, _ db: Database
    ) throws -> (drawn: [Values], chips: [Values]) {
        let sql =
            "SELECT DISTINCT p.licence FROM picture p WHERE \(Picture.notTrashed("p")) AND p.licence <> '' AND \(Picture.visible(to: person)) ORDER BY 1 LIMIT 50"
        let licences = try String.fetchAll(db, sql: sql)
        let all: [(name: String, options: [(value: String, label: String)])] = [
            ("text", [("missing", words("admin.media.filters.textMissing"))]), ("use", [("unused", words("admin.media.unused"))]),
            ("licence", [("none", words("admin.filter.none"))] + licences.map { ("=" + $0, $0) }),
        ]
        var (drawn, chips): ([Values], [Values]) = ([], [])
        for (name, options) in all {
            let label = words("admin.media.filters.\(name)")
            let chosen = query.chosen.first { $0.name == name }?.value
            let menu = [("", words("admin.filter.all"))] + options
            drawn.append([
                "name": name, "id": "filter-" + name, "label": label,
                "options": menu.map { value, label in
                    ["value": value, "label": label, "count": false, "selected": value == (chosen ?? "")] as Values
                },
            ])
            if let chosen {
                let text = options.first { $0.value == chosen }?.label ?? chosen
                chips.append(["label": "\(label): \(text)", "href": query.without(name).address(Self.address)])
            }
        }
        return (drawn, chips)
    }

    @Sendable func upload(_ request: Request, _ person: SignedIn) async throws -> Response {
        // Checks the permission before reading the body.
        let scopeID = try await admin.database.read { db in try admin.currentScope(person, db) }
        try person.require(Self.editing, in: scopeID)
        let form = try await Form.read(request, limits: .uploads)
        // Without a choice, browsers send one empty file without a name.
        let files = (form.files["files"] ?? []).filter { $0.size > 0 || !$0.name.isEmpty }
        let words = admin.words(person)
        var taken: [StoredPicture] = []
        var refused = files.isEmpty ? [words("admin.media.noFile")] : []
        for answer in await admin.pictures.take(files) {
            switch answer {
            case .success(let stored): taken.append(stored)
            case .failure(let refusal): refused.append(words(refusal.textKey, refusal.values))
            }
        }
        let (added, known) = try await admin.database.write { [taken] db in try add(taken, scopeID, person, db) }
        let flash = flash(added, known, words)
        guard refused.isEmpty else {
            return try await admin.page(person, request, status: .unprocessableContent) { [refused] db, context in
                var values = try libraryPage(ListQuery(Form(), filters: [], sortable: []), person, context, refused: refused)
                if let flash { values["flash"] = AdminContext.templateValues(flash) }
                return ("admin/media/library", values)
            }
        }
        let one = added.count + known.count == 1 ? (added + known).first?.id : nil
        return try await admin.redirect(person, to: one.map { "\(Self.address)/\($0)" } ?? Self.address, flash)
    }

    private func add(
        _ taken: [StoredPicture], _ scopeID: Int64?, _ person: SignedIn, _ db: Database
    ) throws -> (added: [Picture], known: [Picture]) {
        var (added, known): ([Picture], [Picture]) = ([], [])
        for stored in taken {
            let wasThere = try Picture.same(stored, scopeID, db).map { $0.deletedAt == nil } ?? false
            let picture = try Picture.add(stored, scopeID: scopeID, db, by: person.actor)
            if wasThere { known.append(picture) } else { added.append(picture) }
        }
        return (added, known)
    }

    private func flash(_ added: [Picture], _ known: [Picture], _ words: Words) -> Flash? {
        guard !added.isEmpty || !known.isEmpty else { return nil }
        let parts = [
            added.isEmpty ? nil : words("admin.media.added", count: added.count),
            known.isEmpty ? nil : words("admin.media.known", ["names": known.map(\.title).joined(separator: ", ")], count: known.count),
        ]
        let undo = added.isEmpty ? nil : Flash.Undo.ofPictures("delete", added.compactMap(\.id), words)
        return Flash(parts.compactMap { $0 }.joined(separator: " "), kind: added.isEmpty ? .info : .good, undo: undo)
    }
}

extension AdminContext {
    public func addMediaRoutes(to router: RouterGroup<SignedIn>) { MediaPages(admin: self).addRoutes(to: router) }

    public func addPictureRoutes(to router: Router<Visitor>) { router.get("media/{file}/{size}", use: servePicture) }

    /// Serves `GET /media/{file}/{size}` without sign-in: the names cannot be guessed.
    @Sendable private func servePicture(_ request: Request, _ visitor: Visitor) throws -> Response {
        pictures.serve(file: visitor.parameters.get("file") ?? "", size: visitor.parameters.get("size") ?? "", request: request)
    }
}

extension Picture {
    public static func seen(_ id: Int64, by person: some RightsHolder, _ db: Database) throws -> Picture? {
        guard person.grants.mayAnywhere(MediaPages.editing) else { return nil }
        let sql = "SELECT * FROM picture p WHERE id = ? AND \(notTrashed("p")) AND \(visible(to: person))"
        return try fetchOne(db, sql: sql, arguments: [id])
    }

    static func visible(to person: some RightsHolder) -> String {
        switch person.grants.scopes(for: MediaPages.editing) {
        case .all: "1"
        // These are numbers, so they are safe in SQL.
        case .only(let scopes): "(p.scopeID IS NULL OR p.scopeID IN (\(scopes.sorted().map(String.init).joined(separator: ","))))"
        }
    }

    static func find(_ db: Database, _ person: some RightsHolder, _ id: Int64, trashed: Bool = false) throws -> Picture {
        try person.requireSomewhere(MediaPages.editing)
        let sql = "SELECT * FROM picture p WHERE id = ? AND deletedAt IS \(trashed ? "NOT " : "")NULL AND \(visible(to: person))"
        guard let picture = try fetchOne(db, sql: sql, arguments: [id]) else { throw HTTPError(.notFound) }
        return picture
    }

    func mayBeDeleted(by person: SignedIn) -> Bool { person.grants.may(MediaPages.editing, in: scopeID) }

    var title: String { !alt.isEmpty ? alt : !original.isEmpty ? original : key }
}

extension Flash.Undo {
    static func ofPictures(_ act: String, _ ids: [Int64], _ words: Words) -> Self {
        Flash.Undo(
            action: MediaPages.address + "/trash", label: words("admin.undo"), fields: [["act", act]] + ids.map { ["id", String($0)] })
    }
}
