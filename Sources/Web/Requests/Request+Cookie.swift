import Hummingbird

extension Request {
    /// The first cookie of a name. Every page reads two; Hummingbird's `cookies` parses all of them first.
    public func cookie(_ name: String) -> String? {
        for header in headers[values: .cookie] {
            for pair in header.utf8.split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                guard pair.starts(with: name.utf8) else { continue }
                let value = pair.dropFirst(name.utf8.count)
                if value.first == UInt8(ascii: "=") { return String(Substring(value.dropFirst())) }
            }
        }
        return nil
    }
}
