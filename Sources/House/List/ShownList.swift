import Admin
import Foundation
import GRDB
import Web

/// The open list with the version at which each row changed; the version of the list rises with every act.
struct ShownList: Sendable {
    let list: ShoppingList?
    let rows: [ShoppingListRow]
    /// By row id, including rows that were removed.
    private let versions: [Int64: Int]
    private let began: Int

    static func of(_ person: GuestRequestContext, _ db: Database) throws -> ShownList {
        let list = try ShoppingList.existing(person, db)
        let pairs = try Row.fetchAll(db, sql: "SELECT id, version FROM listItem WHERE listID = ?", arguments: [list?.id])
        let began = try Int.fetchOne(db, sql: "SELECT began FROM shoppingList WHERE id = ?", arguments: [list?.id])
        return ShownList(
            list: list, rows: try ShoppingListRow.all(of: list, in: person.language, db),
            versions: Dictionary(pairs.map { ($0["id"], $0["version"]) }) { $1 }, began: began ?? 0)
    }

    private init(list: ShoppingList?, rows: [ShoppingListRow], versions: [Int64: Int], began: Int) {
        (self.list, self.rows, self.versions, self.began) = (list, rows, versions, began)
    }

    var version: Int { list?.version ?? 0 }

    /// Names the list too, because two successive lists of a guest may have the same version.
    var tag: String { ListTag(list: list?.id ?? 0, version: version).text }

    func tag(of item: Int64) -> String { ListTag(list: list?.id ?? 0, version: versions[item] ?? 0).text }

    var json: JSON { .values(["version": .number(version), "items": .list(rows.map(\.json))]) }

    func changes(since: Int) -> JSON {
        let isWhole = since < began || since > version
        let shown = isWhole ? rows : rows.filter { versions[$0.id, default: 0] > since }
        let there = Set(rows.map(\.id))
        let removed = isWhole ? [] : versions.filter { $0.value > since && !there.contains($0.key) }.map(\.key).sorted()
        return .values([
            "version": .number(version), "items": .list(shown.map(\.json)), "removed": .list(removed.map(JSON.id)),
            "complete": .flag(isWhole),
        ])
    }
}

extension ShoppingListRow {
    var json: JSON {
        .values([
            "id": .id(id),
            "product": .values(["id": .id(product), "name": .text(name), "image": .image(picture), "price_cents": .optional(price)]),
            "quantity": .number(quantity), "bought": .flag(isBought), "note": .optional(note.isEmpty ? nil : note),
        ])
    }
}
