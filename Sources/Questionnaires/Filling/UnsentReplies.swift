import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// Input sent after the session had ended. It goes into the student's draft after they sign in again.
enum UnsentReplies {
    static let home = UnsentFormPages {
        place($0) != nil
    } keep: { form, path, person, db in
        guard let (offer, id) = place(path), person.grants.mayAnywhere(Questionnaires.filling),
            let student = try Student.id(ofAccount: person.account.key, db),
            var session = try FillingSession.find(offer, of: student, now: .now, PublishedOutlines(), db)
        else { return nil }
        if session.outline.place(id) == nil { return try session.takeOver(form, at: id, db) }
        var navigation = session.navigation
        if let page = session.outline.structure.pages.first(where: { $0.id == id }) {
            navigation.take(form, on: page)
        } else if let question = session.outline.questions[id] {
            navigation.reply(Reply(form, question), to: id)
        } else {
            return nil
        }
        session.draft.page = id
        session.draft.replies = navigation.replies
        try session.draft.save(now: .now, db)
        return session.address(of: id)
    }

    private static func place(_ path: String) -> (offer: String, id: Int64)? {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count == 5, parts[..<2] == ["questionnaires", "offers"], ["pages", "questions"].contains(parts[3]),
            let id = Int64(recordID: parts[4])
        else { return nil }
        return (parts[2], id)
    }
}
