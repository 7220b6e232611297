import CoreMetrics
import Synchronization

/// The backend of swift-metrics for Prometheus; names and labels that would grow without bound are refused and counted.
public final class MetricsRegistry: MetricsFactory {
    public struct Family: Sendable {
        public let name: String
        public let help: String
        public let type: String
        public let samples: [MetricSample]
    }

    private struct Kept {
        let type: MetricType
        var series: [[MetricLabel]: any MetricSeries] = [:]
    }

    private struct State {
        var kept: [String: Kept] = [:]
        var refused = 0.0
    }

    static let mostFamilies = 200
    static let mostSeries = 200
    static let longestLabel = 200
    /// The steps of durations in seconds.
    public static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private let help: [String: String]
    private let state = Mutex(State())

    /// `help` explains names in `/metrics`; others are shown by themselves.
    public init(help: [String: String] = [:]) { self.help = help }

    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter) { NumberSeries() } ?? NOOPMetricsHandler.instance
    }

    public func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler {
        series(label, dimensions, .counter) { NumberSeries() } ?? NOOPMetricsHandler.instance
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge) { NumberSeries() } ?? NOOPMetricsHandler.instance
    }

    /// Amounts of unknown size have a sum and a number, no steps.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        if aggregate { return series(label, dimensions, .summary) { HistogramSeries([]) } ?? NOOPMetricsHandler.instance }
        return series(label, dimensions, .gauge) { NumberSeries() } ?? NOOPMetricsHandler.instance
    }

    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, .histogram) { HistogramSeries(Self.bounds) } ?? NOOPMetricsHandler.instance
    }

    // The figures of one name are shared, so one user's end does not end them.
    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    public func destroyMeter(_ handler: any MeterHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}

    public var families: [Family] {
        let (kept, refused) = state.withLock { ($0.kept, $0.refused) }
        let families = kept.sorted { $0.key < $1.key }.map { name, kept in
            Family(
                name: name, help: help[name] ?? name, type: kept.type.rawValue,
                samples: kept.series.sorted { $0.key.lexicographicallyPrecedes($1.key) }.flatMap { $1.samples(kept.type, $0) })
        }
        if refused == 0 { return families }
        return families + [
            Family(
                name: "portico_metrics_refused_total", help: "Figures refused because there are too many names or labels.", type: "counter",
                samples: [MetricSample(value: refused)])
        ]
    }

    /// nil when there is no room, or the name is that of another type.
    private func series<Series: MetricSeries>(
        _ name: String, _ dimensions: [(String, String)], _ type: MetricType, _ make: () -> Series
    ) -> Series? {
        let name = name.asMetricName
        let labels = dimensions.map { MetricLabel(name: $0.asLabelName, value: String($1.prefix(Self.longestLabel))) }.sorted()
        return state.withLock { state in
            if let found = state.kept[name]?.series[labels] as? Series, state.kept[name]?.type == type { return found }
            let hasRoom =
                state.kept[name].map { $0.type == type && $0.series.count < Self.mostSeries } ?? (state.kept.count < Self.mostFamilies)
            guard hasRoom, name.utf8.count <= Self.longestLabel, Set(labels.map(\.name)).count == labels.count else {
                state.refused += 1
                return nil
            }
            let made = make()
            state.kept[name, default: Kept(type: type)].series[labels] = made
            return made
        }
    }
}

extension String {
    fileprivate var asMetricName: String { cleaned(extra: ":") }
    /// `le` is the step of a histogram.
    fileprivate var asLabelName: String { self == "le" ? "le_" : cleaned(extra: "") }

    private func cleaned(extra: String) -> String {
        let clean = String(
            map { character in
                character.isASCII && (character.isLetter || character.isNumber || character == "_" || extra.contains(character))
                    ? character : "_"
            })
        return clean.first?.isNumber ?? true ? "_" + clean : clean
    }
}
