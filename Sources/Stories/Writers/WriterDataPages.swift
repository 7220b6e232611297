import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct WriterDataPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Writing>) {
        router.get("data", use: showData)
        router.post("data", use: saveData)
        router.get("export", use: export)
    }

    @Sendable private func showData(_ request: Request, _ person: Writing) async throws -> Response {
        try await dataPage(Registration(person.writer), [:], request, person)
    }

    @Sendable private func saveData(_ request: Request, _ person: Writing) async throws -> Response {
        let typed = Registration(try await Form.read(request, judgesText: false), language: person.visitor.language)
        let (words, zone, id) = (stories.words(for: person.visitor), stories.admin.site.zone, person.writer.id)
        let problems = try await stories.database.write { db -> [String: Registration.Problem] in
            let problems = try typed.problems(for: id, at: .now, in: zone, db)
            guard problems.isEmpty else { return problems }
            try typed.update(id, db)
            try stories.say(words("stories.more.saved"), to: person.session, db)
            return [:]
        }
        guard problems.isEmpty else { return try await dataPage(typed, problems, request, person, status: .unprocessableContent) }
        return .redirect(to: "/stories/data")
    }

    private func dataPage(
        _ typed: Registration, _ problems: [String: Registration.Problem], _ request: Request, _ person: Writing,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let words = stories.words(for: person.visitor)
        let errors = problems.mapValues { words($0.textKey) }
        let values = try await stories.registrationValues(typed, errors, words, own: person.writer.country)
        return try stories.secret(
            stories.page("stories/writers/data", words("stories.more.data"), values, for: person.visitor, request, status: status))
    }

    @Sendable private func export(_ request: Request, _ person: Writing) async throws -> Response {
        let json = try await stories.database.read { try WriterFile.json(of: person.writer.id, $0) }
        let headers: HTTPFields = [
            .contentType: "application/json", .contentDisposition: "attachment; filename=\"stories.json\"", .cacheControl: "no-store",
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: json.compact)))
    }
}
