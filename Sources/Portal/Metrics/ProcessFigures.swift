import Foundation

enum ProcessFigures {
    static var residentBytes: Double? {
        numbers("/proc/self/statm").flatMap { $0.count > 1 ? $0[1] * Double(sysconf(Int32(_SC_PAGESIZE))) : nil }
    }

    /// User and system time. The program name may contain anything and ends at the last parenthesis.
    static var processorSeconds: Double? {
        guard let text = read("/proc/self/stat"), let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    static var openFiles: Double? {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count) }
    }

    private static func numbers(_ path: String) -> [Double]? {
        read(path)?.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    }

    private static func read(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
