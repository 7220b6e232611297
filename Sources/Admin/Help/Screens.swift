import Web

/// The screens that all systems share: each says in a sentence what it is for, under its title and in the help.
public enum Screens {
    static let names = [
        "start", "pictures", "people", "audit", "site", "account", "access", "search", "keys", "help", "tour", "changes", "calendar",
        "acts", "backups",
    ]

    /// Screens without their sentence, for the program's start; those of the resources are asked for by `TextCheck`.
    public static func problems(_ texts: Texts) -> [String] {
        names.map { "help.screens.\($0)" }.filter { !texts.has($0) }.map { "texts: there is no \($0)" }
    }
}

extension AdminContext {
    /// What a form is for: the sentence of the list or the screen that it belongs to.
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
