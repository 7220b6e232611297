import Web

/// Values that bring about every result of comparisons with some bounds: the bounds, their neighbours, and the limits of the answer.
struct WrittenValues {
    let all: [String]

    init(_ answer: Answer, _ bounds: [String]) {
        let ends = [answer.limits.least, answer.limits.greatest].compactMap { $0 }
        let typed: [String] =
            switch answer.format {
            case .number: Self.numbers(answer.limits, bounds + ends + ["0", "1"])
            case .day:
                (bounds + ends + ["2000-01-01"]).compactMap { Day($0) }.flatMap { [$0.previous, $0, $0.next] }.compactMap { $0?.text }
            case .time:
                (bounds + ends + ["12:00"]).compactMap { DayTime($0) }.flatMap { [$0.previous, $0, $0.next] }.compactMap { $0?.text }
            case .dateTime:
                (bounds + ends + ["2000-01-01T12:00"]).compactMap { LocalDateTime($0) }.flatMap { [$0.previous, $0, $0.next] }
                    .compactMap { $0?.text }
            case .email: ["a@example.org"]
            case .file: [FileReference.sample]
            case .text: ["x"]
            case .fixed: []
            }
        var seen: Set<String> = []
        all = typed.compactMap { value in
            guard case .success(let read?) = answer.read(value), seen.insert(read).inserted else { return nil }
            return read
        }
    }

    /// Neighbours are one unit of the last digit away, or of one digit more where any number of digits may be written.
    private static func numbers(_ limits: Limits, _ bounds: [String]) -> [String] {
        let read = bounds.compactMap { DecimalText($0) }
        let digits = min(limits.decimals ?? (read.map(\.decimals).max() ?? 0) + 1, Limits.mostDecimals.upperBound)
        let unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
        return read.flatMap { bound -> [String] in
            let whole = Int(cutting: (bound.number * unit).rounded(.down))
            return [bound.text] + (-1...2).map { text(whole + $0, digits) }
        }
    }

    private static func text(_ whole: Int, _ digits: Int) -> String {
        let all = String(whole.magnitude)
        let padded = String(repeating: "0", count: max(0, digits + 1 - all.utf8.count)) + all
        let (left, right) = (String(padded.dropLast(digits)), String(padded.suffix(digits)))
        return (whole < 0 ? "-" : "") + left + (digits == 0 ? "" : "." + right)
    }
}
