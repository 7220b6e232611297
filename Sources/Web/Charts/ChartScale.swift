import Foundation

/// An axis from nothing to a round number at or above the greatest value, with a few steps.
struct ChartScale: Sendable {
    let steps: [Double]
    var top: Double { steps.last ?? 1 }

    /// - Parameter isWhole: whether the values are counts, so that no step is a fraction.
    init(_ values: [Double], isWhole: Bool) {
        let greatest = values.filter(\.isFinite).max() ?? 0
        guard greatest > 0 else {
            steps = [0, 1]
            return
        }
        let power = pow(10, floor(log10(greatest / 4)))
        let step = [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 * 4 >= greatest } ?? greatest
        let chosen = isWhole ? max(1, step.rounded(.up)) : step
        let count = max(1, Int(nearest: (greatest / chosen).rounded(.up)))
        steps = (0...count).map { Double($0) * chosen }
    }

    func share(_ value: Double) -> Double { top > 0 ? min(1, max(0, value / top)) : 0 }
}
