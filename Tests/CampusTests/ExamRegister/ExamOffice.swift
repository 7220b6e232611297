import Accounts
import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import TestSupport

@testable import Campus

/// A stand-in for the university's system of exams, on a real port of this machine.
final class ExamOffice: Sendable {
    static let token = "token-of-the-exam-office"
    private let entered = Mutex<Set<String>>([])
    private let answer = Mutex<(status: HTTPResponse.Status, text: String?)>((.ok, nil))
    private let sentTokens = Mutex<[String]>([])

    /// Who is signed up: `anna a-12`.
    var entries: Set<String> { entered.withLock { $0 } }
    var tokens: Set<String> { Set(sentTokens.withLock { $0 }) }

    /// Answers every question with this from now on.
    func say(_ text: String, _ status: HTTPResponse.Status = .ok) { answer.withLock { $0 = (status, text) } }

    /// Runs a test beside it, on a site with the student `anna`.
    static func serve(
        token: String = token, isNeighbour: Bool = true, _ test: @escaping @Sendable (ExamOffice, TestSite) async throws -> Void
    ) async throws {
        let office = ExamOffice()
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        let application = Application(
            router: office.router(), configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: logger)
        try await application.test(.live) { client in
            let site = try await TestSite(
                "registry", "campus", neighbours: isNeighbour ? ["127.0.0.1"] : [],
                environment: [
                    "PORTICO_EXAM_SYSTEM": "http://127.0.0.1:\(client.port ?? 0)/api/", "PORTICO_EXAM_SYSTEM_TOKEN": token,
                ])
            try await site.database.write { db in
                let hash = try String.fetchOne(db, sql: "SELECT passwordHash FROM account LIMIT 1") ?? ""
                var account = Account(key: "anna", name: "Anna", passwordHash: hash, language: .italian, createdAt: .now)
                try account.insert(db)
                try RoleAssignment(accountID: account.id ?? 0, role: "campus-student", scopeID: nil).insert(db)
            }
            try await test(office, site)
        }
    }

    private func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("api/students/{student}/exams") { [self] request, context in
            let student = context.parameters.get("student") ?? ""
            return answer(request) { #"{"exams": [\#(exam("a-12", "Maree", student)), \#(exam("full", "Barene", student)), {"id": "x"}]}"# }
        }
        router.get("api/students/{student}/record-book") { [self] request, _ in
            answer(request) { #"{"marks": [{"course": "Venti <b>", "mark": "30L", "credits": 6, "date": "2026-06-15"}]}"# }
        }
        router.put("api/students/{student}/exams/{exam}") { [self] _, context in
            let (student, exam) = (context.parameters.get("student") ?? "", context.parameters.get("exam") ?? "")
            if exam == "full" {
                return Response(status: .conflict, body: .init(byteBuffer: ByteBuffer(string: #"{"reason": "full"}"#)))
            }
            entered.withLock { _ = $0.insert("\(student) \(exam)") }
            return Response(status: .noContent)
        }
        router.delete("api/students/{student}/exams/{exam}") { [self] _, context in
            let (student, exam) = (context.parameters.get("student") ?? "", context.parameters.get("exam") ?? "")
            return Response(status: entered.withLock { $0.remove("\(student) \(exam)") } == nil ? .notFound : .noContent)
        }
        return router
    }

    private func answer(_ request: Request, _ text: () -> String) -> Response {
        let sent = request.headers[.authorization] ?? ""
        sentTokens.withLock { $0.append(sent) }
        guard sent == "Bearer \(Self.token)" else { return Response(status: .unauthorized) }
        let known = answer.withLock { $0 }
        return Response(status: known.status, body: .init(byteBuffer: ByteBuffer(string: known.text ?? text())))
    }

    private func exam(_ id: String, _ course: String, _ student: String) -> String {
        let isEntered = entries.contains("\(student) \(id)")
        let starts = (Date.now + 9 * 86_400).formatted(.iso8601)
        return
            #"{"id": "\#(id)", "course": "\#(course)", "kind": "oral", "starts": "\#(starts)", "place": "Aula Remo", "entered": \#(isEntered)}"#
    }
}
