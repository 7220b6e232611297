import Accounts
import Admin
import Registry
import Web

/// Somebody whose works are counted.
struct Author: Resource {
    var stamp = RecordMetadata()
    var name = ""
    /// By which works of the lists are taken for possibly his.
    var surname = ""
    /// Other ways in which lists write it, with commas between them.
    var variants = ""
    var homepage = ""
    var orcid = ""
    /// Who it is at the institution, if he is of it.
    var person: Int64?
    var notes = ""
    var visibility = AuthorVisibility.own

    static let system = Citations.name
    static let path = "authors"
    static let table = "citationAuthor"
    static let icon = "person"
    static let columns = ["surname", "homepage", "visibility"]
    static let filters = ["visibility"]
    /// Whoever administers the system answers for what it keeps about people.
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

    /// What a seed shows is for all, unless it says otherwise.
    static var seeded: Author {
        var author = Author()
        author.visibility = .shared
        return author
    }

    func check(_ entry: Entry, errors: inout FieldErrors) throws {
        // Nobody but who administers would see him any more; what an export says of such a one comes back.
        if visibility == .own, id != nil, stamp.ownerID == nil, entry.context.grants != nil {
            errors.add("visibility", entry.context.words("citations.visibility.nobodys"))
        }
    }

    /// The surname and the other ways to write it.
    var surnames: [String] { [surname] + variants.split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty } }
}

/// Who sees an author with his runs.
enum AuthorVisibility: String, Choice, Codable {
    /// Whoever made him, and whoever administers the system.
    case own = "private"
    /// Every researcher of the site; only the owner changes him.
    case shared
}
