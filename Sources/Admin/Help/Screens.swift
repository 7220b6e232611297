import Web

/// The screens shared by all systems; each has a sentence about its purpose.
public enum Screens {
    static let names = [
        "start", "pictures", "people", "audit", "site", "account", "access", "search", "keys", "help", "tour", "changes", "calendar",
        "acts", "backups", "files", "imports",
    ]

    /// Returns the screens without their sentence, for the check at startup; `TextCheck` covers resources.
    public static func problems(_ texts: Texts) -> [String] {
        names.map { "help.screens.\($0)" }.filter { !texts.has($0) }.map { "texts: there is no \($0)" }
    }
}

extension AdminContext {
    func purpose(of path: String, _ words: Words) -> String? {
        if let type = resources.all.first(where: { path == $0.address || path.hasPrefix($0.address + "/") }) {
            return words("\(type.name).purpose")
        }
        switch path {
        case SitePages.address: return words("help.screens.site")
        case _ where path.hasPrefix(PeoplePages.address): return words("help.screens.people")
        default: return nil
        }
    }
}
