import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct GuestListAPI: Sendable {
    let guests: GuestPages

    static let routes: [GuestRoute] = [
        GuestRoute(.get, "lists/current", "list", .guest { try await Self(guests: $0).list($1, $2) }) {
            $0.query = [("since", .whole(0, 1 << 53 - 1))]
            $0.answer = Shape.object(
                [
                    "version": Shape.whole, "items": Shape.list(.reference("schemas", "guest.item")), "removed": Shape.list(Shape.whole),
                    "complete": Shape.flag,
                ], optional: ["removed", "complete"])
            $0.answered = #"{"version": 41, "items": [\#(itemExample)]}"#
            $0.headers = ["ETag"]
        },
        GuestRoute(.get, "lists/current/items/{id}", "item", .guest { try await Self(guests: $0).item($1, $2) }) {
            ($0.answer, $0.answered, $0.headers) = (.reference("schemas", "guest.item"), itemExample, ["ETag"])
        },
        GuestRoute(.post, "lists/current/items", "addItem", .guest { try await Self(guests: $0).addItem($1, $2) }) {
            $0.sent = Shape.sent(["product_id": Shape.id, "quantity": .whole(1, Quantity.most, default: 1)], optional: ["quantity"])
            $0.example = #"{"product_id": 12, "quantity": 2}"#
            ($0.answer, $0.answered) = (changedShape, #"{"version": 42, "item": \#(itemExample)}"#)
            ($0.status, $0.headers, $0.sentHeaders, $0.problems) = (.created, ["ETag", "Location"], GuestCall.keys, [409])
        },
        GuestRoute(.patch, "lists/current/items/{id}", "changeItem", .guest { try await Self(guests: $0).changeItem($1, $2) }) {
            $0.sent = Shape.sent(
                [
                    "quantity": .whole(1, Quantity.most), "bought": Shape.flag,
                    "note": .values(["type": .list([.text("string"), .text("null")]), "maxLength": .number(200)]),
                ], optional: ["quantity", "bought", "note"])
            $0.example = #"{"bought": true}"#
            ($0.answer, $0.answered) = (changedShape, #"{"version": 43, "item": \#(boughtExample)}"#)
            ($0.headers, $0.needsMatch, $0.sentHeaders, $0.problems) = (["ETag"], true, GuestCall.keys, [409])
        },
        GuestRoute(.delete, "lists/current/items/{id}", "removeItem", .guest { try await Self(guests: $0).removeItem($1, $2) }) {
            ($0.answer, $0.answered) = (removedShape, #"{"version": 44, "removal": 3}"#)
            ($0.sentHeaders, $0.problems) = (GuestCall.keys, [409])
        },
        GuestRoute(.delete, "lists/current/items", "emptyList", .guest { try await Self(guests: $0).empty($1, $2) }) {
            ($0.answer, $0.answered) = (removedShape, #"{"version": 44, "removal": 3}"#)
            ($0.sentHeaders, $0.problems) = (GuestCall.keys, [409])
        },
        GuestRoute(.post, "lists/current/undo", "undo", .guest { try await Self(guests: $0).undo($1, $2) }) {
            $0.sent = Shape.sent(["removal": Shape.id], optional: ["removal"])
            ($0.example, $0.sentHeaders, $0.problems) = (#"{"removal": 3}"#, GuestCall.keys, [409])
            ($0.answer, $0.answered) = (listShape, #"{"version": 45, "items": [\#(itemExample)]}"#)
        },
        GuestRoute(.post, "lists/current/finish", "finish", .guest { try await Self(guests: $0).finish($1, $2) }) {
            ($0.answer, $0.answered) = (listShape, #"{"version": 47, "items": []}"#)
            ($0.sentHeaders, $0.problems) = (GuestCall.keys, [409])
        },
    ]

    static let itemShape = Shape.object([
        "id": Shape.whole,
        "product": Shape.object(["id": Shape.whole, "name": Shape.text, "image": Shape.image, "price_cents": Shape.cents]),
        "quantity": .whole(1, Quantity.most), "bought": Shape.flag, "note": Shape.orNull("string"),
    ])

    private static let itemExample = """
        {"id": 7, "product": {"id": 12, "name": "Riso", "image": "/media/9", "price_cents": 160}, "quantity": 2, "bought": false, "note": null}
        """

    private static let boughtExample = itemExample.replacing(#""bought": false"#, with: #""bought": true"#)
    private static let changedShape = Shape.object(["version": Shape.whole, "item": .reference("schemas", "guest.item")])
    private static let removedShape = Shape.object(["version": Shape.whole, "removal": Shape.whole])
    private static let listShape = Shape.object(["version": Shape.whole, "items": Shape.list(.reference("schemas", "guest.item"))])

    private func list(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let since = try APIQuery(request).number("since", in: 0...(1 << 53 - 1))
        let shown = try await guests.database.read { try ShownList.of(person, $0) }
        var json = shown.json
        if let since { json = shown.changes(since: Int(since)) }
        return .json(json, headers: [.eTag: shown.tag, .cacheControl: "private, no-cache"])
    }

    private func item(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        let shown = try await guests.database.read { try ShownList.of(person, $0) }
        guard let row = shown.rows.first(where: { $0.id == id }) else { throw HTTPError(.notFound) }
        return .json(row.json, headers: [.eTag: shown.tag(of: id), .cacheControl: "private, no-cache"])
    }

    private func addItem(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        var sent = try await SentValues(request, guests.words(person))
        sent.need("product_id")
        let product = sent.number("product_id", in: APIQuery.ids) ?? 0
        let quantity = sent.number("quantity", in: 1...Quantity.most) ?? 1
        try sent.finish()
        return try await GuestCall.act(request, sent.json, person, guests.database) { list, db in
            _ = try list.take(product, quantity: quantity, db)
            try list.changed(by: person.author, guests.broadcaster, db)
            let id = try Int64.fetchOne(
                db, sql: "SELECT id FROM listItem WHERE listID = ? AND product = ?", arguments: [list.id, product])
            return try Self.changed(id ?? 0, person, db, status: .created)
        }
    }

    private func changeItem(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        var sent = try await SentValues(request, guests.words(person), as: ["application/json", "application/merge-patch+json"])
        let quantity = sent.number("quantity", in: 1...Quantity.most)
        let bought = sent.flag("bought")
        let note = sent.has("note") ? (sent.typed("note", limit: 200) ?? "") : nil
        try sent.finish()
        let match = request.headers[values: .ifMatch].joined(separator: ",")
        return try await GuestCall.act(request, sent.json, person, guests.database) { list, db in
            _ = try list.row(id, db)
            guard !match.isEmpty else { throw Problem(.preconditionRequired, "noVersion") }
            let version = try Int.fetchOne(db, sql: "SELECT version FROM listItem WHERE id = ?", arguments: [id]) ?? 0
            let tag = ListTag(list: list.id, version: version)
            guard try tag.isSeen(in: match) else { throw Problem(.preconditionFailed, "stale", headers: [.eTag: tag.text]) }
            if let quantity { try list.setQuantity(quantity, of: id, db) }
            if let note { try list.setNote(note, of: id, db) }
            if let bought { try list.mark(id, bought: bought, db) }
            if quantity != nil || bought != nil || note != nil { try list.changed(by: person.author, guests.broadcaster, db) }
            return try Self.changed(id, person, db)
        }
    }

    private func removeItem(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        return try await GuestCall.act(request, .null, person, guests.database) { list, db in
            _ = try list.row(id, db)
            return try remove(id, list, person, db)
        }
    }

    private func empty(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await GuestCall.act(request, .null, person, guests.database) { list, db in try remove(nil, list, person, db) }
    }

    private func remove(_ item: Int64?, _ list: ShoppingList, _ person: GuestRequestContext, _ db: Database) throws -> GuestCall.Answer {
        let removal = try list.remove(item, db)
        try list.changed(by: person.author, guests.broadcaster, db)
        return GuestCall.Answer(.values(["version": .number(try ShownList.of(person, db).version), "removal": .id(removal)]))
    }

    /// Restores what the named removal took, or the last removal.
    private func undo(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        var sent = try await SentValues(request, guests.words(person), isOptional: true)
        let asked = sent.number("removal", in: APIQuery.ids)
        try sent.finish()
        return try await GuestCall.act(request, sent.json, person, guests.database) { list, db in
            let last = try Int64.fetchOne(db, sql: "SELECT max(removal) FROM listItem WHERE listID = ?", arguments: [list.id])
            guard let removal = asked ?? last else { throw Problem(.conflict, "nothingToUndo") }
            try list.refill(removal, db)
            try list.changed(by: person.author, guests.broadcaster, db)
            return GuestCall.Answer(try ShownList.of(person, db).json)
        }
    }

    private func finish(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await GuestCall.act(request, .null, person, guests.database) { list, db in
            try list.finish(raisingStock: person.preferences.isOn(.stockAfterShopping), at: .now, db)
            try ShoppingList.open(person, db).addShort(db)
            try list.changed(by: person.author, guests.broadcaster, db)
            return GuestCall.Answer(try ShownList.of(person, db).json)
        }
    }

    private static func changed(_ id: Int64, _ person: GuestRequestContext, _ db: Database, status: HTTPResponse.Status = .ok) throws
        -> GuestCall.Answer
    {
        let shown = try ShownList.of(person, db)
        let item = shown.rows.first { $0.id == id }?.json ?? .null
        let headers: HTTPFields =
            status == .created
            ? [.eTag: shown.tag(of: id), .location: "/api/v1/lists/current/items/\(id)"] : [.eTag: shown.tag(of: id)]
        return GuestCall.Answer(.values(["version": .number(shown.version), "item": item]), status: status, headers: headers)
    }
}

extension ShoppingList {
    func setNote(_ note: String, of item: Int64, _ db: Database) throws {
        try db.execute(sql: "UPDATE listItem SET note = ?, removal = NULL WHERE id = ? AND listID = ?", arguments: [note, item, id])
    }
}

extension GuestRequestContext {
    var author: NoticeAuthor { NoticeAuthor(name: guest.firstName, guest: guest.id) }
}
