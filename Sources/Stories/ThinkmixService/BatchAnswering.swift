import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The web service of the thesis: one address, batches of actions, answers by name.
struct BatchAnswering: Sendable {
    let pages: StoryPages
    private let proven = VerifiedPasswordCache()
    private let guesses = FailedTokenLog()

    init(pages: StoryPages) { self.pages = pages }

    private var database: any DatabaseWriter { pages.database }

    func addRoutes(to router: RouterGroup<Visitor>) {
        router.post("api", use: answer)
        SingleActions(answering: self).addRoutes(to: router.group("api"))
    }

    /// Takes no cookies, so other sites cannot use it: credentials are in the batch or a bearer token.
    @Sendable private func answer(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await prove(request, visitor)
        let bytes = try await Form.bytes(of: request, limits: .batches)
        guard let json = try? await JSONReader.read(body: bytes) else {
            return Self.response(BatchAnswer.unreadable("the JSON cannot be read"))
        }
        guard let batch = Batch(json) else {
            return Self.response(BatchAnswer.unreadable("actions is missing, or too long, or an action has no name"))
        }
        return Self.response(try await run(batch, request, visitor).json)
    }

    /// Grants the photo limits to a writer with a session token, before the body is read.
    func prove(_ request: Request, _ visitor: Visitor) async throws {
        guard request.headers[.authorization]?.hasPrefix("Bearer ") ?? false else { return }
        let token = Self.token(of: request)
        let (session, suspension) = try await database.read { db in
            try (
                token.flatMap { try WriterSession.find($0, at: .now, db) },
                token.flatMap { try WriterSession.suspension(thatEnded: $0, at: .now, db) }
            )
        }
        guard session == nil else { return visitor.budget.prove() }
        // The token was a good one, so this is no guess.
        guard suspension == nil else { return }
        try await guesses.note(.writerToken, by: visitor, in: database)
    }

    private static func token(of request: Request) -> Token? {
        guard let header = request.headers[.authorization], header.hasPrefix("Bearer ") else { return nil }
        return Token(sent: String(header.dropFirst(7)))
    }

    func run(_ batch: Batch, _ request: Request, _ visitor: Visitor) async throws -> BatchAnswer {
        let who = try await writer(batch, request, visitor)
        let place = OutsideAction.Place(pages: pages, visitor: visitor)
        return try await Self.run(batch, who, in: database, place)
    }

    /// Runs each action independently; a refused one does not affect the others. `place` runs actions that need more than the database.
    static func run(
        _ batch: Batch, _ who: Credentials, in database: any DatabaseWriter, _ place: OutsideAction.Place? = nil, at now: Date = .now
    ) async throws -> BatchAnswer {
        var answer = BatchAnswer()
        for item in batch.items {
            let (inside, outside) = (ServiceAction.all[item.action], place == nil ? nil : OutsideAction.all[item.action])
            guard let needsWriter = inside?.needsWriter ?? outside?.needsWriter else {
                answer.refuse(item.action, code: 2, "unknown_action")
                continue
            }
            // Answers are keyed by name, so a second action of the same name would replace the first answer.
            if answer.has(item.action) {
                answer.refuse(item.action, code: 11, "field_invalid", [("field", .text("action"))])
                continue
            }
            if needsWriter, who.writer == nil {
                if who == .wrong {
                    answer.refuse(item.action, code: 4, "bad_credentials")
                } else {
                    answer.refuse(item.action, who.refusal)
                }
                continue
            }
            let call = ServiceAction.Call(data: item.data, writer: who.writer, session: who.session, now: now, words: place?.words)
            do {
                if let field = call.unfitText { throw ServiceAction.Problem.fieldInvalid(field) }
                if let inside {
                    let given = try await run(inside, call, in: database, place)
                    answer.answer(item.action, given.json, next: given.next?.text)
                } else if let outside, let place {
                    answer.answer(item.action, try await outside.run(call, place))
                }
            } catch let refusal as StoryRefusal {
                answer.refuse(item.action, refusal)
            } catch let problem as ServiceAction.Problem {
                switch problem {
                case .fieldMissing(let field): answer.refuse(item.action, code: 10, "field_missing", [("field", .text(field))])
                case .fieldInvalid(let field): answer.refuse(item.action, code: 11, "field_invalid", [("field", .text(field))])
                case .refused(let code, let name): answer.refuse(item.action, code: code, name)
                }
            }
        }
        return answer
    }

    private static func run(
        _ action: ServiceAction, _ call: ServiceAction.Call, in database: any DatabaseWriter, _ place: OutsideAction.Place?
    ) async throws -> ServiceAction.Answer {
        switch action.kind {
        case .reading, .list: return try await database.read { try action.run(call, $0) }
        case .sharing:
            if let place { return try await place.pages.commits.write { try action.run(call, $0) } }
            fallthrough
        case .writing: return try await database.write { try action.run(call, $0) }
        }
    }

    enum Credentials: Equatable, Sendable {
        case nobody, wrong
        case wait(seconds: Int)
        /// A token whose session ended with a suspension that lasts.
        case suspended(until: Date?)
        case writer(Int64, session: Int64? = nil)

        var writer: Int64? { if case .writer(let id, _) = self { id } else { nil } }
        var session: Int64? { if case .writer(_, let session) = self { session } else { nil } }

        /// Why an action that needs a writer is refused.
        fileprivate var refusal: StoryRefusal {
            switch self {
            case .wait(let seconds): .tooFast(seconds: seconds)
            case .suspended(let until): .suspended(until: until)
            case .nobody, .wrong, .writer: .loginNeeded
            }
        }
    }

    private func writer(_ batch: Batch, _ request: Request, _ visitor: Visitor) async throws -> Credentials {
        if request.headers[.authorization]?.hasPrefix("Bearer ") ?? false {
            guard let token = Self.token(of: request) else { return .wrong }
            return try await database.read { db in
                if let session = try WriterSession.find(token, at: .now, db) { return .writer(session.writer, session: session.id) }
                return try WriterSession.suspension(thatEnded: token, at: .now, db).map { Credentials.suspended(until: $0.until) } ?? .wrong
            }
        }
        guard let email = batch.username, let password = batch.password else { return .nobody }
        let known = try await database.read { db in
            try Row.fetchOne(db, sql: "SELECT id, passwordHash FROM writer WHERE email = ?", arguments: [email])
                .map { row -> (id: Int64, hash: String?) in (row["id"], row["passwordHash"]) }
        }
        if proven.isKnown(password, of: known?.hash, at: .now), let known { return .writer(known.id) }
        let name = "stories writer " + email.folded
        let verdict = try await database.write { try Attempts.begin(name, from: visitor.client.network, at: .now, $0) }
        if case .wait(let seconds, let isNews) = verdict {
            if isNews { try await database.write { try pages.writers.auditLimit(of: visitor, $0) } }
            return .wait(seconds: seconds)
        }
        guard case .allowed(let attempt) = verdict else { return .wrong }
        let isRight: Bool
        do { isRight = try await pages.passwords.verify(password, against: known?.hash) } catch {
            try await database.write { try Attempts.withdraw(attempt, $0) }
            throw error
        }
        guard isRight, let known else {
            try await database.write {
                try FailedAttemptLog.note(.writer, name, on: known.map { WriterTarget.of($0.id) }, by: visitor, at: .now, $0)
            }
            return .wrong
        }
        try await database.write { try Attempts.succeed(name, from: visitor.client.network, at: .now, $0) }
        proven.remember(password, of: known.hash, at: .now)
        return .writer(known.id)
    }

    static func response(_ json: JSON, status: HTTPResponse.Status = .ok) -> Response {
        let headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: json.compact)))
    }
}

extension Form.Limits {
    /// Allows a photo of 8 MB, a third longer in base64; without a session token 64 kB.
    static let batches: Form.Limits = {
        var limits = Form.Limits()
        limits.bytes = 12 << 20
        return limits
    }()
}
