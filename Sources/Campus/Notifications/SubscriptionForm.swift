import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct SubscriptionForm: Sendable {
    let admin: AdminContext

    struct Typed: Sendable {
        let form: Form
        /// Last part of the key `campus.tell.refused.<why>`.
        let why: String
    }

    func values(_ visitor: Int64?, _ words: Words, _ typed: Typed?) async throws -> Values {
        let key = try await PushKey.find(in: admin.database).publicText
        return try await admin.database.read { db -> Values in
            let subscriptions = try Subscription.all(of: visitor, db)
            let browser = subscriptions.first { $0.channel == .push }
            let choices = typed.flatMap { SubscriptionChoices($0.form) } ?? SubscriptionChoices()
            let isMail = typed?.form.has("email") ?? false
            return [
                "ways": try Subscription.templateValues(of: visitor, words, db), "hasWays": !subscriptions.isEmpty, "key": key,
                "mark": browser.map { WebSubscription.mark(of: $0.address) } ?? "", "isOn": browser != nil,
                "push": [choices.values("push", words)], "mail": [choices.values("mail", words, isMail: true)],
                "email": typed?.form["email"] ?? "", "isMailOpen": isMail, "isPushOpen": typed != nil && !isMail,
                "why": typed.map { words("campus.tell.refused.\($0.why)") } ?? false, "isBadMail": typed?.why == "email", "event": false,
            ]
        }
    }
}
