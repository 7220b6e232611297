import Accounts
import GRDB
import Web

/// An entry that is no record of a resource, with the values that a file can keep: settings, an account, a role or a picture.
struct SeedKeptEntry {
    let title: String
    let address: String
    let texts: String
    let values: [(field: String, value: JSON)]

    static let fields = [
        "site": ["name", "language", "languages", "zone", "systems", "tiles", "historyDays", "trashDays", "backups"],
        "accounts": ["name", "active", "language", "country", "roles"], "roles": ["title", "confined", "may"],
        "pictures": ["alt", "credit", "licence"],
    ]

    /// What the site holds now; nil if it is gone, or if the reader may not see it.
    init?(_ identity: SeedIdentity, _ scope: Scope?, _ context: FormContext) throws {
        let (db, words) = (context.db, context.words)
        let mayAll = context.grants?.may("*", in: nil) ?? true
        switch identity.kind {
        case "site":
            let site = try SiteSettings.load(db)
            (title, address, texts) = (words("admin.menu.site"), SitePages.address, "admin.site")
            values = [
                ("name", .text(site.name)), ("language", .text(site.language.rawValue)),
                ("languages", .list(site.languages.map { .text($0.rawValue) })), ("zone", .text(site.zone.identifier)),
                ("systems", .list(site.systems.map(JSON.text))), ("tiles", .text(site.tiles)), ("historyDays", .number(site.historyDays)),
                ("trashDays", .number(site.trashDays)), ("backups", site.backups.packed),
            ]
        case "accounts":
            guard mayAll, let account = try Account.all().notDeleted().named(identity.key).fetchOne(db), let id = account.id else {
                return nil
            }
            (title, address, texts) = (account.name, PeoplePages.address(id), "admin.people")
            values = [
                ("name", .text(account.name)), ("active", .flag(account.isActive)),
                ("language", .optional(account.language?.rawValue)), ("country", .optional(account.country)),
                ("roles", try Self.roles(of: id, scope, db)),
            ]
        case "roles":
            guard mayAll, let role = try CustomRole.filter(Column("name") == identity.key).fetchOne(db), let id = role.id else {
                return nil
            }
            (title, address, texts) = (role.title, RolesPages.address(id), "admin.roles")
            values = [
                ("title", .text(role.title)), ("confined", .flag(role.isConfined)), ("may", .list(role.grants.sorted().map(JSON.text))),
            ]
        case "pictures":
            guard let picture = try Picture.filter(Picture.Columns.key == identity.key).fetchOne(db), picture.deletedAt == nil,
                let id = picture.id
            else { return nil }
            (title, address, texts) = (picture.alt.isEmpty ? picture.key : picture.alt, "\(MediaPages.address)/\(id)", "admin.media")
            values = [("alt", .text(picture.alt)), ("credit", .text(picture.credit)), ("licence", .text(picture.licence))]
        default: return nil
        }
    }

    /// As a file says them, such as `educator in casa-rossa`.
    private static func roles(of account: Int64, _ scope: Scope?, _ db: Database) throws -> JSON {
        let names = try RoleAssignment.of(account).fetchAll(db).map { assignment -> String in
            guard let id = assignment.scopeID else { return assignment.role }
            let key = try scope.flatMap { scope in
                try String.fetchOne(db, sql: "SELECT key FROM \(scope.table) WHERE id = ? AND \(scope.notTrashed)", arguments: [id])
            }
            return assignment.role + " in " + (key ?? "#\(id)")
        }
        return .list(Set(names).sorted().map(JSON.text))
    }
}

extension BackupPlan {
    var packed: JSON { .object(BackupPages.fields.map { ($0.name, $0.pack(self)) }) }
}

extension JSON {
    /// Only the members that another object has; other values stay whole.
    func limited(to other: JSON) -> JSON {
        guard case .object(let pairs) = self, case .object(let others) = other else { return self }
        return .object(pairs.filter { pair in others.contains { $0.key == pair.key } })
    }
}
