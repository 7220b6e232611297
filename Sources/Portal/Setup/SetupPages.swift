import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The first-run wizard behind its one-time link: five screens, for one browser at once.
struct SetupPages: Sendable {
    let portal: Portal
    let accounts: AccountContext

    /// How long the last button waits for the site before it shows that it is being made, in tenths of a second.
    private static let patience = 80

    var progress: SetupProgress { portal.setup }

    func addRoutes(to router: Router<Visitor>) {
        let setup = router.group("setup").add(middleware: RateLimit(limit: 120, per: .seconds(60)))
        setup.get("{token}", use: open)
        setup.post("{token}", use: begin)
        setup.post("{token}/browser", use: takeOver)
        setup.get("screens/{screen}", use: show)
        setup.post("screens/{screen}", use: answer)
    }

    @Sendable func open(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let token = token(visitor), let state = try await state(), state.link == token.hash else { return try endedPage(visitor) }
        guard let browser = state.browser else { return try page(.site, state, action: "/setup/\(token.text)", request, visitor) }
        guard browser == cookie(request)?.hash else { return try takeOverPage(token, visitor) }
        return .redirect(to: firstOpen(state).address)
    }

    @Sendable func begin(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let token = token(visitor) else { return try endedPage(visitor) }
        let form = try await Form.read(request, judgesText: false)
        let (own, fresh, now) = (cookie(request), Token(), portal.accounts.now())
        let (state, isOther) = try await portal.database.write { db -> (SetupState?, Bool) in
            guard progress.isOpen, var state = try SetupState.current(at: now, db), state.link == token.hash else { return (nil, false) }
            if let browser = state.browser { return (state, browser != own?.hash) }
            state.browser = fresh.hash
            try state.save(db)
            return (state, false)
        }
        guard let state else { return try endedPage(visitor) }
        if isOther { return try takeOverPage(token, visitor) }
        var response = try await answered(.site, state, form, request, visitor)
        if state.browser == fresh.hash { setCookie(fresh.text, in: &response) }
        return response
    }

    /// Goes on in this browser; the one before is told at its next page.
    @Sendable func takeOver(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let token = token(visitor) else { return try endedPage(visitor) }
        let (fresh, now) = (Token(), portal.accounts.now())
        let taken = try await portal.database.write { db -> SetupState? in
            guard progress.isOpen, var state = try SetupState.current(at: now, db), state.link == token.hash else { return nil }
            state.browser = fresh.hash
            try state.save(db)
            let actor = Actor(accountID: nil, name: "", address: visitor.client.text, requestID: visitor.id)
            try AuditEntry.write(db, "setup.browser", by: actor)
            return state
        }
        guard let taken else { return try endedPage(visitor) }
        var response = Response.redirect(to: firstOpen(taken).address)
        setCookie(fresh.text, in: &response)
        return response
    }

    @Sendable func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let screen = try screen(visitor)
        let own = cookie(request)
        if let end = progress.takeEnd(for: own?.hash) { return try await response(to: end, request, visitor) }
        guard let state = try await state() else { return try endedPage(visitor) }
        guard let own, state.browser == own.hash else { return try otherBrowserPage(visitor) }
        if progress.isUnderway { return try underwayPage(visitor) }
        let answers = answers(state)
        if let missing = screen.earlier.first(where: { !answers.mistakes(on: $0).isEmpty }) { return .redirect(to: missing.address) }
        return try page(screen, state, request, visitor)
    }

    @Sendable func answer(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let screen = try screen(visitor)
        guard let state = try await state() else { return try endedPage(visitor) }
        guard let own = cookie(request), state.browser == own.hash else { return try otherBrowserPage(visitor) }
        if progress.isUnderway { return try underwayPage(visitor) }
        // Reading the demonstration costs more than a stranger may.
        visitor.budget.prove()
        let form = try await Form.read(request, judgesText: false)
        return try await answered(screen, state, form, request, visitor)
    }

    /// Keeps what was typed, right or wrong, and leads on, back, or to the mistakes.
    private func answered(
        _ screen: SetupScreen, _ state: SetupState, _ form: Form, _ request: Request, _ visitor: Visitor
    ) async throws -> Response {
        let go = form["go"]
        var typed: [String: [String]] = [:]
        for name in screen.fields where form.has(name) || ["systems", "backups"].contains(name) {
            typed[name] = form.all(name).prefix(20).map { String($0.prefix(1_000)) }
        }
        if screen == .site, Language(rawValue: go) != nil { typed["language"] = [go] }
        var fresh = state
        fresh.typed.merge(typed) { $1 }
        let password = try await screen == .administrator && go != "back" ? choose(form, &fresh) : nil
        guard let saved = try await save(fresh) else { return try otherBrowserPage(visitor) }
        var answers = answers(saved)
        if screen == .finish { answers.mailPassword = form.exact(SetupAnswers.mailField("password")) }
        var visitor = visitor
        visitor.language = answers.language ?? visitor.language
        var response: Response
        if go == "back", let previous = screen.previous {
            response = .redirect(to: previous.address)
        } else if screen == .site, Language(rawValue: go) != nil {
            response = .redirect(to: screen.address)
        } else {
            response = try await judged(screen, saved, answers, password, request, visitor)
        }
        if screen == .site, let language = answers.language {
            response.setCookie(Languages.choice(of: language, https: portal.accounts.secureCookie))
        }
        return response
    }

    private func judged(
        _ screen: SetupScreen, _ state: SetupState, _ answers: SetupAnswers, _ password: PasswordRules.Problem?, _ request: Request,
        _ visitor: Visitor
    ) async throws -> Response {
        var mistakes = answers.mistakes(on: screen)
        if let password {
            mistakes.removeAll { $0.field == "password" }
            mistakes.append(SetupAnswers.Mistake(field: "password", message: LocalizedMessage("accounts.password.\(password.rawValue)")))
        }
        if screen == .administrator, answers.content == .demonstration, let key = answers.key, let file = portal.demonstration,
            try await ComputeThreadPool.run({ [seed = portal.seed] in seed.signInNames(in: file) }).contains(key)
        {
            mistakes.append(.nameTaken)
        }
        guard mistakes.isEmpty else { return try page(screen, state, mistakes: mistakes, request, visitor, status: .unprocessableContent) }
        if let next = screen.next { return .redirect(to: next.address) }
        if let missing = screen.earlier.first(where: { !answers.mistakes(on: $0).isEmpty }) { return .redirect(to: missing.address) }
        return try await make(state, answers, request, visitor)
    }

    /// Keeps the hash of a new password. Without one the password chosen before stays. Returns what is wrong with a new one.
    private func choose(_ form: Form, _ state: inout SetupState) async throws -> PasswordRules.Problem? {
        let (password, again) = (form.exact("password"), form.exact("passwordAgain"))
        if password.isEmpty, again.isEmpty, state.passwordHash != nil { return nil }
        let names = answers(state).passwordNames
        if let problem = PasswordRules(portal.accounts).problem(password, again: again, names: names) { return problem }
        (state.passwordHash, state.passwordNames) = (try await portal.passwords.hash(password), names)
        return nil
    }

    private func save(_ state: SetupState) async throws -> SetupState? {
        let now = portal.accounts.now()
        return try await portal.database.write { db in
            guard var current = try SetupState.current(at: now, db), current.browser == state.browser else { return nil }
            (current.typed, current.passwordHash, current.passwordNames) = (state.typed, state.passwordHash, state.passwordNames)
            try current.save(db)
            return current
        }
    }

    /// Begins to make the site, apart from the request: a demonstration takes longer than connections stay open.
    private func make(_ state: SetupState, _ answers: SetupAnswers, _ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let browser = state.browser, progress.beginCreation() else { return try underwayPage(visitor) }
        let creation = SetupCreation(
            portal: portal, accounts: accounts, answers: answers, browser: browser, words: portal.admin.pages.words(for: visitor))
        Task { progress.endCreation(await creation.run(request, visitor)) }
        for _ in 0..<Self.patience where progress.isUnderway { try await Task.sleep(for: .milliseconds(100)) }
        guard let end = progress.takeEnd(for: browser) else { return try underwayPage(visitor) }
        return try await response(to: end, request, visitor)
    }

    private func response(to end: SetupProgress.Creation, _ request: Request, _ visitor: Visitor) async throws -> Response {
        switch end {
        case .none, .underway: return try underwayPage(visitor)
        case .made(let session, _):
            var response = accounts.firstPage(of: session)
            response.setCookie(.ofSite(cookieName, "", age: 0, isSecure: portal.accounts.secureCookie))
            return response
        case .failed(let failure):
            guard let state = try await state(), state.browser == cookie(request)?.hash else { return try endedPage(visitor) }
            switch failure {
            case .nameTaken: return try page(.administrator, state, mistakes: [.nameTaken], request, visitor, status: .unprocessableContent)
            case .refused(let sentences):
                return try page(.finish, state, notes: sentences, request, visitor, status: .unprocessableContent)
            case .over: return try otherBrowserPage(visitor)
            case .failed: return try page(.finish, state, notes: [], request, visitor, status: .internalServerError)
            }
        }
    }

    func answers(_ state: SetupState) -> SetupAnswers {
        let mailRoute = portal.configuration.mail == nil ? portal.admin.mailRoute : nil
        return SetupAnswers(state, hasDemonstration: portal.demonstration != nil, mailRoute: mailRoute)
    }

    private func firstOpen(_ state: SetupState) -> SetupScreen {
        let answers = answers(state)
        return SetupScreen.allCases.first { !answers.mistakes(on: $0).isEmpty } ?? .finish
    }

    private func state() async throws -> SetupState? {
        guard progress.isOpen else { return nil }
        let now = portal.accounts.now()
        return try await portal.database.read { db in try SetupState.current(at: now, db) }
    }

    private func screen(_ visitor: Visitor) throws -> SetupScreen {
        guard let screen = visitor.parameters.get("screen").flatMap({ SetupScreen(rawValue: $0) }) else { throw HTTPError(.notFound) }
        return screen
    }

    private func token(_ visitor: Visitor) -> Token? { visitor.parameters.get("token").flatMap { Token(sent: $0) } }

    private var cookieName: String { (portal.accounts.secureCookie ? "__Host-" : "") + "portico-setup" }

    private func cookie(_ request: Request) -> Token? { request.cookie(cookieName).flatMap { Token(sent: $0) } }

    private func setCookie(_ text: String, in response: inout Response) {
        response.setCookie(.ofSite(cookieName, text, age: Int(SetupState.lifetime), isSecure: portal.accounts.secureCookie))
    }
}

extension SetupAnswers.Mistake {
    static let nameTaken = Self(field: "key", message: LocalizedMessage("accounts.welcome.name-taken"))
}
