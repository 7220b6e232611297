import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct HelpCallAnswerPages: Sendable {
    let messages: HouseMessagePages

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.post("messages/calls/{call}/answer", use: answer)
    }

    @Sendable private func answer(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        let words = messages.admin.pages.words(for: person.visitor)
        guard let id = person.parameters.recordID("call") else { throw HTTPError(.notFound) }
        let text = form["quick"].isEmpty ? form["text"] : form["quick"]
        if let why = HelpCall.refusal(text, empty: "living.desk.message.empty", long: "living.desk.message.long") {
            return try await messages.page(
                request, person, refused: CallRefusal(id: id, typed: text, why: words(why)), status: .unprocessableContent)
        }
        try await messages.admin.database.write { db in
            let house = try messages.admin.house(person, House.messages, db)
            guard let call = try HelpCall.find(id, of: house, db) else { throw HTTPError(.notFound) }
            guard try call.answer(text, by: person.account.name, at: .now, db) else {
                return try person.session.setFlash(db, Flash(words("living.desk.call.late", ["name": call.name])))
            }
            // The guest reads it on any open page.
            let author = NoticeAuthor(name: person.account.name, account: person.accountID)
            try Notice.write("message", by: author, house: house, text: text, to: [call.guestID], at: .now, db)
            messages.broadcaster.tell(house: house, after: db)
            try AuditEntry.write(
                db, "house.guests.call-answer", by: person.actor, on: ("house.guests", call.guestID, call.name), scope: house)
            try person.session.setFlash(db, Flash(words("living.desk.call.answered", ["name": call.name])))
        }
        return .redirect(to: "/admin/house/messages")
    }
}

struct CallRefusal: Sendable {
    let id: Int64
    let typed: String
    let why: String
}

extension HelpCall {
    func values(_ refused: CallRefusal?, _ words: Words, _ zone: TimeZone) -> Values {
        let own = refused?.id == id ? refused : nil
        return [
            "id": String(id), "name": name, "text": text, "when": words.language.relativeMoment(createdAt, now: .now, in: zone),
            "typed": own?.typed ?? "", "why": own?.why ?? false, "answerTo": words("living.desk.call.answerTo", ["name": name]),
            "quick": ["coming", "soon"].map { words("living.desk.call.\($0)") },
        ]
    }

    func logged(_ words: Words, _ zone: TimeZone) -> Values {
        let moment = { words.language.relativeMoment($0, now: .now, in: zone) }
        var tag: Values = [
            "name": words("living.desk.call.title"), "kind": "bad", "state": words("living.desk.call.waiting"), "since": false,
        ]
        if let ended = endedAt {
            let state = answer.map { words("living.desk.call.said", ["text": $0]) } ?? words("living.desk.call.withdrawn")
            tag = ["name": answeredBy ?? name, "kind": answer == nil ? "info" : "good", "state": state, "since": moment(ended)]
        }
        return ["author": name, "text": text, "when": moment(createdAt), "people": [tag]]
    }
}
