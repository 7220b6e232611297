import Admin
import Hummingbird
import Web

struct ExercisePages: Sendable {
    let classroom: ClassroomPages

    func addRoutes(to router: RouterGroup<Visitor>) {
        router.get("exercises", use: exercises)
    }

    /// Shows questions and marks given answers. Nothing is stored: the address holds sheet and answers.
    @Sendable private func exercises(_ request: Request, _ visitor: Visitor) throws -> Response {
        let words = classroom.admin.pages.words(for: visitor)
        let typed = Form(query: request.uri.query ?? "")
        let number = UInt64(typed["sheet"], in: .whole).map { $0 % 1_000_000 } ?? 1
        let sheet = MarkedSheet(number, typed)
        return try classroom.page(
            "citations/teaching/exercises",
            [
                "title": words("citations.exercises.title"), "sheet": String(number),
                "sheetText": words("citations.exercises.sheet", ["number": words.language.number(Int(number))]),
                "next": "/citations/exercises?sheet=\((number + 1) % 1_000_000)", "isSent": typed["sent"] == "yes",
                "marks": sheet.isAnswered
                    ? words("citations.exercises.marks", ["right": String(sheet.right), "of": String(sheet.exercises.count)]) : false,
                "questions": sheet.values(words, isMarked: sheet.isAnswered),
            ], visitor, request)
    }
}
