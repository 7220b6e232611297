import Admin
import Web

struct MarkedSheet {
    let exercises: [Exercise]
    let answers: [String]

    init(_ number: UInt64, _ typed: Form) {
        exercises = Exercise.sheet(number)
        answers = exercises.enumerated().map { typed["a\($0 + 1)"].prefix($1.longest).trimmingSpaces() }
    }

    var isAnswered: Bool { answers.contains { !$0.isEmpty } }
    var right: Int { zip(exercises, answers).count { $0.isRight($1) } }

    func values(_ words: Words, isMarked: Bool) -> [Values] {
        zip(exercises, answers).enumerated().map { index, pair in
            let (exercise, answer) = pair
            return [
                "name": "a\(index + 1)", "answer": answer, "question": exercise.question(words), "isNumber": exercise.isNumber,
                "longest": String(exercise.longest), "isRight": isMarked && exercise.isRight(answer),
                "isWrong": isMarked && !exercise.isRight(answer), "solution": exercise.solution,
                "correction": words("citations.exercises.correction", ["answer": exercise.model]),
            ]
        }
    }
}
