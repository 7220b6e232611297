import Accounts
import Admin
import GRDB
import Hummingbird
import Web

/// `/admin/campus/sign-ups`: where exam sessions fill up.
struct ExamSignUpChartPage: Sendable {
    let admin: AdminContext
    static let address = "/admin/campus/sign-ups"

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("sign-ups", use: show)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            guard person.grants.may(ExamRegisterPage.editing, in: nil) else { throw HTTPError(.notFound) }
            let signUps = ExamSignUps(words: context.words, zone: admin.site.zone)
            let (sessions, empty) = try signUps.sessions(db)
            let charts = try sessions + [signUps.daily(db)].compactMap(\.self)
            let values: Values = [
                "title": context.words("campus.signUps.title"), "charts": charts.map(\.values), "isNone": charts.isEmpty && empty == 0,
                "empty": empty == 0 ? false : context.words("campus.signUps.without", count: empty),
                "sessions": ExamSession.address,
            ]
            return ("campus/exam-register/sign-ups", values)
        }
    }
}
