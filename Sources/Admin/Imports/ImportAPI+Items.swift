import Accounts
import Formats
import GRDB
import Hummingbird
import Web

extension ImportAPI {
    func items(_ request: Request, _ caller: Caller) async throws -> Response {
        let asked = APIQuery(request)
        let (after, limit) = (Int(try asked.number("after", in: APIQuery.ids) ?? 0), Int(try asked.number("limit", in: 1...200) ?? 50))
        return try await admin.database.read { db in
            let staged = try find(caller, db)
            guard let type = admin.importable(staged.kind) else { throw HTTPError(.notFound) }
            var form = Form()
            form["show"] = asked["show"] ?? ""
            let items = try ImportView(form).items(of: staged, after: after, most: limit + 1, db)
            let shown = try items.prefix(limit).map { try ImportAnswer.item($0, type, staged, words(caller)) }
            let next = items.count > limit ? items[limit - 1].number : nil
            return .json(.values(["items": .list(shown), "next": .optional(next)]))
        }
    }
}
