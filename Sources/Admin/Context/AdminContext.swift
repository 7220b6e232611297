import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

/// The back office: the shared parts of all its pages.
public struct AdminContext: Sendable {
    public let database: any DatabaseWriter
    /// For short reads at the start of a request.
    public let brief: RequestReader
    public let pages: Pages
    public let modules: [any Module.Type]
    public let resources: Resources
    public let pictures: PictureStore
    public let backups: Backups
    public var allowsPrivateWebhooks = false
    public var mailRoute = MailRoute(folder: "mail")
    public var webPush = WebPush()
    /// Speaks to guests whose device has no voice; nil keeps the site silent.
    public var speech: SpeechSynthesizer?
    /// The folder of the drawings that picture fields offer; nil for none.
    public var symbolFolder: String?
    /// Read by the first form that offers them.
    var symbols: Symbols { symbolFolder.map { Symbols.read(folder: $0) } ?? .none }
    /// Private network hosts that feeds and links may use.
    public var neighbours: Set<String> = []
    /// The pages of systems that keep unsent input after a session ends.
    public var unsentFormPages: [UnsentFormPages] = []
    /// The public address without a trailing slash; nil if the site is used only on its own network.
    public let publicURL: String?
    /// For concurrent writes of many people.
    public let commits: GroupCommit
    /// For writes that do not wait for long work.
    public let urgent: UrgentWrites
    /// Which requests were cut for what they would have cost.
    public var budgets = RequestBudgets()
    let underway = WorkUnderway()
    let outlines = Outlines()
    private let settings: @Sendable () -> SiteSettings

    public var site: SiteSettings { settings() }

    /// - Parameter publicURL: the public address without a trailing slash; nil if the site is used only on its own network.
    public init(
        database: any DatabaseWriter, brief: RequestReader, pages: Pages, modules: [any Module.Type], pictures: PictureStore,
        backups: Backups,
        publicURL: String? = nil, site: @escaping @Sendable () -> SiteSettings
    ) {
        self.publicURL = publicURL
        (commits, urgent) = (GroupCommit(database), UrgentWrites(database))
        (self.database, self.brief, self.pages, self.modules, self.pictures, settings) = (database, brief, pages, modules, pictures, site)
        self.backups = backups
        resources = Resources(modules.flatMap { $0.resources })
    }

    /// Renders a page of the back office; all its data comes from one database snapshot.
    public func page(
        _ person: SignedIn, _ request: Request, status: HTTPResponse.Status = .ok, drawsMarkdown: Bool = false,
        _ make: @escaping @Sendable (Database, FormContext) throws -> (template: String, values: Values)
    ) async throws -> Response {
        let flash = person.session.flash == nil ? nil : try await database.writeIfPossible { try person.session.takeFlash($0) } ?? nil
        let (template, values) = try await database.read { db in
            let context = try context(person, db)
            let (template, values) = try make(db, context)
            return (template, try frame(person, request, context, flash).merging(values) { $1 }.withoutRepeatedCrumbs())
        }
        if let chart = Self.chart(request, in: values) { return try await file(chart, request, person) }
        let drawn = drawsMarkdown ? try await values.renderingMarkdown() : values
        return try pages.page(template, drawn, for: person.visitor, request: request, status: status)
    }

    func redirect(_ person: SignedIn, to address: String, _ flash: Flash?) async throws -> Response {
        if let flash { try await database.write { try person.session.setFlash($0, flash) } }
        return .redirect(to: address, type: .normal)
    }

    /// The origin for addresses on a page: configured, or the request's host, which `HostCheck` validates. For others use `mailOrigin`.
    public func origin(of request: Request) -> String { publicURL ?? "http://" + (request.head.authority ?? "localhost") }

    func words(_ person: SignedIn) -> Words { pages.templates.words(in: person.language) }

    func grants(of account: Int64?, _ db: Database) throws -> Grants? {
        try account.map { Grants(try RoleAssignment.of($0).fetchAll(db), roles: try roles(db)) }
    }

    func context(_ person: SignedIn, _ db: Database, scopeID: Int64? = nil) throws -> FormContext {
        let chosen = try scopeID ?? currentScope(person, db)
        return FormContext(
            db: db, words: words(person), zone: site.zone, scopeID: chosen, actor: person.actor, tiles: site.tiles, errors: FieldErrors(),
            grants: person.grants, symbolFolder: symbolFolder)
    }
}

extension AdminContext {
    /// Returns the values of the page frame, for pages of other targets.
    public func frame(_ person: SignedIn, _ request: Request) async throws -> Values {
        let flash = person.session.flash == nil ? nil : try await database.write { try person.session.takeFlash($0) }
        return try await database.read { try frame(person, request, try context(person, $0), flash) }
    }
}

extension AdminContext {
    var scope: Scope? { modulesOn.flatMap { $0.resources }.lazy.compactMap { $0.scope }.first }

    func scopes(_ person: SignedIn, _ db: Database) throws -> [(id: Int64, title: String)] {
        guard let scope else { return [] }
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT id, \(scope.titleColumn) FROM \(scope.table) WHERE \(scope.notTrashed) ORDER BY folded"))
        let all: [(id: Int64, title: String)] = rows.map { ($0[0], $0[1]) }
        let scoped = modulesOn.filter { $0.isScoped }.flatMap { $0.rights } + resources.all.filter { $0.scope != nil }.map { $0.seeing }
        return all.filter { option in scoped.contains { person.grants.may($0, in: option.id) } }
    }

    /// Returns the last chosen scope, else the oldest.
    public func currentScope(_ person: SignedIn, _ db: Database) throws -> Int64? {
        let ids = try scopes(person, db).map(\.id)
        if let chosen = person.session.scopeID, ids.contains(chosen) { return chosen }
        return ids.min()
    }

    public func requireScope(_ person: SignedIn, _ permission: Permission, _ db: Database) throws -> Int64 {
        try requireScope(try currentScope(person, db), person, permission)
    }

    func requireScope(_ scopeID: Int64?, _ person: SignedIn, _ permission: Permission) throws -> Int64 {
        guard let scopeID else {
            guard let scope, person.grants.mayAnywhere(permission) else { throw HTTPError(.forbidden) }
            let type = resources.all.first { $0.table == scope.table && person.grants.may($0.editing, in: nil) }
            throw ScopeMissing(scope, list: type?.address)
        }
        try person.require(permission, in: scopeID)
        return scopeID
    }

    @Sendable func chooseScope(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        guard let id = form.recordID("scope") else { throw HTTPError(.notFound) }
        try await database.write { db in
            guard try scopes(person, db).contains(where: { $0.id == id }) else { throw HTTPError(.notFound) }
            try person.session.choose(scope: id, db)
        }
        // A record belongs to one house, so switching leads to a list.
        let next = SafePath.local(form["next"]) ?? "/admin"
        let parts = next.split(separator: "?")[0].split(separator: "/").filter { !($0.first?.isNumber ?? true) }.prefix(3)
        return .redirect(to: "/" + parts.joined(separator: "/"), type: .normal)
    }
}

extension AdminContext {
    private func frame(_ person: SignedIn, _ request: Request, _ context: FormContext, _ flash: Flash?) throws -> Values {
        let words = context.words
        let path = request.uri.path
        var values: Values = [
            "mayAdminister": person.grants.may("admin.people.edit", in: nil),
            "demo": person.grants.may("admin.people.edit", in: nil) ? try Accounts.hasDemoAccounts(context.db) : false,
            "breadcrumbs": [Values](), "deskSheet": sheet(of: path) ?? false,
            "identity": try identityNotice(person, request, context) ?? false,
        ]
        let scopes = try scopes(person, context.db)
        let outline = outline(person, words, hasScope: !scopes.isEmpty)
        let waiting = try modulesOn.flatMap { try $0.waiting(for: person, context.db) }
        let counts = Dictionary(waiting.map { ($0.address, $0.html(words)) }) { first, _ in first }
        values["menuHTML"] = outline.menu.html(at: path, counts: counts)
        values["chartHref"] = Self.chartHref(request)
        let place = outline.menu.menu.place(of: path)
        (values["trail"], values["tabStrip"]) = (
            place?.trail ?? [], place?.tabStrip(at: path) ?? recordTabs(at: path, person, words) ?? false
        )
        if let current = scopes.first(where: { $0.id == context.scopeID }) {
            let options = scopes.map { ["value": String($0.id), "label": $0.title, "current": $0.id == current.id] as Values }
            values["scopes"] = ["label": current.title, "several": scopes.count > 1, "options": options] as Values
        }
        if let flash { values["flash"] = Self.templateValues(flash) }
        return values.merging(try helpValues(person, path, outline, context)) { $1 }
    }

    private func sheet(of path: String) -> String? {
        path.split(separator: "/").dropFirst().first.map { "admin-\($0)" }.flatMap { pages.sheets.contains($0) ? $0 : nil }
    }

    static func templateValues(_ flash: Flash) -> Values {
        var undo: any Sendable = false
        if let inverse = flash.undo {
            let fields = inverse.fields.map { ["name": $0[0], "value": $0[1]] as Values }
            undo = ["action": inverse.action, "label": inverse.label, "fields": fields] as Values
        }
        return ["text": flash.text, "kind": flash.kind.rawValue, "undo": undo, "visit": flash.visitValues]
    }
}
