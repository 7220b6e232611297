import Accounts
import Web

struct PaletteCommand: Sendable {
    let label: String
    let address: String
    let icon: String
    var isPost = false
    var isNew = false
    var purpose: String?
}

extension AdminContext {
    func acts(_ person: SignedIn, _ words: Words, scopeID: Int64?) -> [PaletteCommand] {
        var acts = [PaletteCommand(label: words("search.start"), address: "/admin", icon: "desk", purpose: words("help.screens.start"))]
        for type in modulesOn.flatMap({ $0.resources }) where maySee(type, person) {
            acts.append(
                PaletteCommand(
                    label: words("\(type.name).many"), address: type.address, icon: type.icon, purpose: words("\(type.name).purpose")))
            if person.grants.may(type.editing, in: type.scope == nil ? nil : scopeID), type.scope == nil || scopeID != nil {
                acts.append(PaletteCommand(label: words("\(type.name).new"), address: type.address + "/new", icon: "plus", isNew: true))
            }
        }
        return acts + sharedCommands(person, words) + [
            PaletteCommand(label: words("search.tour"), address: HelpPages.tour, icon: "map", purpose: words("help.screens.tour")),
            PaletteCommand(label: words("layout.toSite"), address: "/", icon: "external"),
        ] + pageActs(person, words, scopeID: scopeID) + [
            PaletteCommand(label: words("layout.signOut"), address: "/sign-out", icon: "sign-out", isPost: true)
        ]
    }

    /// Menu pages outside resources. They come last, so that the shortcut letters of the others stay.
    private func pageActs(_ person: SignedIn, _ words: Words, scopeID: Int64?) -> [PaletteCommand] {
        let own = modulesOn.flatMap { module -> [PaletteCommand] in
            guard scopeID != nil || module.resources.allSatisfy({ $0.scope == nil }) else { return [] }
            return module.pages.filter { person.grants.mayAnywhere($0.permission) }
                .map { PaletteCommand(label: words($0.text), address: $0.address, icon: module.icon, purpose: words($0.purpose)) }
        }
        let shared: [(permission: Permission, key: String, address: String, icon: String, purpose: String)] = [
            ("admin.people.edit", "admin.menu.roles", RolesPages.address, "person", "admin.roles.purpose"),
            ("admin.site.edit", "admin.menu.jobs", JobPages.address, "clock", "jobs.purpose"),
            ("admin.people.edit", "admin.menu.tokens", TokenPages.all, "key", "api.tokens.allPurpose"),
            ("admin.site.edit", "admin.menu.webhooks", WebhookPages.address, "link", "webhooks.purpose"),
            (MailPages.permission, "mail.title", MailPages.address, "mail", "mail.purpose"),
        ]
        return own
            + shared.filter { person.grants.may($0.permission, in: nil) }
            .map { PaletteCommand(label: words($0.key), address: $0.address, icon: $0.icon, purpose: words($0.purpose)) }
    }

    private func sharedCommands(_ person: SignedIn, _ words: Words) -> [PaletteCommand] {
        func act(_ label: String, _ address: String, _ icon: String, _ screen: String) -> PaletteCommand {
            PaletteCommand(label: words(label), address: address, icon: icon, purpose: words("help.screens.\(screen)"))
        }
        var acts: [PaletteCommand] = []
        if person.grants.mayAnywhere("media.edit") { acts.append(act("admin.menu.pictures", MediaPages.address, "picture", "pictures")) }
        if person.grants.may("admin.people.edit", in: nil) {
            acts.append(act("admin.menu.people", PeoplePages.address, "people", "people"))
            acts.append(PaletteCommand(label: words("admin.people.new"), address: PeoplePages.address + "/new", icon: "plus", isNew: true))
        }
        if person.grants.mayAnywhere("admin.audit.see") { acts.append(act("admin.menu.audit", AuditPages.address, "history", "audit")) }
        if person.grants.may("admin.site.edit", in: nil) {
            acts.append(act("admin.menu.site", SitePages.address, "settings", "site"))
            acts.append(act("admin.menu.backups", BackupPages.address, "restore", "backups"))
            acts.append(act("admin.menu.files", SeedFilePages.address, "list", "files"))
        }
        return acts + [
            act("search.title", SearchPages.address, "search", "search"),
            act("search.changes.title", Self.changesAddress, "history", "changes"),
            act("schedules.calendar", CalendarPage.address, "calendar", "calendar"),
            act("history.acts.heading", OwnActs.address, "undo", "acts"),
            act("layout.account", "/admin/account", "person", "account"), act("layout.access", "/admin/account/access", "key", "access"),
            act("help.title", HelpPages.address, "help", "help"), act("search.keys.title", KeysPages.address, "list", "keys"),
        ]
    }
}
