import Hummingbird
import Web

struct StoryVotePages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Writing>) {
        router.post("fragments/{id}/votes", use: vote)
    }

    @Sendable private func vote(_ request: Request, _ person: Writing) async throws -> Response {
        let id = try person.storyID()
        let address = try await stories.address(of: id)
        return try await stories.act(person, to: address + StoryReadingPages.saidAtEnd + "#end", "stories.branch.voted", isShared: true) {
            db in
            try Fragment.vote(for: id, by: person.writer.id, at: .now, db)
        }
    }
}
