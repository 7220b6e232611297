/// A part of the menu for one kind of work; systems that serve the same work share it.
public struct MenuArea: Sendable {
    let text: String
    let icon: String

    public init(_ text: String, icon: String) { (self.text, self.icon) = (text, icon) }

    static let settings = MenuArea("admin.menu.shared", icon: "settings")
}

/// An entry of the menu: a page, or several that are its tabs.
public struct MenuEntry: Sendable {
    /// The address of the picture collection, which each system may show beside what its pictures serve.
    public static let pictures = MediaPages.address

    let text: String
    let icon: String
    let addresses: [String]

    /// - Parameter addresses: lists and pages of the module, or shared ones; the first one is the entry's own.
    public init(_ text: String, icon: String, _ addresses: [String]) { (self.text, self.icon, self.addresses) = (text, icon, addresses) }

    static let today = MenuEntry(
        "admin.menu.today", icon: "desk", [Menu.start, CalendarPage.address, ImportPages.address, AuditPages.address])

    static let settings = [
        MenuEntry("admin.menu.peopleAndRoles", icon: "people", [PeoplePages.address, RolesPages.address]),
        MenuEntry("admin.menu.backups", icon: "restore", [BackupPages.address, SeedFilePages.address]),
        MenuEntry("admin.menu.automation", icon: "timer", [JobPages.address, TokenPages.all, WebhookPages.address]),
        MenuEntry("admin.menu.site", icon: "settings", [SitePages.address, SiteAddressPages.address, MailPages.address]),
    ]
}
