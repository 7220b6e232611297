import CoreMetrics
import Synchronization

enum MetricType: String, Sendable { case counter, gauge, histogram, summary }

public struct MetricLabel: Sendable, Hashable, Comparable {
    public let name: String
    public let value: String

    public init(name: String, value: String) { (self.name, self.value) = (name, value) }

    public static func < (a: Self, b: Self) -> Bool { (a.name, a.value) < (b.name, b.value) }
}

public struct MetricSample: Sendable {
    public var suffix: String
    public var labels: [MetricLabel]
    public let value: Double

    public init(suffix: String = "", labels: [MetricLabel] = [], value: Double) {
        (self.suffix, self.labels, self.value) = (suffix, labels, value)
    }
}

protocol MetricSeries: Sendable {
    func samples(_ type: MetricType, _ labels: [MetricLabel]) -> [MetricSample]
}

final class NumberSeries: MetricSeries, CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)

    func increment(by amount: Int64) { value.withLock { $0 += Double(amount) } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func set(_ number: Int64) { set(Double(number)) }
    func set(_ number: Double) { value.withLock { $0 = number } }
    func record(_ number: Int64) { set(Double(number)) }
    func record(_ number: Double) { set(number) }
    func reset() { set(0.0) }

    func samples(_ type: MetricType, _ labels: [MetricLabel]) -> [MetricSample] {
        [MetricSample(labels: labels, value: value.withLock { $0 })]
    }
}

final class HistogramSeries: MetricSeries, TimerHandler, RecorderHandler {
    private struct State {
        /// The last step is above all bounds.
        var steps: [Int]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    init(_ bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(steps: Array(repeating: 0, count: bounds.count + 1)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let step = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.steps[step] += 1
            state.sum += value
        }
    }

    func samples(_ type: MetricType, _ labels: [MetricLabel]) -> [MetricSample] {
        let (steps, sum) = state.withLock { ($0.steps, $0.sum) }
        var below = 0
        let buckets = zip(bounds.map { "\($0)" } + ["+Inf"], steps).map { bound, count -> MetricSample in
            below += count
            return MetricSample(suffix: "_bucket", labels: labels + [MetricLabel(name: "le", value: bound)], value: Double(below))
        }
        return (type == .histogram ? buckets : []) + [
            MetricSample(suffix: "_sum", labels: labels, value: sum), MetricSample(suffix: "_count", labels: labels, value: Double(below)),
        ]
    }
}
