import Admin
import Registry
import Web

/// Somebody whose works are counted.
struct Author: Resource {
    var stamp = Stamp()
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

    static let system = Citations.name
    static let path = "authors"
    static let table = "citationAuthor"
    static let icon = "person"
    static let columns = ["surname", "homepage"]
    static let fields: [Field<Author>] = [
        .title("name", \.name),
        .text("surname", \.surname, required: true, limit: 60),
        .text("variants", \.variants, limit: 300),
        .url("homepage", \.homepage),
        .url("orcid", \.orcid),
        .one("person", \.person, Person.self),
        .longText("notes", \.notes, limit: 2000, rows: 3),
    ]

    /// The surname and the other ways to write it.
    var surnames: [String] { [surname] + variants.split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty } }
}
