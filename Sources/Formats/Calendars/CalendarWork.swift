import Glibc

/// What the rules of one calendar may cost together, in steps and in time of the processor.
struct CalendarWork {
    private var steps: Int
    /// Rules for which libical finds no time. Each may cost it a second: it looks as far as the year 20000.
    private var barren = 5
    private let end = Self.now + Self.seconds

    private static let seconds = 5

    init(steps: Int) { self.steps = steps }

    mutating func spend(_ number: Int) throws(CalendarReader.Refusal) {
        steps -= number
        guard steps >= 0, Self.now < end else { throw .tooLong }
    }

    mutating func spendOnBarrenRule() throws(CalendarReader.Refusal) {
        barren -= 1
        guard barren >= 0, Self.now < end else { throw .tooLong }
    }

    /// Seconds that this thread has worked: waiting for a processor that others use does not count.
    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec
    }
}
