import Accounts
import Web

extension AdminContext {
    /// The menu of a person. Each page is in one place, the first one that asks for it.
    func menu(_ person: SignedIn, _ words: Words, hasScope: Bool) -> Menu {
        var open = openPages(person, words, hasScope: hasScope)
        func menuEntry(_ entry: MenuEntry) -> Menu.Entry? {
            // The pictures stand beside what they serve, never alone in the area of another system.
            guard entry.addresses.contains(where: { $0 != MenuEntry.pictures && open[$0] != nil }) else { return nil }
            let tabs = entry.addresses.compactMap { open.removeValue(forKey: $0) }
            guard let first = tabs.first else { return nil }
            // Without the entry's own page, its name would promise too much.
            let isWhole = tabs.count > 1 || first.address == entry.addresses[0]
            return Menu.Entry(label: isWhole ? words(entry.text) : first.label, icon: entry.icon, tabs: tabs)
        }
        var areas: [Menu.Area] = []
        for module in modulesOn {
            let entries = module.menu.compactMap(menuEntry) + entriesOutsideMenu(of: module, &open)
            guard !entries.isEmpty else { continue }
            if let index = areas.firstIndex(where: { $0.text == module.area.text }) {
                // A system comes before the one that it builds on.
                areas[index].entries.insert(contentsOf: entries, at: 0)
            } else {
                areas.append(area(module.area, entries, words))
            }
        }
        var settings = MenuEntry.settings.compactMap(menuEntry)
        if !settings.isEmpty, let log = open.removeValue(forKey: AuditPages.address) {
            settings.append(Menu.Entry(label: log.label, icon: "history", tabs: [log]))
        }
        if let pictures = open.removeValue(forKey: MediaPages.address) {
            settings.append(Menu.Entry(label: pictures.label, icon: "picture", tabs: [pictures]))
        }
        if !settings.isEmpty { areas.append(area(.settings, settings, words)) }
        let today = Menu.Tab(label: words(MenuEntry.today.text), address: Menu.start)
        let others = MenuEntry.today.addresses.compactMap { open[$0] }
        return Menu(today: Menu.Entry(label: today.label, icon: MenuEntry.today.icon, tabs: [today] + others), areas: areas)
    }

    private func area(_ area: MenuArea, _ entries: [Menu.Entry], _ words: Words) -> Menu.Area {
        Menu.Area(text: area.text, label: words(area.text), icon: area.icon, entries: entries)
    }

    private func entriesOutsideMenu(of module: any Module.Type, _ open: inout [String: Menu.Tab]) -> [Menu.Entry] {
        let lists = module.resources.map { (address: $0.address, icon: $0.icon) }
        let pages = module.pages.map { (address: $0.address, icon: module.icon) }
        let placed = Set(modulesOn.flatMap { $0.menu.flatMap { $0.addresses } })
        return (lists + pages).filter { !placed.contains($0.address) }.compactMap { address, icon in
            open.removeValue(forKey: address).map { Menu.Entry(label: $0.label, icon: icon, tabs: [$0]) }
        }
    }

    private func openPages(_ person: SignedIn, _ words: Words, hasScope: Bool) -> [String: Menu.Tab] {
        var open: [String: Menu.Tab] = [:]
        func add(_ text: String, _ address: String) {
            if open[address] == nil { open[address] = Menu.Tab(label: words(text), address: address) }
        }
        for module in modulesOn {
            for type in module.resources where maySee(type, person) && (hasScope || type.scope == nil) {
                add("\(type.name).many", type.address)
            }
            guard hasScope || module.resources.allSatisfy({ $0.scope == nil }) else { continue }
            for page in module.pages where page.isShown(to: person) { add(page.text, page.address) }
        }
        for (permission, text, address) in Self.sharedPages where person.grants.mayAnywhere(permission) { add(text, address) }
        if modulesOn.contains(where: { $0.resources.contains { maySee($0, person) } }) { add("schedules.calendar", CalendarPage.address) }
        if modulesOn.contains(where: { $0.resources.contains { mayChange($0, person) } }) { add("admin.menu.imports", ImportPages.address) }
        return open
    }

    private static let sharedPages: [(permission: Permission, text: String, address: String)] = [
        (MediaPages.editing, "admin.menu.pictures", MediaPages.address),
        ("admin.people.edit", "admin.menu.people", PeoplePages.address), ("admin.people.edit", "admin.menu.roles", RolesPages.address),
        ("admin.audit.see", "admin.menu.audit", AuditPages.address), ("admin.site.edit", "admin.menu.site", SitePages.address),
        (SiteAddressPages.permission, "identity.title", SiteAddressPages.address),
        (BackupPages.permission, "admin.menu.backups", BackupPages.address),
        ("admin.site.edit", "admin.menu.jobs", JobPages.address), (SeedFilePages.permission, "admin.menu.files", SeedFilePages.address),
        ("admin.people.edit", "admin.menu.tokens", TokenPages.all), ("admin.site.edit", "admin.menu.webhooks", WebhookPages.address),
        (MailPages.permission, "mail.title", MailPages.address),
    ]
}

extension AdminPage {
    fileprivate func isShown(to person: SignedIn) -> Bool {
        person.grants.mayAnywhere(permission) && (!isPersonal || person.grants.mayByName(permission))
    }
}
