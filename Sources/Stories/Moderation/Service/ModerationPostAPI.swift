import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

/// Decisions about fragments, for programs. As on the page, one with an open case needs the version that was read.
struct ModerationPostAPI: Sendable {
    let moderation: ModerationPages

    static let routes: [ModerationRoute] = [
        ModerationRoute(
            .post, "post/{id}/oscura", "hide",
            { request, caller, moderation in
                try await Self(moderation: moderation).decide(request, caller) { sent in
                    Sanctions(hides: true, warns: sent.flag("warns") ?? false, reason: sent.choice("reason"), message: sent.message())
                }
            }
        ) {
            $0.sent = Shape.object(
                ["version": Shape.id, "reason": Shape.reason, "message": Shape.message, "warns": Shape.flag],
                optional: ["version", "message", "warns"])
            ($0.answer, $0.problems) = (Shape.decided, [409, 428])
        },
        ModerationRoute(
            .post, "post/{id}/mantieni", "keep",
            { request, caller, moderation in
                try await Self(moderation: moderation).decide(request, caller, needsCase: true) { sent in Sanctions(message: sent.message())
                }
            }
        ) {
            $0.sent = Shape.object(["version": Shape.id, "message": Shape.message], optional: ["message"])
            ($0.answer, $0.problems) = (Shape.decided, [409, 428])
        },
        ModerationRoute(.post, "post/{id}/ripristina", "restore", { try await Self(moderation: $2).restore($1) }) {
            ($0.answer, $0.problems) = (Shape.post, [409])
        },
        ModerationRoute(
            .get, "post/{id}/foto", "photo",
            { request, caller, moderation in try await Self(moderation: moderation).servePhoto(of: caller.id(), request) }
        ) {
            $0.query = [("size", Shape.choice(Shape.sizes))]
            ($0.answer, $0.answerType) = (Shape.picture, "image/webp")
        },
        ModerationRoute(.delete, "decisioni/{id}", "undo", { try await Self(moderation: $2).undo($1) }) {
            ($0.answer, $0.problems) = (Shape.decision, [409])
        },
    ]

    private func servePhoto(of id: Int64, _ request: Request) async throws -> Response {
        let size = APIQuery(request)["size"] ?? String(PictureSize.large.rawValue)
        guard Shape.sizes.contains(size) else { throw Problem.parameter("size") }
        let file = try await moderation.database.read { try Fragment.find(id, $0)?.photo }
        guard let file else { throw HTTPError(.notFound) }
        let response = moderation.served(file, "\(size).webp", request)
        if response.status == .notFound { throw HTTPError(.notFound) }
        return response
    }

    private func decide(
        _ request: Request, _ caller: Caller, needsCase: Bool = false, _ measures: (inout SentValues) -> Sanctions
    ) async throws -> Response {
        let id = try caller.id()
        var sent = try await SentValues(request, moderation.words(of: caller))
        let version = sent.number("version", in: 1...Int.max)
        let taken = measures(&sent)
        sent.refuseNulls()
        try sent.finish()
        let answer = try await ModerationAPI.refusing(moderation.words(of: caller)) {
            try await moderation.database.write { db -> JSON in
                guard let fragment = try Fragment.find(id, db) else { throw HTTPError(.notFound) }
                let known = try ModerationCase.openOne(of: id, db)
                if known == nil, needsCase || version != nil { throw Collision.changed }
                if known != nil, version == nil { throw Problem(.preconditionRequired, "caseVersion") }
                let decision =
                    try known.map { try CaseDecision.decide($0.id, version: version ?? 0, taken, by: caller.actor, at: .now, db) }
                    ?? CaseDecision.impose(taken, on: fragment.writer, fragment: id, by: caller.actor, at: .now, db)
                return .values([
                    "post": .id(id), "hidden": .flag(try Fragment.find(id, db)?.isHidden ?? false),
                    "decision": ServiceCase.decision(decision),
                ])
            }
        }
        return .json(answer)
    }

    private func restore(_ caller: Caller) async throws -> Response {
        let id = try caller.id()
        let isHidden = try await moderation.database.write { db -> Bool in
            guard try Fragment.find(id, db) != nil else { throw HTTPError(.notFound) }
            guard try Hiding.lift(id, by: caller.actor, at: .now, db) else { throw Problem(.conflict, "notHidden") }
            return try Fragment.find(id, db)?.isHidden ?? false
        }
        return .json(.values(["post": .id(id), "hidden": .flag(isHidden)]))
    }

    private func undo(_ caller: Caller) async throws -> Response {
        let id = try caller.id()
        return .json(
            try await moderation.database.write { db in
                guard let decision = try CaseDecision.find(id, db) else { throw HTTPError(.notFound) }
                guard try decision.undo(by: caller.actor, at: .now, db) else { throw Problem(.conflict, "alreadyUndone") }
                return ServiceCase.decision(try CaseDecision.find(id, db) ?? decision)
            })
    }
}

extension SentValues {
    mutating func message() -> String { typed("message", limit: Sanctions.longestMessage) ?? "" }

    mutating func refuseNulls() {
        guard case .object(let pairs) = json else { return }
        for (name, value) in pairs where value.isNull { refuse(name, "stories.service.noNull") }
    }
}
