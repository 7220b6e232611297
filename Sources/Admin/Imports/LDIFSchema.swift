/// What names in a directory mean: who is no person, what is a picture, and what is never shown.
enum LDIFSchema {
    private static let people: Set<String> = [
        "person", "organizationalperson", "inetorgperson", "residentialperson", "user", "contact", "posixaccount", "account", "eduperson",
    ]
    private static let others: Set<String> = [
        "groupofnames", "groupofuniquenames", "groupofmembers", "groupofurls", "posixgroup", "group", "nisnetgroup", "organizationalrole",
        "computer", "device", "iphost", "applicationprocess", "applicationentity", "sambadomain", "printqueue", "alias", "sudorole",
        "automount", "automountmap", "nismap", "dnszone", "krbrealmcontainer",
    ]
    private static let pictures: Set<String> = ["jpegphoto", "thumbnailphoto", "photo"]
    private static let secrets = ["password", "passwd", "pwd", "krbprincipalkey", "krb5key", "ipanthash", "userpkcs12", "privatekey"]

    /// The class by which an entry is a group, a machine or another thing of the directory; nil for all that may become a record.
    static func otherClass(of classes: [String]) -> String? {
        let all = classes.map { $0.lowercased() }
        // Machines of Active Directory are users too.
        if all.contains("computer") { return "computer" }
        guard !all.contains(where: people.contains) else { return nil }
        return all.first(where: others.contains)
    }

    /// Options such as `;binary` do not count.
    static func isPicture(_ attribute: String) -> Bool { pictures.contains(plain(attribute)) }

    static func isSecret(_ attribute: String) -> Bool { secrets.contains { plain(attribute).contains($0) } }

    private static func plain(_ attribute: String) -> String { String(attribute.prefix { $0 != ";" }) }

    /// Whether a cell is a hashed password, as directories write it: `{SSHA}…`.
    static func isHash(_ text: String) -> Bool {
        text.first == "{"
            && text.firstMatch(of: #/^\{(?:S?SHA-?[0-9]*|S?MD5|CRYPT|PBKDF2[A-Za-z0-9\-]*|ARGON2[a-z]*|SASL)\}/#.ignoresCase()) != nil
    }
}
