import Web

/// Writes metrics in the Prometheus text format 0.0.4.
struct Exposition {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    struct Sample {
        var suffix = ""
        var labels: [(name: String, value: String)] = []
        let value: Double
    }

    private(set) var text = ""

    mutating func add(_ name: String, _ help: String, type: String = "gauge", _ value: Double?) {
        if let value { add(name, help, type: type, [Sample(value: value)]) }
    }

    mutating func add(_ name: String, _ help: String, type: String = "gauge", _ samples: [Sample]) {
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
