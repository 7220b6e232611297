import Admin
import Foundation
import GRDB

/// A fragment in the seed. `after` is the list position of the fragment that it continues; the first has none.
struct SeededFragment: Sendable {
    static let schema = SeedSchema.map([
        ("after", SeedSchema("integer", ["minimum": 1]), false), ("by", SeededName.schema, true), ("at", SeededMoment.schema, true),
        ("title", SeedSchema("string", ["maxLength": FragmentContent.longestTitle]), false),
        ("text", SeedSchema("string", ["maxLength": FragmentContent.longestText]), false), ("photo", SeedSchema("string"), false),
        ("description", SeedSchema("string", ["maxLength": FragmentContent.longestText]), false),
        ("votes", SeedSchema("array", ["items": SeededName.schema, "uniqueItems": true]), false),
        ("reports", SeedSchema("array", ["items": SeededReport.schema]), false),
        ("decisions", SeedSchema("array", ["items": SeededCaseDecision.schema(ofFragment: true)]), false),
        ("notes", SeedSchema("array", ["items": SeededNote.schema]), false),
    ])

    let after: Int?
    let by: String
    let at: Date
    let content: FragmentContent
    let votes: [String]
    let reports: [SeededReport]
    let decisions: [SeededCaseDecision]
    let notes: [SeededNote]

    /// `number` is its list position, from 1.
    init?(_ node: SeedNode, number: Int) {
        let known = ["after", "by", "at", "title", "text", "photo", "description", "votes", "reports", "decisions", "notes"]
        guard let mapping = SeedMapping(node, known: known), let by = mapping.required("by").flatMap({ SeededName.read($0) }),
            let at = mapping.moment("at")
        else { return nil }
        (self.by, self.at) = (by, at)
        let place = number == 1 ? mapping["after"] : mapping.required("after")
        after = place?.integer()
        guard number == 1 ? place == nil : (1..<number).contains(after ?? 0) else {
            place?.refuse(number == 1 ? "firstFragment" : "laterFragment")
            return nil
        }
        let (title, text) = (mapping["title"]?.text() ?? "", mapping["text"]?.text() ?? "")
        var body = FragmentContent.Body.text(text)
        if let photo = mapping["photo"] {
            let description = mapping["description"]?.text() ?? ""
            body = .photo(file: photo.photo(for: Stories.photos)?.stored ?? "", caption: text, description: description)
        }
        do throws(StoryRefusal) { content = try FragmentContent(title: title, body: body, isFirst: number == 1) } catch {
            if case .content(let problem) = error { node.refuse("doesNotHold", ["reason": "\(problem)"]) }
            return nil
        }
        votes = mapping.list("votes") { SeededName.read($0) }
        if Set(votes).count < votes.count || votes.contains(by) { mapping["votes"]?.refuse("twice") }
        reports = mapping.list("reports") { SeededReport($0) }
        decisions = mapping.list("decisions") { SeededCaseDecision($0, ofFragment: true) }
        notes = mapping.list("notes") { SeededNote($0) }
    }

    static func exported(_ fragment: Row, after place: Int?, _ names: [Int64: String], _ export: SeedExport, _ db: Database) throws
        -> SeedValue
    {
        let (id, writer): (Int64, Int64) = (fragment["id"], fragment["writer"])
        var pairs: [(String, SeedValue)] = place.map { [("after", .number(String($0)))] } ?? []
        pairs += [("by", .text(names[writer] ?? "")), ("at", .text(fragment["createdAt"]))]
        for column in ["title", "text"] {
            if let text: String = fragment[column], !text.isEmpty { pairs.append((column, .text(text))) }
        }
        if let photo: String = fragment["photo"] { pairs.append(("photo", .text(export.photo(photo, of: Stories.photos)))) }
        if let words: String = fragment["description"], !words.isEmpty { pairs.append(("description", .text(words))) }
        let voters = try Int64.fetchAll(db, sql: "SELECT writer FROM vote WHERE fragment = ? ORDER BY writer", arguments: [id])
        if !voters.isEmpty { pairs.append(("votes", .list(voters.compactMap { names[$0].map(SeedValue.text) }))) }
        let reports = try SeededReport.exported("fragment = ? AND outcome IS NULL", id, names, db)
        if !reports.isEmpty {
            pairs.append(("reports", .list(reports)))
            pairs += try SeededNote.exported(
                "caseID = (SELECT id FROM moderationCase WHERE fragment = ? AND state = 'open')", id, db)
        }
        let decisions = try SeededCaseDecision.exported(of: writer, fragment: id, names, db)
        return .map(pairs + (decisions.isEmpty ? [] : [("decisions", .list(decisions))]))
    }
}
