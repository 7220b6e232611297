import Accounts
import Admin
import Registry
import Web

struct Author: Resource {
    var stamp = RecordMetadata()
    var name = ""
    /// Works with this surname may be the author's.
    var surname = ""
    var variants = ""
    var homepage = ""
    var orcid = ""
    var person: Int64?
    var notes = ""
    var visibility = AuthorVisibility.own

    static let system = Citations.name
    static let path = "authors"
    static let table = "citationAuthor"
    static let icon = "person"
    static let columns = ["surname", "homepage", "visibility"]
    static let filters = ["visibility"]
    /// Administrators of the system are responsible for personal data.
    static let audience: Audience? = Audience(owner: "owner", isShared: "{r}.visibility = 'shared'", keeping: Citations.arranging)
    static let fields: [Field<Author>] = [
        .title("name", \.name),
        .text("surname", \.surname, required: true, limit: 60),
        .text("variants", \.variants, limit: 300),
        .url("homepage", \.homepage),
        .url("orcid", \.orcid),
        .one("person", \.person, Person.self),
        .choice("visibility", \.visibility, texts: "citations.visibility"),
        .longText("notes", \.notes, limit: 2000, rows: 3),
    ]

    static var seeded: Author {
        var author = Author()
        author.visibility = .shared
        return author
    }

    func check(_ entry: Entry, errors: inout FieldErrors) throws {
        // Only administrators would see a private author without owner. Seeds may still contain one.
        if visibility == .own, id != nil, stamp.ownerID == nil, entry.context.grants != nil {
            errors.add("visibility", entry.context.words("citations.visibility.nobodys"))
        }
    }

    var surnames: [String] { [surname] + variants.split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty } }
}

enum AuthorVisibility: String, Choice, Codable {
    /// The author's owner and administrators of the system.
    case own = "private"
    /// All researchers of the site; only the owner may change the author.
    case shared
}
