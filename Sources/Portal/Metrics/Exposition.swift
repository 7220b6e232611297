import Web

/// Writes metrics in the Prometheus text format 0.0.4.
struct Exposition {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    mutating func add(_ name: String, _ help: String, type: String = "gauge", _ value: Double?) {
        if let value { add(name, help, type: type, [MetricSample(value: value)]) }
    }

    mutating func add(_ name: String, _ help: String, type: String = "gauge", _ samples: [MetricSample]) {
        guard !samples.isEmpty else { return }
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            text += name + sample.suffix + (labels.isEmpty ? "" : "{\(labels)}") + " \(Self.number(sample.value))\n"
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e15 ? String(Int(cutting: value)) : String(value)
    }
}
