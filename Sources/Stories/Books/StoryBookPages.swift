import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct StoryBookPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Visitor>) {
        router.get("{id}/branches/{fragment}/book.epub", use: book)
    }

    @Sendable private func book(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (story, fragment) = (try visitor.storyID(), try visitor.storyID("fragment"))
        guard let branch = try await stories.database.read({ try Branch.through(fragment, of: story, $0) }),
            branch.parts[0].fragment.isVisible
        else {
            throw StoryRefusal.notFound
        }
        // Uses the site's language, which the book declares.
        let words = stories.pages.templates.words(in: stories.admin.site.language)
        let sheets = branch.parts.map { part -> Book.Page in
            let fragment = part.fragment
            let author = part.writer.nickname == nil ? words("stories.formerWriter") : stories.name(of: part.writer)
            if fragment.isHidden { return Book.Page(title: "", text: words("stories.branch.hidden"), author: author, photo: nil) }
            let photo = fragment.photo.flatMap { try? Data(contentsOf: URL(fileURLWithPath: stories.photos.master($0))) }
            let title = fragment.parent == nil ? "" : fragment.title
            return Book.Page(
                title: title, text: fragment.text, author: author, photo: photo.map { [UInt8]($0) }, description: fragment.description)
        }
        let book = Book(
            title: branch.title, address: "\(stories.admin.origin(of: request))/stories/\(story)/branches/\(fragment)",
            language: stories.admin.site.language,
            pages: sheets, credits: words("stories.branch.credits"), photoOf: words("stories.branch.photoOf"),
            changedAt: branch.end?.createdAt ?? .now)
        let headers: HTTPFields = [
            .contentType: "application/epub+zip", .contentDisposition: "attachment; filename=\"story-\(story)-\(fragment).epub\"",
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: book.bytes)))
    }
}
