import Web

struct Spread: Sendable, Equatable, ExpressibleByArrayLiteral {
    private var counts: [Double: Int] = [:]

    init(arrayLiteral numbers: Double...) {
        for number in numbers { add(number, 1) }
    }

    mutating func add(_ number: Double, _ count: Int) { counts[number, default: 0] += count }

    mutating func add(_ other: Spread) { counts.merge(other.counts, uniquingKeysWith: +) }

    var isEmpty: Bool { counts.isEmpty }
    var count: Int { counts.values.reduce(0, +) }

    func count(where isMeant: (Double) -> Bool) -> Int { counts.reduce(0) { isMeant($1.key) ? $0 + $1.value : $0 } }

    var sorted: [(number: Double, count: Int)] { counts.map { ($0, $1) }.sorted { $0.0 < $1.0 } }
}

struct Statistics: Sendable, Equatable {
    let count: Int
    let least: Double
    let greatest: Double
    let mean: Double
    let median: Double
    /// Sample standard deviation (n − 1); nil for a single number.
    let deviation: Double?

    init?(_ numbers: Spread) {
        let sorted = numbers.sorted
        guard let first = sorted.first, let last = sorted.last else { return nil }
        let count = numbers.count
        func number(at place: Int) -> Double {
            var passed = 0
            return sorted.first {
                passed += $0.count
                return passed > place
            }?.number ?? last.number
        }
        let mean = sorted.reduce(0) { $0 + $1.number * Double($1.count) } / Double(count)
        let squares = sorted.reduce(0) { $0 + ($1.number - mean) * ($1.number - mean) * Double($1.count) }
        (self.count, self.mean, least, greatest) = (count, mean, first.number, last.number)
        median = count % 2 == 1 ? number(at: count / 2) : (number(at: count / 2 - 1) + number(at: count / 2)) / 2
        deviation = count > 1 ? (squares / Double(count - 1)).squareRoot() : nil
    }
}

struct Histogram: Sendable, Equatable {
    struct Bar: Sendable, Equatable {
        let from: Double
        let to: Double
        let count: Int
    }

    let bars: [Bar]

    /// At most ten classes; a class holds its lower end, the last one also its upper end.
    init(_ numbers: Spread) {
        let sorted = numbers.sorted
        guard let least = sorted.first?.number, let greatest = sorted.last?.number else {
            bars = []
            return
        }
        guard greatest > least else {
            bars = [Bar(from: least, to: greatest, count: numbers.count)]
            return
        }
        let classes = min(10, max(2, Int(cutting: Double(numbers.count).squareRoot().rounded(.up))))
        let width = (greatest - least) / Double(classes)
        var counts = Array(repeating: 0, count: classes)
        for (number, count) in sorted { counts[min(classes - 1, Int(cutting: (number - least) / width))] += count }
        bars = counts.enumerated().map { index, count in
            Bar(from: least + width * Double(index), to: index == classes - 1 ? greatest : least + width * Double(index + 1), count: count)
        }
    }
}
