import Accounts
import Admin
import Hummingbird
import Web

typealias ModerationRoute = APIRoute<@Sendable (Request, Caller, ModerationPages) async throws -> Response>

struct ModerationAPI: Sendable {
    static let routes = ModerationCaseAPI.routes + ModerationPostAPI.routes + ModerationPeopleAPI.routes

    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<Visitor>) {
        let callers = router.group(context: Caller.self).add(middleware: SystemSwitch("stories", of: moderation.admin))
        for route in Self.routes {
            callers.mount(route) { request, caller in
                // As on the pages, because the service shows reported content.
                try caller.require(ModerationPages.deciding)
                return try await route.handle(request, caller, moderation)
            }
        }
    }

    static func refusing<Value: Sendable>(_ words: Words, _ act: () async throws -> Value) async throws -> Value {
        do { return try await act() } catch let collision as Collision {
            switch collision {
            case .changed: throw Problem(.conflict, "caseChanged")
            case .claimed: throw Problem(.conflict, "caseClaimed")
            }
        } catch let problem as Sanctions.Problem {
            var mistakes = ValueMistakes()
            mistakes.add(problem.pointer, words(problem.textKey))
            throw mistakes.problem
        } catch StoryRefusal.notFound {
            throw HTTPError(.notFound)
        }
    }
}

extension Sanctions.Problem {
    fileprivate var pointer: String {
        switch self {
        case .reasonMissing: "/reason"
        case .endIsOver: "/until"
        case .nothingToHide: ""
        case .messageTooLong, .marks, .hidden, .direction, .unbalanced, .unknown: "/message"
        }
    }
}

extension Stories {
    /// Describes the moderators' web service, from the mounted routes.
    public static func described(_ words: Words) -> [APIDescription.Group] {
        let service = APIService(at: "/api/admin", texts: "stories.service", id: "stories")
        return [
            .init(
                tag: "moderation", title: words("stories.service.title"), text: words("stories.service.text"),
                operations: ModerationAPI.routes.map { service.described($0, in: "moderation", words) })
        ]
    }
}
