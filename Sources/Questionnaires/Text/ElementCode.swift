/// Codes of questions and answers: ASCII letters, digits, `_` and `-`, so that texts and files need no quoting.
enum ElementCode {
    static let limit = 40

    static func plain(_ text: String) -> String {
        let bytes = text.utf8.prefix(limit).map { isAllowed($0) ? $0 : UInt8(ascii: "_") }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Unique codes for names. A valid name keeps its code; of names with the same result, the first keeps it and the others get a number.
    static func codes(of names: [String]) -> [String: String] {
        var taken = Set(names.filter { isOne($0) })
        var codes: [String: String] = [:]
        // The next number for each code: searching from two each time would be slow.
        var numbers: [String: Int] = [:]
        for name in names where codes[name] == nil {
            let made = plain(name)
            var code = made
            while !isOne(name), !taken.insert(code).inserted {
                numbers[made, default: 1] += 1
                let ending = "-\(numbers[made, default: 1])"
                code = String(made.prefix(limit - ending.utf8.count)) + ending
            }
            codes[name] = code
        }
        return codes
    }

    static func distinct(_ codes: [String]) -> [String] {
        var (taken, seen): (Set<String>, Set<String>) = (Set(codes), [])
        return codes.map { code in
            if seen.insert(code).inserted { return code }
            let endings = (2...).lazy.map { "-\($0)" }
            return endings.map { code.prefix(limit - $0.utf8.count) + $0 }.first { taken.insert(String($0)).inserted }.map(String.init)
                ?? code
        }
    }

    static func isOne(_ text: some StringProtocol) -> Bool {
        (1...limit).contains(text.utf8.count) && text.utf8.allSatisfy(isAllowed)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
