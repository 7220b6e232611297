struct Origin: Equatable {
    let scheme: String
    /// In lower case; an IPv6 address in brackets.
    let name: String
    let port: Int?

    /// nil for anything but `http(s)://host[:port]`, with or without a path.
    init?(_ text: String) {
        let text = text.lowercased()
        guard let scheme = ["https", "http"].first(where: { text.hasPrefix($0 + "://") }) else { return nil }
        self.init(scheme: scheme, host: String(text.dropFirst(scheme.count + 3).prefix { $0 != "/" }))
    }

    init?(scheme: String, host: String) {
        guard let name = Self.name(ofHost: host) else { return nil }
        self.scheme = scheme
        self.name = name
        let port = Int(host.utf8.count > name.utf8.count ? host.dropFirst(name.count + 1) : "", in: .whole)
        self.port = port == (scheme == "https" ? 443 : 80) ? nil : port
    }

    /// Returns the host in lower case without its port; nil when malformed (RFC 3986, 3.2.2).
    static func name(ofHost host: String) -> String? {
        let bytes = Array(host.utf8)
        guard bytes.count <= 255 else { return nil }
        let name: ArraySlice<UInt8>
        if bytes.first == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            name = bytes[...close]
            guard name.count > 3, name.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || ":.".utf8.contains($0) }) else { return nil }
        } else {
            name = bytes.prefix { $0 != UInt8(ascii: ":") }
            guard !name.isEmpty, name.allSatisfy({ $0.isLetterOrDigit || "-._".utf8.contains($0) }) else { return nil }
        }
        let port = bytes[name.endIndex...]
        let isPort = port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(\.isDigit) && (2...6).contains(port.count)
        guard port.isEmpty || isPort else { return nil }
        return String(decoding: name, as: UTF8.self).lowercased()
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isHexDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }
    fileprivate var isLetterOrDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}

extension Origin: CustomStringConvertible {
    var description: String { "\(scheme)://\(name)" + (port.map { ":\($0)" } ?? "") }
}
