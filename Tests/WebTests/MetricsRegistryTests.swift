import CoreMetrics
import Testing

@testable import Web

struct MetricsRegistryTests {
    private let registry = MetricsRegistry(help: ["calls_total": "Calls."])

    private func lines() -> [String] {
        registry.families.flatMap { family in
            family.samples.map { sample in
                family.name + sample.suffix + " " + sample.labels.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
                    + " \(sample.value)"
            }
        }
    }

    @Test func everyKindOfFigureIsKept() {
        Counter(label: "calls_total", dimensions: [("to", "b")], factory: registry).increment(by: 2)
        Counter(label: "calls_total", dimensions: [("to", "a")], factory: registry).increment()
        FloatingPointCounter(label: "seconds_total", factory: registry).increment(by: 0.5)
        let meter = Meter(label: "open", factory: registry)
        meter.set(3)
        meter.decrement(by: 1)
        Gauge(label: "level", factory: registry).record(7)
        #expect(lines() == ["calls_total to=a 1.0", "calls_total to=b 2.0", "level  7.0", "open  2.0", "seconds_total  0.5"])
        #expect(registry.families.first?.help == "Calls.")
        #expect(registry.families.map(\.type) == ["counter", "gauge", "gauge", "counter"])
    }

    @Test func durationsAreCountedInSteps() {
        let timer = CoreMetrics.Timer(label: "duration_seconds", factory: registry)
        timer.recordMilliseconds(7)
        timer.recordSeconds(20)
        let lines = lines()
        #expect(lines.contains("duration_seconds_bucket le=0.005 0.0"))
        #expect(lines.contains("duration_seconds_bucket le=0.01 1.0"))
        #expect(lines.contains("duration_seconds_bucket le=10.0 1.0"))
        #expect(lines.suffix(3) == ["duration_seconds_bucket le=+Inf 2.0", "duration_seconds_sum  20.007", "duration_seconds_count  2.0"])
    }

    @Test func amountsHaveASumAndANumber() {
        let recorder = Recorder(label: "bytes", factory: registry)
        recorder.record(10)
        recorder.record(2.5)
        #expect(lines() == ["bytes_sum  12.5", "bytes_count  2.0"])
        #expect(registry.families.map(\.type) == ["summary"])
    }

    @Test func theSameNameAndLabelsAreOneSeriesInAnyOrder() {
        Counter(label: "c", dimensions: [("a", "1"), ("b", "2")], factory: registry).increment()
        Counter(label: "c", dimensions: [("b", "2"), ("a", "1")], factory: registry).increment()
        #expect(lines() == ["c a=1,b=2 2.0"])
    }

    @Test func namesOfLibrariesBecomeThoseOfPrometheus() {
        Counter(label: "hb.requests-1", dimensions: [("http.route", "/è"), ("le", "x")], factory: registry).increment()
        Counter(label: "9", factory: registry).increment()
        #expect(lines() == ["_9  1.0", "hb_requests_1 http_route=/è,le_=x 1.0"])
    }

    @Test func labelsFromOutsideDoNotGrowWithoutBound() {
        for number in 0..<(MetricsRegistry.mostSeries + 50) {
            Counter(label: "invented", dimensions: [("address", "/\(number)")], factory: registry).increment()
        }
        #expect(registry.families.first?.samples.count == MetricsRegistry.mostSeries)
        #expect(lines().last == "portico_metrics_refused_total  50.0")
        Counter(label: "invented", dimensions: [("address", "/0")], factory: registry).increment()
        #expect(lines().contains("invented address=/0 2.0"))
    }

    @Test func namesDoNotGrowWithoutBoundEither() {
        for number in 0..<(MetricsRegistry.mostFamilies + 5) { Counter(label: "name_\(number)", factory: registry).increment() }
        Counter(label: String(repeating: "n", count: 10_000), factory: registry).increment()
        Counter(label: "name_0", dimensions: [("x", String(repeating: "l", count: 10_000))], factory: registry).increment()
        #expect(registry.families.count == MetricsRegistry.mostFamilies + 1)
        #expect(lines().last == "portico_metrics_refused_total  6.0")
        #expect(lines().allSatisfy { $0.utf8.count < 300 })
    }

    @Test func aNameHasOneType() {
        Counter(label: "same", factory: registry).increment()
        Meter(label: "same", factory: registry).set(5)
        Counter(label: "twice", dimensions: [("a.b", "1"), ("a_b", "2")], factory: registry).increment()
        #expect(lines() == ["same  1.0", "portico_metrics_refused_total  2.0"])
    }
}
