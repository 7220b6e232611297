import Glibc
import Logging

/// One event as one line, in which nothing that a visitor sent can begin another line.
struct LogLine {
    let level: Logger.Level
    let label: String
    let message: String
    var source: String?
    var metadata: [(name: String, value: String)] = []

    func text(_ format: LogFormat, at moment: timespec) -> String {
        switch format {
        case .plain:
            let head = "\(Self.stamp(moment, "%Y-%m-%dT%H:%M:%S%z")) \(level) \(label):" + pairs
            return head + (source.map { " [\($0)]" } ?? "") + " " + message.onOneLine
        case .journal: return "<\(priority)>" + message.onOneLine + pairs
        case .json:
            let milliseconds = moment.tv_nsec / 1_000_000
            let fraction = String(String(1_000 + milliseconds).dropFirst())
            var fields = [
                ("time", Self.stamp(moment, "%Y-%m-%dT%H:%M:%S.\(fraction)%z")), ("level", level.rawValue), ("label", label),
                ("message", message),
            ]
            if let source { fields.append(("source", source)) }
            var object = Self.members(fields)
            if !metadata.isEmpty { object += ",\"metadata\":{" + Self.members(metadata.map { ($0.name, $0.value) }) + "}" }
            return "{" + object + "}"
        }
    }

    private var pairs: String { metadata.map { " \($0.name)=\($0.value)".onOneLine }.joined() }

    private var priority: Int {
        switch level {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }

    private static func stamp(_ moment: timespec, _ format: String) -> String {
        var (seconds, parts) = (moment.tv_sec, tm())
        localtime_r(&seconds, &parts)
        var buffer = [CChar](repeating: 0, count: 64)
        let count = strftime(&buffer, buffer.count, format, &parts)
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func members(_ fields: [(String, String)]) -> String {
        fields.map { "\"\($0.0.inJSON)\":\"\($0.1.inJSON)\"" }.joined(separator: ",")
    }
}

extension String {
    fileprivate var onOneLine: String { escaped([]) { "\\x" + $0 } }

    fileprivate var inJSON: String { escaped(["\\", "\""]) { "\\u00" + $0 } }

    /// Replaces `marks` and control characters by their two hexadecimal digits.
    private func escaped(_ marks: Set<Unicode.Scalar>, _ escape: (String) -> String) -> String {
        guard unicodeScalars.contains(where: { $0.isControl || marks.contains($0) }) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if scalar.isControl || marks.contains(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += escape(digits.count == 1 ? "0" + digits : digits)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Unicode.Scalar {
    /// C1 controls too: some terminals obey them.
    fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
