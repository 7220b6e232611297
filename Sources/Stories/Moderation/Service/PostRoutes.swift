import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// What programs decide about fragments. A fragment with an open case is decided on by the version of the case that was read, like at the page.
extension ModerationRoute {
    static let posts: [ModerationRoute] = [
        .init(
            method: .post, path: "post/{id}/oscura", name: "hide",
            sent: Shape.object(
                ["version": Shape.number, "reason": Shape.reason, "message": Shape.message, "warns": Shape.flag],
                optional: ["version", "message", "warns"]),
            answer: Shape.decided, problems: [409, 428]
        ) { request, caller, desk in
            try await desk.decide(request, caller, knows: ["version", "reason", "message", "warns"]) { sent in
                Measures(hides: true, warns: sent.flag("warns"), reason: sent.reason(), message: sent.text("message"))
            }
        },
        .init(
            method: .post, path: "post/{id}/mantieni", name: "keep",
            sent: Shape.object(["version": Shape.number, "message": Shape.message], optional: ["message"]), answer: Shape.decided,
            problems: [409, 428]
        ) { request, caller, desk in
            try await desk.decide(request, caller, knows: ["version", "message"], needsCase: true) { sent in
                Measures(message: sent.text("message"))
            }
        },
        .init(method: .post, path: "post/{id}/ripristina", name: "restore", answer: Shape.post, problems: [409]) { _, caller, desk in
            let id = try caller.storyID()
            let isHidden = try await desk.database.write { db -> Bool in
                guard try Fragment.find(id, db) != nil else { throw HTTPError(.notFound) }
                guard try Hiding.lift(id, by: caller.actor, at: .now, db) else { throw Problem(.conflict, "notHidden") }
                return try Fragment.find(id, db)?.isHidden ?? false
            }
            return .json(.object([("post", .number(Int(id))), ("hidden", .flag(isHidden))]))
        },
        .init(
            method: .get, path: "post/{id}/foto", name: "photo", query: [("size", Shape.choice(Shape.sizes))], answer: Shape.picture,
            answerType: "image/webp"
        ) { request, caller, desk in try await desk.servePhoto(of: caller.storyID(), request) },
        .init(method: .delete, path: "decisioni/{id}", name: "undo", answer: Shape.decision, problems: [409]) { _, caller, desk in
            let id = try caller.storyID()
            return .json(
                try await desk.database.write { db in
                    guard let decision = try Decision.find(id, db) else { throw HTTPError(.notFound) }
                    guard try decision.undo(by: caller.actor, at: .now, db) else { throw Problem(.conflict, "alreadyUndone") }
                    return ServiceCase.decision(try Decision.find(id, db) ?? decision)
                })
        },
    ]
}

extension ModerationDesk {
    /// The photo of a fragment, also one that readers do not see.
    fileprivate func servePhoto(of id: Int64, _ request: Request) async throws -> Response {
        let size = try APIQuery(request, knows: ["size"])["size"] ?? String(PictureSize.large.rawValue)
        guard Shape.sizes.contains(size) else { throw Problem.parameter("size") }
        let file = try await database.read { try Fragment.find(id, $0)?.photo }
        guard let file else { throw HTTPError(.notFound) }
        let response = served(file, "\(size).webp", request)
        if response.status == .notFound { throw HTTPError(.notFound) }
        return response
    }

    fileprivate func decide(
        _ request: Request, _ caller: Caller, knows names: [String], needsCase: Bool = false,
        _ measures: (inout SentMeasures) -> Measures
    ) async throws -> Response {
        let id = try caller.storyID()
        var sent = try await SentMeasures(request, knows: names, words(of: caller))
        let version = sent.number("version")
        let taken = measures(&sent)
        guard sent.mistakes.isEmpty else { throw sent.mistakes.problem }
        let answer = try await refusing(words(of: caller)) {
            try await database.write { db -> JSON in
                guard let fragment = try Fragment.find(id, db) else { throw HTTPError(.notFound) }
                let known = try ModerationCase.openOne(of: id, db)
                if known == nil, needsCase || version != nil { throw Collision.changed }
                if known != nil, version == nil { throw Problem(.preconditionRequired, "caseVersion") }
                let decision =
                    try known.map { try Decision.decide($0.id, version: version ?? 0, taken, by: caller.actor, at: .now, db) }
                    ?? Decision.impose(taken, on: fragment.writer, fragment: id, by: caller.actor, at: .now, db)
                return .object([
                    ("post", .number(Int(id))), ("hidden", .flag(try Fragment.find(id, db)?.isHidden ?? false)),
                    ("decision", ServiceCase.decision(decision)),
                ])
            }
        }
        return .json(answer)
    }

    func words(of caller: Caller) -> Words { pages.templates.words(in: caller.language) }

    /// The refusals of pages, as programs read them.
    func refusing<Value: Sendable>(_ words: Words, _ act: () async throws -> Value) async throws -> Value {
        do { return try await act() } catch let collision as Collision {
            switch collision {
            case .changed: throw Problem(.conflict, "caseChanged")
            case .claimed: throw Problem(.conflict, "caseClaimed")
            }
        } catch let problem as Measures.Problem {
            var mistakes = ValueMistakes()
            mistakes.add(problem.pointer, words("stories.desk.problems.\(problem.rawValue)"))
            throw mistakes.problem
        } catch Refusal.notFound {
            throw HTTPError(.notFound)
        }
    }
}

extension Measures.Problem {
    /// The place in what was sent.
    fileprivate var pointer: String {
        switch self {
        case .reasonMissing: "/reason"
        case .endIsOver: "/until"
        case .nothingToHide: ""
        case .messageTooLong: "/message"
        }
    }
}

/// What a program sends with a decision, read value by value.
struct SentMeasures {
    private let values: [String: JSON]
    private let words: Words
    private(set) var mistakes = ValueMistakes()

    init(_ request: Request, knows names: [String], _ words: Words) async throws {
        let pairs = try await APIBody.object(request)
        self.words = words
        values = Dictionary(pairs.map { ($0.key, $0.value) }) { $1 }
        for name in values.keys.sorted() where !names.contains(name) { refuse(name) }
    }

    mutating func refuse(_ name: String) { mistakes.add(ValueMistakes.pointer("", name), words("stories.service.value")) }

    mutating func number(_ name: String) -> Int? {
        guard let sent = values[name] else { return nil }
        guard let number = sent.number else {
            refuse(name)
            return nil
        }
        return number
    }

    mutating func flag(_ name: String) -> Bool {
        guard let sent = values[name] else { return false }
        guard case .flag(let flag) = sent else {
            refuse(name)
            return false
        }
        return flag
    }

    mutating func text(_ name: String) -> String {
        guard let sent = values[name] else { return "" }
        guard let text = sent.text else {
            refuse(name)
            return ""
        }
        return TypedText.clean(Array(text.utf8)).trimmingSpaces()
    }

    mutating func reason() -> Reason? {
        guard let sent = values["reason"] else { return nil }
        guard let reason = sent.text.flatMap({ Reason(rawValue: $0) }) else {
            refuse("reason")
            return nil
        }
        return reason
    }

    /// `days`, or a moment `until`, or `forGood`: one of the three.
    mutating func term(at now: Date) -> Measures.Term? {
        let (days, isForGood) = (number("days"), flag("forGood"))
        let until = values["until"] == nil ? nil : text("until")
        guard [days != nil, until != nil, isForGood].count(where: { $0 }) == 1 else {
            mistakes.add("", words("stories.service.term"))
            return nil
        }
        if isForGood { return .forGood }
        if let days {
            if (1...3650).contains(days) { return .until(now + Double(days) * 86_400) }
            refuse("days")
            return nil
        }
        guard let date = until.flatMap({ try? Date($0, strategy: Date.ISO8601FormatStyle()) }) else {
            refuse("until")
            return nil
        }
        return .until(date)
    }
}
