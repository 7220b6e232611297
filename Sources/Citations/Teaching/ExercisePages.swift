import Admin
import Hummingbird
import Web

extension TeachingPages {
    /// `GET /citations/exercises?sheet=7&a1=4&a2=…`: five questions, marked as soon as something is answered. Nothing is kept: the address
    /// is the sheet with its answers.
    @Sendable func exercises(_ request: Request, _ visitor: Visitor) throws -> Response {
        let words = desk.pages.words(for: visitor)
        let typed = Form(query: request.uri.query ?? "")
        let number = UInt64(typed["sheet"]).map { $0 % 1_000_000 } ?? 1
        let sheet = Exercise.sheet(number)
        let answers = sheet.indices.map { typed["a\($0 + 1)"].prefix(12).trimmingSpaces() }
        let isMarked = answers.contains { !$0.isEmpty }
        let right = zip(sheet, answers).count { Int($1) == $0.answer }
        return try page(
            "exercises",
            [
                "title": words("citations.exercises.title"), "sheet": String(number),
                "sheetText": words("citations.exercises.sheet", ["number": words.language.number(Int(number))]),
                "next": "/citations/exercises?sheet=\((number + 1) % 1_000_000)",
                "marks": isMarked
                    ? words("citations.exercises.marks", ["right": String(right), "of": String(sheet.count)]) : false,
                "questions": sheet.enumerated().map { index, exercise -> Values in
                    let answer = answers[index]
                    let isRight = Int(answer) == exercise.answer
                    return [
                        "name": "a\(index + 1)", "answer": answer,
                        "question": words("citations.exercises.\(exercise.kind.rawValue)", exercise.values),
                        "isRight": isMarked && isRight, "isWrong": isMarked && !isRight, "solution": exercise.solution,
                        "correction": words("citations.exercises.correction", ["answer": String(exercise.answer)]),
                    ]
                },
            ], visitor, request)
    }
}
