import Accounts
import HTTPTypes
import TestSupport

@testable import Admin
@testable import Portal

/// What a request needs to be let in; everybody else gets a refusal or the way to a door.
enum Need: Hashable {
    case nothing
    /// A guest who came in.
    case guest
    /// A writer who signed in.
    case writer
    /// An account, whatever it may do.
    case account
    /// An account that may one of these somewhere.
    case may([Permission])
}

extension Need {
    /// Whether an account with one role, or a visitor, is let in.
    func lets(in role: Role?) -> Bool {
        switch self {
        case .nothing: true
        case .guest, .writer: false
        case .account: role != nil
        case .may(let permissions): role.map { role in permissions.contains { role.may($0) } } ?? false
        }
    }
}

/// Who is let in where: the short list. The first rule whose path begins an address decides; a route that none names fails the test.
struct RouteRules {
    private struct Rule {
        let paths: [String]
        let need: Need
        var methods: Set<HTTPRequest.Method> = []
    }

    private let rules: [Rule]

    init(_ site: TestSite) {
        let editing = site.portal.admin.resources.all.map { Permission(rawValue: $0.name + ".edit") }
        let imports = Rule(paths: ["/admin/imports", "/api/v1/imports"], need: .may(editing))
        rules = Self.special + [imports] + site.portal.admin.resources.all.flatMap { Self.rules(of: $0) } + Self.common
    }

    func need(_ method: HTTPRequest.Method, _ pattern: String) -> Need? {
        rules.first { rule in
            (rule.methods.isEmpty || rule.methods.contains(method)) && rule.paths.contains { Self.begins(pattern, with: $0) }
        }?.need
    }

    /// `/admin/house` begins `/admin/house/lists`; a path that ends with `$` is the whole address.
    private static func begins(_ pattern: String, with path: String) -> Bool {
        path.hasSuffix("$") ? pattern == path.dropLast() : pattern == path || pattern.hasPrefix(path == "/" ? "/" : path + "/")
    }

    /// Lists, records and their JSON: seeing for what is read, editing for what is changed, but what is one's own (columns, views).
    private static func rules(of type: any Resource.Type) -> [Rule] {
        let (seeing, editing) = (Permission(rawValue: type.name + ".see"), Permission(rawValue: type.name + ".edit"))
        let (pages, json) = (type.address, "/api/v1/\(type.system)/\(type.path)")
        let own = ["columns", "views", "{id}/preview-links"].map { pages + "/" + $0 }
        let forms = ["new", "imports", "trash", "bulk", "{id}/deletion"].map { pages + "/" + $0 }
        return [
            Rule(paths: own, need: .may([seeing, editing])),
            Rule(paths: forms, need: .may([editing])),
            Rule(paths: [pages, json], need: .may([seeing, editing]), methods: [.get]),
            Rule(paths: [pages, json], need: .may([editing])),
        ]
    }
}

extension RouteRules {
    /// Whether an address asks for something that the demonstration does not have: an administrator finds nothing there either.
    static func isAbsent(_ pattern: String) -> Bool {
        ["/bulk/{id}", "/imports/{id}", "/{id}/draft", "/history/{revision}", "/translations/{language}"].contains { pattern.contains($0) }
            || absent.contains { pattern.hasPrefix($0) }
    }

    /// What somebody made at the back office, and what is a student's, a teacher's or an uploader's own.
    private static let absent = [
        "/admin/campus/own/", "/admin/campus/timetables/{id}/lessons/",
        "/admin/citations/documents/{id}",
        "/admin/citations/runs/{id}/documents", "/admin/citations/runs/{id}/works", "/admin/citations/runs/{id}/steps",
        "/admin/citations/runs/{id}/report", "/admin/citations/runs/{id}/page-works", "/admin/citations/runs/{id}/exports",
        "/admin/citations/runs/{id}/answers",
        "/admin/house/clips/{id}", "/admin/house/voices/{id}", "/admin/media/{id}",
        "/admin/questionnaires/campaigns/{id}/report/{activity}",
        "/admin/questionnaires/questionnaires/{id}/results/answered", "/admin/questionnaires/questionnaires/{id}/results/voices",
        "/admin/questionnaires/questionnaires/{id}/results/files",
        "/admin/questionnaires/questionnaires/{id}/structure/elements", "/admin/questionnaires/questionnaires/{id}/structure/translations",
        "/admin/questionnaires/questionnaires/{id}/structure/import-report", "/admin/site/mail/messages/{id}",
        "/admin/roles/{id}", "/admin/stories/calls/browsers/{id}", "/admin/stories/photos", "/admin/webhooks/{id}", "/api/admin/post",
        "/api/v1/citations/documents/{id}",
        "/api/v1/media", "/media/{file}", "/questionnaires/", "/ws",
    ]

    /// What differs within the addresses of records, and the pages of systems.
    private static let special: [Rule] = [
        Rule(paths: ["/admin/house/guests/{id}/living", "/admin/house/guests/{id}/independence"], need: .may(["house.living.edit"])),
        Rule(paths: ["/admin/house/recipes/{id}/file"], need: .may(["house.recipes.see"])),
        Rule(paths: ["/admin/house/recipes/{id}/as-guest"], need: .may(["house.guests.try"])),
        Rule(paths: ["/admin/house/recipes/{id}/clips", "/admin/house/clips"], need: .may(["house.recipes.edit"])),
        Rule(paths: ["/admin/campus/timetables/{id}/lessons"], need: .may(["campus.timetables.edit", "campus.own"])),
        Rule(paths: ["/campus/register$"], need: .account, methods: [.get]),
        Rule(paths: ["/campus/register"], need: .may(["campus.study"])),
        Rule(paths: ["/admin/campus/events/{id}/repetitions"], need: .may(["campus.events.edit"])),
        Rule(paths: ["/admin/campus/exam-sessions/{id}/register"], need: .may(["campus.exam-sessions.edit"])),
        Rule(paths: ["/admin/campus/alert-templates/{id}/alert"], need: .may(["campus.alerts.edit"])),
        Rule(paths: ["/admin/campus/alerts/{id}/publication", "/admin/campus/alerts/{id}/bulletins"], need: .may(["campus.alerts.edit"])),
        Rule(
            paths: ["/api/v1/campus/alerts/{id}/bulletins"], need: .may(["campus.alerts.see", "campus.alerts.publish"]), methods: [.get]),
        Rule(paths: ["/api/v1/campus/alerts/{id}/bulletins"], need: .may(["campus.alerts.publish"])),
        Rule(paths: ["/admin/questionnaires/questionnaires/{id}/results/texts"], need: .may(["questionnaires.review"])),
        Rule(paths: ["/admin/questionnaires/campaigns/{id}/report"], need: .may(["questionnaires.analysis"])),
        Rule(paths: ["/admin/questionnaires/questionnaires/{id}/results"], need: .may(["questionnaires.analysis"])),
        Rule(paths: ["/admin/citations/authors/{id}/favourite"], need: .may(["citations.authors.see", "citations.runs.see"])),
    ]

    private static let common: [Rule] = [
        // The back office.
        Rule(paths: ["/admin/house/lists"], need: .may(["house.lists.edit"])),
        Rule(paths: ["/admin/house/messages", "/admin/house/notice-devices"], need: .may(["house.messages.edit"])),
        Rule(paths: ["/admin/house/stock"], need: .may(["house.products.see"])),
        Rule(paths: ["/admin/house/day-done"], need: .may(["house.living.edit"])),
        Rule(paths: ["/admin/house/voices"], need: .may(["house.voices.edit"])),
        Rule(paths: ["/admin/house/living"], need: .may(["house.living.edit"])),
        Rule(paths: ["/admin/house/recipe-files"], need: .may(["house.recipes.edit"])),
        Rule(paths: ["/admin/campus/broken-links", "/admin/campus/numbers"], need: .may(["campus.links.see"])),
        Rule(paths: ["/admin/campus/bulletins", "/admin/campus/quick-alerts"], need: .may(["campus.alerts.edit"])),
        Rule(paths: ["/admin/campus/academic-calendar"], need: .may(["campus.periods.edit"])),
        Rule(paths: ["/admin/campus/sign-ups"], need: .may(["campus.exam-sessions.edit"])),
        Rule(paths: ["/admin/campus/conflicts"], need: .may(["campus.events.see"])),
        Rule(paths: ["/admin/campus/feeds"], need: .may(["campus.news-sources.see"])),
        Rule(paths: ["/admin/campus/own"], need: .may(["campus.own"])),
        Rule(
            paths: ["/admin/citations/comparison", "/admin/citations/overview", "/admin/citations/works", "/admin/citations/works.csv"],
            need: .may(["citations.runs.see"])),
        Rule(paths: ["/admin/citations/documents", "/admin/citations/new-run"], need: .may(["citations.runs.edit"])),
        Rule(paths: ["/admin/citations/settings"], need: .may(["citations.layouts.edit"])),
        Rule(paths: ["/admin/questionnaires/imports"], need: .may(["questionnaires.questionnaires.edit"])),
        Rule(paths: ["/admin/questionnaires/responses"], need: .may(["questionnaires.analysis"])),
        Rule(
            paths: ["/admin/stories/settings", "/admin/stories/documents", "/admin/stories/words"], need: .may(["stories.settings.edit"])),
        Rule(paths: ["/admin/stories/mail"], need: .may(["stories.mail.see"])),
        Rule(paths: ["/admin/stories/writers/{id}/data", "/admin/stories/writers/{id}/erasure"], need: .may(["stories.writers.erase"])),
        Rule(
            paths: ["/admin/stories/writers/{id}/suspensions", "/admin/stories/suspensions"], need: .may(["stories.writers.suspend"]),
            methods: [.post]),
        Rule(paths: ["/admin/stories", "/api/admin"], need: .may(["stories.cases.decide"])),
        Rule(paths: ["/admin/people", "/admin/roles", "/admin/tokens", "/admin/viewing$"], need: .may(["admin.people.edit"])),
        Rule(paths: ["/admin/backups/downloads", "/admin/files/undoing", "/admin/site/mail"], need: .may(["*"])),
        Rule(
            paths: ["/admin/site", "/admin/webhooks", "/admin/jobs", "/admin/backups", "/admin/files", "/metrics"],
            need: .may(["admin.site.edit"])),
        Rule(paths: ["/admin/audit"], need: .may(["admin.audit.see"])),
        Rule(paths: ["/admin/media"], need: .may(["media.edit"])),
        // What is one's own, and what shows each person only what is open to them.
        Rule(
            paths: [
                "/admin$", "/admin/account", "/admin/acts", "/admin/calendar", "/admin/changes", "/admin/first-steps", "/admin/help",
                "/admin/keys",
                "/admin/scope", "/admin/search", "/admin/tour", "/admin/translations", "/admin/undoing", "/admin/unsent",
                "/admin/viewing/ending",
            ], need: .account),
        Rule(
            paths: [
                "/questionnaires/anonymity", "/questionnaires/open-results", "/questionnaires/trials", "/questionnaires/worker.js",
                "/questionnaires/reminders/renewal",
            ], need: .nothing),
        Rule(paths: ["/questionnaires/results", "/questionnaires/courses"], need: .may(["questionnaires.teaching"])),
        Rule(paths: ["/questionnaires$"], need: .account),
        Rule(paths: ["/questionnaires"], need: .may(["questionnaires.filling"])),
        // The guests' pages: the door, and all behind it.
        Rule(
            paths: [
                "/house$", "/house/device", "/house/guests", "/house/help", "/house/manifest", "/house/worker.js", "/house/offline",
                "/house/notices/device/renewal",
            ], need: .nothing),
        Rule(paths: ["/house", "/index.php"], need: .guest),
        // The stories: reading is open, writing and what is one's own takes a writer.
        Rule(
            paths: [
                "/acceptance", "/address", "/data", "/decisions", "/deletion", "/devices", "/drafts", "/exit", "/export", "/face", "/feed$",
                "/fragments/{id}/continuation$", "/fragments/{id}/correction", "/fragments/{id}/reports", "/fragments/{id}/votes",
                "/fragments/{id}/withdrawal", "/more", "/new", "/notices",
                "/password",
                "/profile", "/unread", "/verification$", "/writers/{nickname}/following", "/writers/{nickname}/reports",
                "/reading/places", "/{id}/following", "/{id}/place",
            ].map { "/stories" + $0 }, need: .writer),
        Rule(
            paths: [
                "/avvisi", "/bacheca", "/post/{id}/segnalazioni", "/post/{id}/voti", "/sessioni/corrente", "/utenti/me",
                "/utenti/{id}/seguito",
            ]
            .map { "/api" + $0 }, need: .writer),
        Rule(paths: ["/api/storie", "/api/post/{id}/risposte"], need: .writer, methods: [.post]),
        // Programs.
        Rule(paths: ["/api/v1/people", "/api/v1/pairing", "/api/v1/session"], need: .nothing, methods: [.get, .post]),
        Rule(paths: ["/api/v1/messages"], need: .may(["house.messages.edit"])),
        Rule(paths: ["/api/v1/media/{id}$", "/media/{file}$"], need: .account),
        Rule(paths: ["/api/v1/media"], need: .may(["media.edit"])),
        Rule(paths: ["/api/v1/citations/tools"], need: .nothing),
        Rule(paths: ["/api/v1/citations/documents"], need: .may(["citations.runs.edit"])),
        Rule(paths: ["/api/v1/citations/favourites"], need: .may(["citations.runs.see"])),
        Rule(paths: ["/api/v1/citations/settings"], need: .may(["citations.runs.see"]), methods: [.get]),
        Rule(paths: ["/api/v1/citations/settings"], need: .may(["citations.runs.edit"])),
        Rule(paths: ["/api/v1"], need: .guest),
        Rule(paths: ["/ws/risultati"], need: .may(["questionnaires.analysis"])),
        Rule(paths: ["/ws/configurazioni"], need: .may(["questionnaires.questionnaires.see"]), methods: [.get]),
        Rule(paths: ["/ws/configurazioni"], need: .may(["questionnaires.questionnaires.edit"])),
        Rule(
            paths: ["/ws/questionari/{id}/quesiti", "/ws/questionari/{id}/condizioni"],
            need: .may(["questionnaires.filling", "questionnaires.questionnaires.see"])),
        Rule(paths: ["/ws"], need: .may(["questionnaires.filling"])),
        // Open to everybody.
        Rule(
            paths: [
                "/$", "/api", "/doctor", "/health", "/language", "/media", "/preview", "/setup", "/sign-in", "/sign-out", "/stories",
                "/welcome",
                "/campus",
                "/citations",
            ], need: .nothing),
    ]
}
