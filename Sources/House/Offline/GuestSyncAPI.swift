import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct GuestSyncAPI: Sendable {
    let guests: GuestPages

    static let routes: [GuestRoute] = [
        GuestRoute(.post, "sync", "sync", .guest { try await Self(guests: $0).sync($1, $2) }) {
            // Each act is checked when it is applied, so an invalid one does not block the others.
            let whole = Shape.orNull("integer")
            let op = Shape.object(
                [
                    "id": Shape.text, "op": Shape.choice(["add", "quantity", "purchase", "removal"]), "item": whole, "product": whole,
                    "quantity": whole, "by": whole, "bought": Shape.orNull("boolean"), "form": Shape.orNull("string"),
                ], optional: ["item", "product", "quantity", "by", "bought", "form"], isOpen: true)
            $0.sent = Shape.sent(["ops": .values(["type": .text("array"), "items": op, "maxItems": .number(OfflineSync.most)])])
            $0.example = #"{"ops": [{"id": "k3-1", "op": "purchase", "item": 7}]}"#
            let answer = Shape.object(
                ["id": Shape.text, "state": Shape.choice(["done", "already", "refused"]), "text": Shape.orNull("string")])
            $0.answer = Shape.object(["ops": Shape.list(answer)])
            $0.answered = #"{"ops": [{"id": "k3-1", "state": "done", "text": null}]}"#
        }
    ]

    private func sync(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let words = guests.words(person)
        var sent = try await SentValues(request, words)
        let ops = (sent.value("ops")?.list ?? []).map(SyncAct.init)
        if sent.json["ops"]?.list == nil || ops.count > OfflineSync.most {
            sent.refuse("ops", "guestAPI.values.ops", ["most": String(OfflineSync.most)])
        }
        try sent.finish()
        let answers = try await guests.database.write { db in
            try OfflineSync.apply(ops, for: person.guest, in: person.language, broadcaster: guests.broadcaster, db)
        }
        let said = answers.map { answer in
            JSON.values(["id": .text(answer.id), "state": .text(answer.state.rawValue), "text": .optional(answer.localized(words))])
        }
        return .json(.values(["ops": .list(said)]))
    }
}
