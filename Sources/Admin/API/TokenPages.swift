import Accounts
import GRDB
import Hummingbird
import Web

struct TokenPages: Sendable {
    let admin: AdminContext
    static let own = "/admin/account/tokens"
    static let all = "/admin/tokens"

    func addOwnRoutes(to group: RouterGroup<SignedIn>, proof: RecentProof) {
        group.get("account/tokens", use: index)
        group.group("account/tokens").add(middleware: proof).post("", use: create)
        group.post("account/tokens/{id}/revocation", use: revokeOwn)
    }

    func addRoutes(to tokens: RouterGroup<SignedIn>, proof: RecentProof) {
        tokens.get("", use: allTokens)
        tokens.group().add(middleware: proof).post("{id}/revocation", use: revoke)
    }

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in ("admin/api/tokens", try ownPage(nil, person, context)) }
    }

    private struct Refused: Error { let errors: FieldErrors }

    /// The answer is the only page that ever shows the token.
    @Sendable func create(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        do {
            let (token, secret, address) = try await admin.database.write { db in
                let context = try admin.context(person, db)
                var draft = TokenDraft()
                var errors = FieldErrors()
                for field in try TokenDraft.fields(admin, person, context) {
                    field.read(&draft, Entry(name: field.name, form: form, context: context, texts: TokenDraft.texts), &errors)
                }
                // Without a house field in the form, a sent house must not become every house.
                if draft.scope.isEmpty, !form["scope"].isEmpty, errors["scope"] == nil {
                    errors.add("scope", context.words("admin.refused.choice"))
                }
                guard errors.isEmpty else { throw Refused(errors: errors) }
                let (token, secret) = try AccessToken.make(
                    draft.name, access: draft.access == .write ? .write : .read,
                    areas: draft.areas.isEmpty ? [AccessToken.everything] : draft.areas, scope: Int64(recordID: draft.scope),
                    life: draft.life.seconds, of: person.accountID, db, by: person.actor)
                return (token, secret, exampleAddress(draft, person, context))
            }
            return try await admin.secretPage(
                person, request, heading: admin.words(person)("api.tokens.made", ["name": token.name]), secret: secret,
                text: "api.tokens.once", back: (Self.own, admin.words(person)("api.tokens.title")),
                example: "curl \\\n  -H 'Authorization: Bearer \(secret)' \\\n  '\(admin.origin(of: request))\(address)'")
        } catch let refused as Refused {
            return try await admin.page(person, request, status: .unprocessableContent) { db, context in
                var context = context
                context.errors = refused.errors
                return ("admin/api/tokens", try ownPage(form, person, context))
            }
        }
    }

    private func exampleAddress(_ draft: TokenDraft, _ person: SignedIn, _ context: FormContext) -> String {
        let first = admin.modulesOn.flatMap { $0.resources }.first { type in
            admin.maySee(type, person)
                && (draft.areas.isEmpty || draft.areas.contains("\(type.system).*") || draft.areas.contains("\(type.name).*"))
        }
        guard let first else { return PictureAPI.address.appendingQuery([("limit", "5")]) }
        let scope = first.scope == nil ? nil : Int64(recordID: draft.scope) ?? context.scopeID
        var query: [(name: String, value: String)] = [("limit", "5")]
        if let scope { query.append(("scope", String(scope))) }
        return "/api/v1/\(first.system)/\(first.path)".appendingQuery(query)
    }

    private func ownPage(_ form: Form?, _ person: SignedIn, _ context: FormContext) throws -> Values {
        let words = context.words
        let sql = "SELECT * FROM accessToken WHERE accountID = ? ORDER BY revokedAt IS NOT NULL, expiresAt <= ?, id DESC LIMIT 100"
        let tokens = try AccessToken.fetchAll(context.db, sql: sql, arguments: [person.accountID, try context.db.transactionDate])
        let errors = context.errors.all.map { error -> Values in
            ["href": "#f-" + error.name, "text": words.label(of: error.name, TokenDraft.texts) + ": " + error.sentence]
        }
        return [
            "title": words("api.tokens.title"), "heading": words("api.tokens.title"), "action": Self.own,
            "fields": try TokenDraft.fields(admin, person, context).map {
                try $0.templateValues(TokenDraft(), prefix: "", context: context, form: form, texts: TokenDraft.texts)
            },
            "errors": errors.isEmpty ? false : ["title": words("admin.errors", count: errors.count), "items": errors] as Values,
            "rows": try rows(tokens.map { ($0, "") }, Self.own, context), "hasRows": !tokens.isEmpty, "isOwn": true,
            "breadcrumbs": [["label": words("accounts.mine.title"), "href": "/admin/account"]] as [Values],
        ]
    }

    @Sendable func allTokens(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let sql = """
                SELECT t.*, a.name AS owner FROM accessToken t JOIN account a ON a.id = t.accountID
                ORDER BY t.revokedAt IS NOT NULL, t.expiresAt <= ?, t.id DESC LIMIT 500
                """
            let rows = try Row.fetchAll(db, sql: sql, arguments: [try db.transactionDate]).map {
                row -> (token: AccessToken, owner: String) in (try AccessToken(row: row), row["owner"])
            }
            let heading = context.words("api.tokens.all")
            return (
                "admin/api/tokens",
                [
                    "title": heading, "heading": heading, "rows": try self.rows(rows, Self.all, context), "hasRows": !rows.isEmpty,
                    "isOwn": false, "errors": false, "fields": [Values](), "action": Self.all,
                ]
            )
        }
    }

    private func rows(_ tokens: [(token: AccessToken, owner: String)], _ address: String, _ context: FormContext) throws -> [Values] {
        let (words, now) = (context.words, try context.db.transactionDate)
        let scopes = Dictionary(try admin.allScopes(context.db).map { ($0.value, $0.label) }) { $1 }
        return tokens.map { token, owner in
            let isLive = token.revokedAt == nil && token.expiresAt > now
            let areas = token.areas.split(separator: " ")
            let isAll = areas.contains { $0 == AccessToken.everything }
            return [
                "name": token.name, "prefix": token.prefix + "…", "owner": owner.isEmpty ? false : owner,
                "access": words("api.tokens.accesses.\(token.access)"),
                "areas": isAll
                    ? words("api.tokens.everything")
                    : areas.isEmpty ? words("api.tokens.nothing") : areas.map { label($0.dropLast(2), words) }.joined(separator: ", "),
                "scope": token.scopeID.map { scopes[String($0)] ?? "#\($0)" } ?? false,
                "expires": words.language.date(token.expiresAt, in: context.zone),
                "used": token.usedAt.map { words.language.relativeMoment($0, now: now, in: context.zone) } ?? words("api.tokens.neverUsed"),
                "state": token.revokedAt != nil ? words("api.tokens.revoked") : isLive ? false : words("api.tokens.expired"),
                "revokeAction": isLive ? "\(address)/\(token.id ?? 0)/revocation" : false,
            ]
        }
    }

    private func label(_ area: Substring, _ words: Words) -> String {
        if area == "media" { return words("admin.menu.pictures") }
        return words.optional("\(area).many") ?? words.optional("\(area).name") ?? String(area)
    }

    @Sendable func revokeOwn(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await revoke(person, back: Self.own) { $0.accountID == person.accountID }
    }

    @Sendable func revoke(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await revoke(person, back: Self.all) { _ in true }
    }

    private func revoke(_ person: SignedIn, back: String, _ mayRevoke: @escaping @Sendable (AccessToken) -> Bool) async throws -> Response {
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        let token = try await admin.database.write { db in
            guard let token = try AccessToken.fetchOne(db, key: id), mayRevoke(token) else { throw HTTPError(.notFound) }
            try token.revoke(db, by: person.actor)
            return token
        }
        return try await admin.redirect(person, to: back, Flash(admin.words(person)("api.tokens.nowRevoked", ["name": token.name])))
    }
}

extension AdminContext {
    /// A page with a secret that is shown once: never stored, nor compressed with input from others.
    func secretPage(
        _ person: SignedIn, _ request: Request, heading: String, secret: String, text: String, back: (href: String, label: String),
        example: String?
    ) async throws -> Response {
        var response = try await page(person, request) { _, context in
            let values: Values = [
                "title": heading, "heading": heading, "secret": secret, "text": context.words(text), "backHref": back.href,
                "backLabel": back.label, "example": example ?? false,
                "breadcrumbs": [["label": back.label, "href": back.href]] as [Values],
            ]
            return ("admin/api/secret", values)
        }
        response.markSecret()
        return response
    }
}
