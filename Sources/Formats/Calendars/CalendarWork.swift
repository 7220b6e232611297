import Foundation

/// What the rules of one calendar may cost together, in steps and in time.
struct CalendarWork {
    private var steps: Int
    /// Rules for which libical finds no time. Each may cost it a second: it looks as far as the year 20000.
    private var barren = 5
    private let end = ContinuousClock.now + .seconds(5)

    init(steps: Int) { self.steps = steps }

    mutating func spend(_ number: Int) throws(CalendarReader.Refusal) {
        steps -= number
        guard steps >= 0, ContinuousClock.now < end else { throw .tooLong }
    }

    mutating func spendOnBarrenRule() throws(CalendarReader.Refusal) {
        barren -= 1
        guard barren >= 0, ContinuousClock.now < end else { throw .tooLong }
    }
}
