struct HeaderValue {
    let value: String
    /// By lower-case name. The values are bytes because file names come in any encoding.
    private(set) var parameters: [String: [UInt8]] = [:]

    init(_ text: String) { self.init(bytes: Array(text.utf8)) }

    init(bytes: [UInt8]) {
        let end = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.endIndex
        value = String(decoding: bytes[..<end], as: UTF8.self).trimmingSpaces().lowercased()
        var rest = bytes[end...].dropFirst()
        while !rest.isEmpty {
            guard let equals = rest.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ";") }) else { break }
            let name = String(decoding: rest[..<equals], as: UTF8.self).trimmingSpaces().lowercased()
            let isFlag = rest[equals] == UInt8(ascii: ";")
            rest = rest[(equals + 1)...]
            if isFlag { continue }
            let text = Self.takeValue(from: &rest)
            // The first one counts, so that two programs cannot read different names from one header.
            if !name.isEmpty, parameters[name] == nil { parameters[name] = text }
        }
    }

    private static func takeValue(from rest: inout ArraySlice<UInt8>) -> [UInt8] {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
        guard rest.first == UInt8(ascii: "\"") else {
            let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
            defer { rest = rest[end...].dropFirst() }
            return Array(String(decoding: rest[..<end], as: UTF8.self).trimmingSpaces().utf8)
        }
        rest = rest.dropFirst()
        var text: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            // Only `\"` is an escape: current browsers send `%22`, and old ones send C:\folder\file.
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "\"") {
                text.append(UInt8(ascii: "\""))
                rest = rest.dropFirst()
            } else {
                text.append(byte)
            }
        }
        rest = rest.drop { $0 != UInt8(ascii: ";") }.dropFirst()
        return text
    }
}
