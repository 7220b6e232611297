import Admin
import Formats
import Foundation
import Web

extension ResultExport {
    /// The wide file for SPSS: answers are numbers with their words as labels.
    var statistics: [UInt8] {
        let all = columns.all
        let codes = all.map(\.answerNumbers)
        let values = rows.map { row in
            zip(zip(all, codes), row).map { pair, cell in pair.0.statisticsValue(cell, pair.1) }
        }
        let variables = zip(all, codes).map { $0.variable(words, $1) }
        return StatisticsFile(variables, rows: values, made: .now).bytes
    }
}

extension Column {
    /// A number for the code of each answer: that in the code where all differ, so that versions agree, or else its place.
    var answerNumbers: [String: Double] {
        guard case .choice = kind, let answers = question?.answers else { return [:] }
        let digits = answers.map { Int($0.code.drop { !$0.isNumber }, in: .whole) }
        let known = digits.compactMap(\.self)
        let isTold = known.count == answers.count && Set(known).count == known.count
        return Dictionary(answers.enumerated().map { ($1.code, Double(isTold ? known[$0] : $0 + 1)) }) { first, _ in first }
    }

    fileprivate func variable(_ words: Words, _ numbers: [String: Double]) -> StatisticsFile.Variable {
        let label = label(words)
        switch kind {
        case .row: return .init(name, label: label, .number(decimals: 0), .nominal)
        case .person(let tag):
            return .init(name, label: label, tag == .yearOfCourse ? .number(decimals: 0) : .text, .nominal)
        case .shown: return flag(label, "questionnaires.files.notShown", "questionnaires.files.shown", words)
        case .tick: return flag(label, "questionnaires.files.notChosen", "questionnaires.files.chosen", words)
        case .choice:
            let meanings = (question?.answers ?? []).compactMap { answer in
                numbers[answer.code].map { (value: $0, text: answer.text.isEmpty ? answer.code : answer.text) }
            }
            let level: StatisticsFile.Level = question?.scale == nil ? .nominal : .ordinal
            return .init(name, label: label, .number(decimals: 0), level, meanings: meanings.sorted { $0.value < $1.value })
        case .score: return .init(name, label: label, .number(decimals: 2), .scale)
        case .number(let answer): return .init(name, label: label, .number(decimals: min(9, answer.limits.decimals ?? 4)), .scale)
        case .day: return .init(name, label: label, .day, .scale)
        case .text: return .init(name, label: label, .text, .nominal)
        }
    }

    private func flag(_ label: String, _ no: String, _ yes: String, _ words: Words) -> StatisticsFile.Variable {
        .init(name, label: label, .number(decimals: 0), .nominal, meanings: [(0, words(no)), (1, words(yes))])
    }

    fileprivate func statisticsValue(_ cell: CSV.Cell, _ numbers: [String: Double]) -> StatisticsFile.Value {
        switch cell {
        case .number(let number): return number.flatMap { Double(finite: $0) }.map { .number($0) } ?? .missing
        case .text(let text):
            if case .choice = kind { return numbers[text].map { .number($0) } ?? .missing }
            return text.isEmpty ? .missing : .text(text)
        }
    }
}
