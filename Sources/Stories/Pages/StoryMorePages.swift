import Admin
import Hummingbird
import Web

struct StoryMorePages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Writing>) {
        router.get("more", use: showMore)
    }

    @Sendable private func showMore(_ request: Request, _ person: Writing) async throws -> Response {
        let words = stories.words(for: person.visitor)
        let site = ["site": stories.admin.site.name, "link": stories.admin.origin(of: request) + "/stories"]
        // Written in the reader's mail program, so the site learns no address.
        let invitation =
            "mailto:?subject=" + words("stories.invite.subject", site).queryEscaped + "&body="
            + words("stories.invite.body", site).queryEscaped
        return try stories.page("stories/pages/more", words("stories.more.title"), ["inviteHref": invitation], for: person.visitor, request)
    }
}
