import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

// The version of the list rises with every act.

extension GuestAPI {
    func list(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let since = try APIQuery(request).number("since", in: 0...(1 << 53 - 1))
        let shown = try await database.read { try ShownList.of(person, $0) }
        var json = shown.json
        if let since { json = shown.changes(since: Int(since)) }
        return .json(json, headers: [.eTag: shown.tag, .cacheControl: "private, no-cache"])
    }

    func item(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        let shown = try await database.read { try ShownList.of(person, $0) }
        guard let row = shown.rows.first(where: { $0.id == id }) else { throw HTTPError(.notFound) }
        return .json(row.json, headers: [.eTag: shown.tag(of: id), .cacheControl: "private, no-cache"])
    }

    static let itemShape = Shape.object([
        "id": Shape.whole,
        "product": Shape.object(["id": Shape.whole, "name": Shape.text, "image": Shape.image, "price_cents": Shape.cents]),
        "quantity": .whole(1, Quantity.most), "bought": Shape.flag, "note": Shape.orNull("string"),
    ])

    static let itemExample = """
        {"id": 7, "product": {"id": 12, "name": "Riso", "image": "/media/9", "price_cents": 160}, "quantity": 2, "bought": false, "note": null}
        """
}

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
            versions: Dictionary(pairs.map { ($0[0], $0[1]) }) { $1 }, began: began ?? 0)
    }

    private init(list: ShoppingList?, rows: [ShoppingListRow], versions: [Int64: Int], began: Int) {
        (self.list, self.rows, self.versions, self.began) = (list, rows, versions, began)
    }

    var version: Int { list?.version ?? 0 }

    /// Names the list too, because two successive lists of a guest may have the same version.
    var tag: String { ListTag(list: list?.id ?? 0, version: version).text }

    func tag(of item: Int64) -> String { ListTag(list: list?.id ?? 0, version: versions[item] ?? 0).text }

    var json: JSON { .values(["version": .number(version), "items": .list(rows.map(\.json))]) }

    /// Returns the changes since a version, or everything when that version precedes this list.
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

/// The tag of a list or row, such as `"12.41"`: the list and the version of its last change.
struct ListTag: Equatable {
    let list: Int64
    let version: Int

    var text: String { "\"\(list).\(version)\"" }

    /// Whether the sender of `If-Match` has seen a row last changed in this version. The header names the tag of the row or the list, or
    /// the list's version.
    func isSeen(in header: String) throws -> Bool {
        let tags = header.split(separator: ",").map { $0.trimmingSpaces() }
        guard !tags.isEmpty else { throw Problem.parameter("If-Match") }
        return try tags.contains { tag in
            if tag == "*" { return true }
            let strong = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
            guard strong.utf8.count > 1, strong.hasPrefix("\""), strong.hasSuffix("\"") else { throw Problem.parameter("If-Match") }
            let parts = strong.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false).map { Int64(recordID: $0) }
            guard let last = parts.last, let seen = last else { return false }
            return parts.count == 1 ? version <= Int(seen) : parts.count == 2 && parts[0] == list && version <= Int(seen)
        }
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
