import GRDB
import Web

/// What unknown values become until a person answers: a record of nearly the same title, or what the format says.
final class ImportFirstAnswers {
    private let answers: [String: ImportFirstAnswer]
    private let targets: [String: Target]
    private let context: FormContext
    private var titles: [String: SimilarTitles] = [:]
    /// Below it titles differ in more than signs, and a person decides.
    private static let percent = 99

    /// nil if the format has none.
    init?<R: Resource>(_ format: (any ImportFormat.Type)?, for type: R.Type, _ context: FormContext) {
        guard let answers = format?.answers, !answers.isEmpty else { return nil }
        (self.answers, targets, self.context) = (answers, R.targets, context)
    }

    func answer(_ field: String, _ value: String) -> UnknownValues.Answer? {
        guard let first = answers[field] else { return nil }
        if let target = targets[field] {
            let alike = like(target, value).filter { $0.percent >= Self.percent }
            if alike.count == 1 { return .map(String(alike[0].id)) }
        }
        switch first {
        case .make: return .make
        case .skip: return .skip
        }
    }

    private func like(_ target: Target, _ value: String) -> [ImportNotes.SimilarRecord] {
        let known = titles[target.table] ?? (try? SimilarTitles(of: target, context)) ?? SimilarTitles()
        titles[target.table] = known
        return known.like(value)
    }
}
