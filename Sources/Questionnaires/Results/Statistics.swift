/// What is said of a list of numbers.
struct Statistics: Sendable, Equatable {
    let count: Int
    let least: Double
    let greatest: Double
    let mean: Double
    let median: Double
    /// Of a sample: divided by one less than the count; nil for a single number.
    let deviation: Double?

    /// Nil when there is no number.
    init?(_ numbers: [Double]) {
        guard let first = numbers.first else { return nil }
        let sorted = numbers.sorted()
        count = numbers.count
        least = sorted.first ?? first
        greatest = sorted.last ?? first
        let mean = numbers.reduce(0, +) / Double(count)
        self.mean = mean
        let middle = count / 2
        median = count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        deviation = count > 1 ? (squares / Double(count - 1)).squareRoot() : nil
    }
}

/// How numbers spread over classes of equal width.
struct Histogram: Sendable, Equatable {
    struct Bar: Sendable, Equatable {
        let from: Double
        let to: Double
        let count: Int
    }

    let bars: [Bar]

    /// At most ten classes; a class holds its lower end, the last one its upper end too.
    init(_ numbers: [Double]) {
        guard let least = numbers.min(), let greatest = numbers.max() else {
            bars = []
            return
        }
        guard greatest > least else {
            bars = [Bar(from: least, to: greatest, count: numbers.count)]
            return
        }
        let classes = min(10, max(2, Int(Double(numbers.count).squareRoot().rounded(.up))))
        let width = (greatest - least) / Double(classes)
        var counts = Array(repeating: 0, count: classes)
        for number in numbers { counts[min(classes - 1, Int((number - least) / width))] += 1 }
        bars = counts.enumerated().map { index, count in
            Bar(from: least + width * Double(index), to: index == classes - 1 ? greatest : least + width * Double(index + 1), count: count)
        }
    }
}
