import Admin

extension House {
    /// Notes guests whose secret is of another kind than what their entry asks for.
    public static func warn(about section: SeedNode) {
        for contents in (section.member("houses")?.items ?? []).compactMap({ $0.member("contents") }) {
            let secrets = Dictionary(grouping: contents.member("secrets")?.items ?? []) { $0.member("guest")?.quietText ?? "" }
            for guest in contents.member("guests")?.items ?? [] {
                guard let entry = guest.member("entry"), let kind = entry.quietText, ["pin", "pictures"].contains(kind),
                    let key = guest.member("key")?.quietText, let own = secrets[key]
                else { continue }
                if !own.contains(where: { Self.kind(of: $0) == kind }) { entry.warn("otherSecret", ["name": key]) }
            }
        }
    }

    private static func kind(of secret: SeedNode) -> String? {
        if secret.member("pin") != nil { return "pin" }
        return secret.member("pictures") == nil ? secret.member("entry")?.quietText : "pictures"
    }
}
