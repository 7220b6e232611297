import Accounts
import Formats
import Hummingbird
import Web

/// How the source of a `WholeImportFormat` is read, with the first items as they are read now.
struct WholeChoicePages: Sendable {
    let admin: AdminContext

    private static let prefix = "choice."
    private static let mostShown = 5
    private static let mostChoices = 40

    func show(_ staged: StagedImport, _ request: Request, _ person: SignedIn) async throws -> Response {
        guard let format = ImportWork(admin: admin).whole(staged) else { throw HTTPError(.notFound) }
        if !format.hasChoices, staged.state == .checked { return .redirect(to: staged.address + "/items", type: .normal) }
        let source = try await admin.database.read { try ImportWork(admin: admin).source(staged, $0) }
        let words = admin.words(person)
        let choices = await offThread { (try? format.init(source, WholeAnswers()))?.choices(words) ?? [] }
        return try await admin.page(person, request) { db, context in
            let items = try StagedItem.fetch(of: staged.number, after: 0, most: Self.mostShown, db)
            let heading = words("imports.choices.heading")
            return (
                "admin/imports/whole",
                [
                    "title": heading, "heading": heading, "action": staged.address,
                    "summary": words("files.mapping.summary", ["file": staged.name], count: staged.total),
                    "problem": staged.problem.map { LocalizedMessage(json: $0).localized(in: words) } ?? false,
                    "remarks": ImportPreview.templateValues(staged.look.remarks(words)),
                    "choices": choices.map { choice -> Values in
                        [
                            "name": Self.prefix + choice.name, "id": "choice-\(choice.name.replacing(".", with: "-"))",
                            "label": choice.label,
                            "options": choice.options.map { option -> Values in
                                ["value": option.value, "label": option.label, "selected": option.value == choice.chosen]
                            },
                        ]
                    },
                    "items": try items.map { item -> Values in
                        [
                            "place": item.place.text(words), "title": item.title.isEmpty ? words("imports.nameless") : item.title,
                            "text": try text(of: item), "badge": words("imports.verdicts.\((item.verdict ?? .refused).rawValue)"),
                            "tone": (item.verdict ?? .refused).tone,
                        ]
                    },
                    "listHref": ImportPages.address,
                    "breadcrumbs": [["label": words("imports.title"), "href": ImportPages.address]] as [Values],
                ]
            )
        }
    }

    private func text(of item: StagedItem) throws -> String {
        if case .object(let pairs)? = try item.record.map({ try JSON(parsing: $0.utf8) }) {
            return pairs.map { "\($0.key): \($0.value.text ?? "")" }.joined(separator: " · ")
        }
        return item.notes.mistakes.map(\.sentence).joined(separator: " ")
    }

    /// Reads the source as the form says and checks it. With `act=reading` the page of choices shows the outcome.
    func choose(_ staged: StagedImport, _ form: Form, _ person: SignedIn) async throws -> Response {
        var chosen = staged.chosen.choices ?? [:]
        for (name, values) in form.values where name.hasPrefix(Self.prefix) {
            let own = String(name.dropFirst(Self.prefix.count).prefix(40))
            if own != ImportChoice.bundle, chosen.count < Self.mostChoices || chosen[own] != nil {
                chosen[own] = String((values.first ?? "").prefix(60))
            }
        }
        if chosen != staged.chosen.choices ?? [:] {
            try await ImportChoicePages(admin: admin).read(again: staged, chosen)
        }
        let isDone = try await ImportWork(admin: admin).begin(staged.number, by: person.actor)
        let isRead = try await admin.database.read { try StagedImport.fetchOne($0, key: staged.number)?.problem == nil }
        return .redirect(to: staged.address + (isDone && isRead && form["act"] != "reading" ? "/items" : ""), type: .normal)
    }
}
