import Web

/// The numbers of a `range`: `start=0 end=10 step=1`.
struct FormScale {
    let labels: String
    let limits: Limits
    let numbers: [String]?
    /// Whether the numbers rise by one unit of their last digit.
    let isExact: Bool

    static let most = 11

    init(_ parameters: String) {
        var values: [String: String] = [:]
        for part in parameters.split(whereSeparator: { $0.isWhitespace || $0 == "," || $0 == ";" }) {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2 { values[pair[0].lowercased()] = pair[1] }
        }
        labels = values["tick_labelset"] ?? ""
        guard let start = DecimalText(values["start"] ?? "1"), let end = DecimalText(values["end"] ?? "10"),
            let step = DecimalText(values["step"] ?? "1")
        else {
            (limits, numbers, isExact) = (Limits(), nil, false)
            return
        }
        let decimals = max(start.decimals, end.decimals, step.decimals)
        limits = Limits(
            least: (start < end ? start : end).text, greatest: (start < end ? end : start).text,
            decimals: min(decimals, Limits.mostDecimals.upperBound))
        let last = (0..<decimals).reduce(1.0) { last, _ in last / 10 }
        isExact = start < end && (step.number - last).magnitude < last / 1000
        let count =
            step.number == 0
            ? Double(Self.most + 1) : ((end.number - start.number) / step.number).magnitude.advanced(by: 1e-6).rounded(.down) + 1
        guard count <= Double(Self.most), decimals <= 4 else {
            numbers = nil
            return
        }
        let direction = end.number < start.number ? -step.number.magnitude : step.number.magnitude
        // In whole units of the last digit, so that no digit is lost to binary fractions.
        let unit = (0..<decimals).reduce(1.0) { unit, _ in unit * 10 }
        numbers = (0..<Int(cutting: count)).map { index in
            let whole = ((start.number + Double(index) * direction) * unit).rounded()
            return whole == (whole / unit).rounded() * unit ? String(Int(cutting: whole / unit)) : "\(whole / unit)"
        }
    }
}
