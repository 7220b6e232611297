import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Registry
import Web

struct OwnPages: Sendable {
    let filling: FillingContext

    private var admin: AdminContext { filling.admin }

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("", use: index)
    }

    @Sendable private func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        let key = person.account.key
        let student = try await filling.upToDate(key)
        let words = filling.words(person)
        let zone = admin.site.zone
        let values = try await admin.database.read { db -> Values in
            let list = try student.map { try OfferList(of: $0, now: .now, in: words.language, db) }
            let teacher = try Registry.person(ofAccount: key, db)
            let groups = [("todo", list?.todo), ("begun", list?.begun), ("sent", list?.sent)].compactMap { name, items -> Values? in
                guard let items, !items.isEmpty else { return nil }
                return [
                    "id": "g-\(name)", "heading": words("questionnaires.own.\(name)", count: items.count),
                    "items": items.map { Self.templateValues($0, words, zone) },
                ]
            }
            return [
                "title": words("questionnaires.own.\(student == nil && teacher != nil ? "teaching" : "title")"),
                "isStudent": student != nil, "groups": groups,
                "isNothing": student != nil && groups.isEmpty, "isNobody": student == nil && teacher == nil,
                "isTeacher": teacher != nil,
            ]
        }
        return try await filling.page("questionnaires/offers/own", values, request, person)
    }

    private static func templateValues(_ item: OfferList.Item, _ words: Words, _ zone: TimeZone) -> Values {
        let address = "/questionnaires/offers/\(item.offer.id)"
        let isMandatory = item.isMandatory && !item.isSent
        return [
            "title": item.title, "about": item.about.isEmpty ? false : item.about, "href": item.isSent ? address + "/receipt" : address,
            "isAnonymous": item.isAnonymous, "isMandatory": isMandatory,
            "hasTags": item.isAnonymous || isMandatory || item.closes != nil,
            "closes": item.closes.map { words("questionnaires.own.closes", ["when": words.language.moment($0, in: zone)]) } ?? false,
        ]
    }
}
