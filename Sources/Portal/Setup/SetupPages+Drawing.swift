import Accounts
import Admin
import Hummingbird
import Web

extension SetupPages {
    /// Draws a screen. `notes` say why no site was made; nil if none was tried.
    func page(
        _ screen: SetupScreen, _ state: SetupState, mistakes: [SetupAnswers.Mistake] = [], notes: [String]? = nil,
        action: String? = nil, _ request: Request, _ visitor: Visitor, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let words = portal.admin.pages.words(for: visitor)
        let drawing = SetupDrawing(portal: portal, state: state, answers: answers(state), mistakes: mistakes, words: words)
        let heading = words("setup.screens.\(screen.rawValue).heading")
        let position = words("setup.progress", ["number": String(screen.number), "count": String(SetupScreen.allCases.count)])
        var values: Values = [
            "title": heading, "heading": heading, "lead": words("setup.screens.\(screen.rawValue).lead"), "progress": position,
            "errors": drawing.summary, "action": action ?? screen.address, "hasBack": screen.previous != nil,
            "submit": words(screen == .finish ? "setup.create" : "setup.next"),
            "failure": notes.map { ["text": words("setup.errors.failed"), "notes": $0] as Values } ?? false,
        ]
        for other in SetupScreen.allCases { values["on" + other.rawValue] = other == screen }
        values.merge(drawing.fields(of: screen, request)) { $1 }
        return secret(try portal.admin.pages.page("portal/setup/screen", values, for: visitor, request: nil, status: status))
    }

    /// The same for used, replaced, expired and invented links, and once there is a site.
    func endedPage(_ visitor: Visitor) throws -> Response {
        try notice("ended", visitor, status: .gone, path: "/setup/ended", signIn: !progress.isOpen)
    }

    /// Tells a browser that another one goes on, which it may take over with the link.
    func takeOverPage(_ token: Token, _ visitor: Visitor) throws -> Response {
        try notice("elsewhere", visitor, status: .conflict, path: "/setup/\(token.text)", here: "/setup/\(token.text)/browser")
    }

    func otherBrowserPage(_ visitor: Visitor) throws -> Response {
        try notice("strange", visitor, status: .forbidden, path: SetupScreen.site.address)
    }

    /// Shows that the site is being made; the page loads itself again.
    func underwayPage(_ visitor: Visitor) throws -> Response {
        var page = try notice("underway", visitor, status: .ok, path: SetupScreen.finish.address)
        page.headers[.init("Refresh")!] = "2; url=\(SetupScreen.finish.address)"
        return page
    }

    private func notice(
        _ name: String, _ visitor: Visitor, status: HTTPResponse.Status, path: String, here: String? = nil, signIn: Bool = false
    ) throws -> Response {
        let words = portal.admin.pages.words(for: visitor)
        let heading = words("setup.\(name).heading")
        let values: Values = [
            "title": heading, "heading": heading, "lead": words("setup.\(name).lead"),
            "text": words.optional("setup.\(name).text") ?? false,
            "command": false, "here": here ?? false, "signIn": signIn, "path": path,
        ]
        return secret(try portal.admin.pages.page("portal/setup/notice", values, for: visitor, request: nil, status: status))
    }

    /// The addresses hold a secret: not cached and sent in no referrer.
    private func secret(_ page: Response) -> Response {
        var page = page
        page.markSecret()
        page.headers[.init("Referrer-Policy")!] = "no-referrer"
        return page
    }
}
