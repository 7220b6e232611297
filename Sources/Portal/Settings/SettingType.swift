import Admin
import Citations
import Foundation
import Web

/// A type of setting: what is expected, how its text is read, and how a value is shown.
struct SettingType<Value>: Sendable {
    let expected: EarlyText
    private(set) var isPath = false
    let read: @Sendable (String) -> Value?
    let show: @Sendable (Value) -> String

    /// `key` is of the text below `start.expected`, `expected` the same in English.
    init(
        _ key: String, _ expected: String, read: @escaping @Sendable (String) -> Value?, show: @escaping @Sendable (Value) -> String
    ) {
        (self.expected, self.read, self.show) = (EarlyText("expected.\(key)", expected), read, show)
    }

    fileprivate func path() -> Self {
        var copy = self
        copy.isPath = true
        return copy
    }
}

extension SettingType<String> {
    static var host: Self { Self("host", "a host name") { $0 } }
    static var file: Self { Self("file", "a file") { $0 }.path() }
    static var folder: Self { Self("folder", "a folder") { $0 }.path() }
    static var text: Self { Self("text", "a text") { $0 } }

    static var origin: Self {
        Self("origin", "an address such as https://portal.example.org") { text in
            let parts = URLComponents(string: text)
            let isOrigin = ["http", "https"].contains(parts?.scheme) && parts?.host != nil && ["", "/"].contains(parts?.path)
            return isOrigin ? (text.hasSuffix("/") ? String(text.dropLast()) : text) : nil
        }
    }

    static var address: Self {
        Self("address", "an address such as https://exams.example.org/api") { text in
            guard Outgoing.url(text) != nil, !text.contains("?") else { return nil }
            return text.hasSuffix("/") ? String(text.dropLast()) : text
        }
    }

    static var secret: Self {
        Self("secret", "a secret of at least 20 letters, digits and signs") { $0.utf8.count >= 20 && $0.isPrintableASCII ? $0 : nil }
    }

    static var program: Self {
        Self("program", "a program with its whole path, such as /usr/sbin/sendmail -t -i") { text in
            text.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: String(text.prefix { $0 != " " })) ? text : nil
        }
    }

    static var sender: Self {
        Self("sender", "an address such as portico@example.org") { text in
            text.split(separator: "@", omittingEmptySubsequences: false).count == 2 && text.isPrintableASCII ? text : nil
        }
    }

    private init(_ key: String, _ expected: String, _ read: @escaping @Sendable (String) -> String?) {
        self.init(key, expected, read: read) { $0 }
    }
}

extension SettingType<Int> {
    static var port: Self { number("port", "a port between 0 and 65535", in: 0...65_535) }
    static var cost: Self { number("cost", "a number between 10 and 20", in: 10...20) }
    static var seconds: Self { number("seconds", "a number of seconds between 1 and 86400", in: 1...86_400) }

    static var heartbeat: Self {
        Self("heartbeat", "yes, no, or a number of seconds between 1 and 3600") { text in
            Int(text, in: 1...3_600) ?? SettingType<Bool>.yesOrNo.read(text).map { $0 ? Heartbeat.usualPause : 0 }
        } show: {
            $0 == 0 ? "no" : $0 == Heartbeat.usualPause ? "yes" : String($0)
        }
    }

    private static func number(_ key: String, _ expected: String, in range: ClosedRange<Int>) -> Self {
        Self(key, expected) {
            Int($0, in: range)
        } show: {
            String($0)
        }
    }
}

extension SettingType<Bool> {
    static var yesOrNo: Self {
        Self("yesOrNo", "yes or no") {
            ["yes": true, "no": false, "1": true, "0": false, "true": true, "false": false][$0]
        } show: {
            $0 ? "yes" : "no"
        }
    }
}

extension SettingType<[String]> {
    static var proxies: Self {
        Self("proxies", "a list of addresses with commas") {
            $0.split(separator: ",").map { $0.trimmingSpaces() }
        } show: {
            $0.joined(separator: ", ")
        }
    }
}

extension SettingType<[CacheEndpoint]> {
    static var caches: Self {
        Self("caches", "a list with commas of addresses such as BAN http://127.0.0.1:6081/, with PURGE, BAN or POST before each") { text in
            let endpoints = text.split(separator: ",").map { CacheEndpoint($0.trimmingSpaces()) }
            return endpoints.contains(nil) ? nil : endpoints.compactMap(\.self)
        } show: {
            $0.map(\.host).joined(separator: ", ")
        }
    }
}

extension SettingType<Set<String>> {
    static var addresses: Self {
        Self("addresses", "a list of addresses with commas") { text in
            let addresses = text.split(separator: ",").map { $0.trimmingSpaces() }
            return addresses.allSatisfy(\.isAddress) ? Set(addresses) : nil
        } show: {
            $0.sorted().joined(separator: ", ")
        }
    }

    static var hosts: Self {
        Self("hosts", "a list of host names with commas") {
            Set($0.split(separator: ",").map { $0.trimmingSpaces().lowercased() })
        } show: {
            $0.sorted().joined(separator: ", ")
        }
    }
}

extension SettingType<HostList> {
    static var hostList: Self {
        Self("hostList", "a list of host names with commas, or none") {
            try? HostList($0 == "none" ? "" : $0)
        } show: {
            $0.names.isEmpty ? "none" : $0.names.joined(separator: ", ")
        }
    }
}

extension SettingType<LogSettings> {
    static var log: Self {
        Self("log", "one of trace, debug, info, notice, warning, error, and a form: plain, journal or json") {
            LogSettings($0)
        } show: {
            $0.text
        }
    }
}

extension String {
    fileprivate var isPrintableASCII: Bool { utf8.allSatisfy { (0x21...0x7E).contains($0) } }

    var isAddress: Bool {
        var space = in6_addr()
        return inet_pton(AF_INET, self, &space) == 1 || inet_pton(AF_INET6, self, &space) == 1
    }
}
