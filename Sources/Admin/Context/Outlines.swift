import Accounts
import Synchronization
import Web

struct PageOutline: Sendable {
    let menu: MenuMarkup
    let lettersHTML: String
}

/// Caches outlines by permissions: building one takes about sixty texts and permission checks.
final class Outlines: Sendable {
    struct Key: Hashable {
        let grants: Grants
        let language: Language
        let systems: [String]
        /// Without a scope, the menu leads only to where one is made.
        let hasScope: Bool
    }

    private static let limit = 200
    private let known = Mutex<[Key: PageOutline]>([:])

    func outline(_ key: Key, _ make: () -> PageOutline) -> PageOutline {
        if let outline = known.withLock({ $0[key] }) { return outline }
        let outline = make()
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll() }
            known[key] = outline
        }
        return outline
    }
}

extension AdminContext {
    func outline(_ person: SignedIn, _ words: Words, hasScope: Bool) -> PageOutline {
        // In development, pages show edited texts at once.
        if pages.templates.reloads { return madeOutline(person, words, hasScope: hasScope) }
        let key = Outlines.Key(
            grants: person.grants, language: words.language, systems: modulesOn.map { $0.name }, hasScope: hasScope)
        return outlines.outline(key) { madeOutline(person, words, hasScope: hasScope) }
    }

    private func madeOutline(_ person: SignedIn, _ words: Words, hasScope: Bool) -> PageOutline {
        // Built here, because a template would look up each letter three times.
        let missing = hasScope ? [] : Set(modulesOn.flatMap { $0.resources }.filter { $0.scope != nil }.map { $0.address })
        let letters = letters(person, words).filter { !missing.contains($0.act.address) }.map {
            "<a href=\"\($0.act.address.escapedForHTML())\" data-go=\"\($0.letter)\" tabindex=\"-1\" hidden>\($0.letter)</a>\n"
        }
        return PageOutline(menu: menu(person, words, hasScope: hasScope), lettersHTML: letters.joined())
    }

    private func menu(_ person: SignedIn, _ words: Words, hasScope: Bool) -> MenuMarkup {
        var menu = MenuMarkup(assets: pages.assets)
        for module in modulesOn {
            let isReady = hasScope || module.resources.allSatisfy { $0.scope == nil }
            let pages = module.pages.filter { isReady && person.grants.mayAnywhere($0.permission) }.map {
                (label: words($0.text), address: $0.address)
            }
            let lists = module.resources.filter { maySee($0, person) && (hasScope || $0.scope == nil) }
                .map { (label: words("\($0.name).many"), address: $0.address) }
            menu.add(words("\(module.name).name"), icon: module.icon, lists + pages)
        }
        let own: [(permission: Permission, key: String, address: String)] = [
            ("media.edit", "admin.menu.pictures", "/admin/media"), ("admin.people.edit", "admin.menu.people", "/admin/people"),
            ("admin.people.edit", "admin.menu.roles", "/admin/roles"),
            ("admin.audit.see", "admin.menu.audit", "/admin/audit"), ("admin.site.edit", "admin.menu.site", "/admin/site"),
            (BackupPages.permission, "admin.menu.backups", BackupPages.address), ("admin.site.edit", "admin.menu.jobs", JobPages.address),
            (SeedFilePages.permission, "admin.menu.files", SeedFilePages.address),
            ("admin.people.edit", "admin.menu.tokens", TokenPages.all),
            ("admin.site.edit", "admin.menu.webhooks", WebhookPages.address),
            (MailPages.permission, "mail.title", MailPages.address),
        ]
        var items = own.filter { person.grants.mayAnywhere($0.permission) }.map { (label: words($0.key), address: $0.address) }
        if modulesOn.contains(where: { $0.resources.contains { maySee($0, person) } }) {
            items.append((label: words("schedules.calendar"), address: CalendarPage.address))
        }
        if modulesOn.contains(where: { $0.resources.contains { mayChange($0, person) } }) {
            items.append((label: words("admin.menu.imports"), address: ImportPages.address))
        }
        menu.add(words("admin.menu.shared"), icon: "settings", items)
        return menu
    }

    func mayChange(_ type: any Resource.Type, _ person: SignedIn) -> Bool {
        type.scope == nil ? person.grants.may(type.editing, in: nil) : person.grants.mayAnywhere(type.editing)
    }

    func maySee(_ type: any Resource.Type, _ person: SignedIn) -> Bool {
        type.scope == nil ? person.grants.may(type.seeing, in: nil) : person.grants.mayAnywhere(type.seeing)
    }
}
