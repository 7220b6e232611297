import Foundation
import Web

/// A message in RFC 5322 format: plain text in UTF-8, with an optional HTML version.
public struct MailMessage: Sendable {
    let from: String
    let to: String
    let subject: String
    let body: String
    let date: Date
    let identity: String
    /// A one-click unsubscribe address (RFC 8058); nil for a personal message.
    var leaving: String?
    var html = ""
    /// The sender's name; empty for the address alone.
    var fromName = ""
    /// Where answers go; empty for the sender.
    var replyTo = ""

    /// The message with CRLF, in lines of at most 76 characters; values cannot inject headers.
    public var text: String {
        var headers = [
            "From: \(sender)", "To: \(Self.oneLine(to))",
            "Subject: \(Self.encodedWords(Self.inOneLine(ShownText.sanitized(subject))))",
            "Date: \(Self.stamp(date))",
            "Message-ID: <\(identity)@\(from.split(separator: "@").last.map(String.init) ?? "localhost")>", "MIME-Version: 1.0",
            "Auto-Submitted: auto-generated",
        ]
        if !replyTo.isEmpty { headers.append("Reply-To: \(Self.oneLine(replyTo))") }
        if let leaving {
            headers += ["List-Unsubscribe: <\(Self.oneLine(leaving))>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click"]
        }
        return (headers + content).joined(separator: "\r\n") + "\r\n"
    }

    private var sender: String {
        let name = Self.inOneLine(ShownText.sanitized(fromName))
        return name.isEmpty ? Self.oneLine(from) : "\(Self.phrase(name)) <\(Self.oneLine(from))>"
    }

    /// RFC 5322, 3.2.5: words without signs that mean something in a header, or else encoded ones.
    private static func phrase(_ name: String) -> String {
        let isPlain = name.utf8.count <= 60 && name.utf8.allSatisfy { $0 == 0x20 || $0 < 0x80 && UnicodeScalar($0).properties.isAlphabetic }
        return isPlain ? name : words(of: name)
    }

    /// The last headers and the body. Programs show the last part that they support (RFC 2046, 5.1.4).
    private var content: [String] {
        let plain = Self.part("plain", body)
        if html.isEmpty { return plain }
        // Base64 has no hyphens, so no line begins with the boundary.
        let boundary = "=_\(identity)"
        let parts = [plain, Self.part("html", html)].flatMap { ["--" + boundary] + $0 }
        return ["Content-Type: multipart/alternative; boundary=\"\(boundary)\"", ""] + parts + ["--\(boundary)--"]
    }

    private static func part(_ kind: String, _ text: String) -> [String] {
        ["Content-Type: text/\(kind); charset=utf-8", "Content-Transfer-Encoding: base64", ""] + base64Lines(ShownText.sanitized(text))
    }

    private static func oneLine(_ text: String) -> String {
        String(decoding: text.utf8.filter { (0x20...0x7E).contains($0) }, as: UTF8.self)
    }

    /// A subject has no lines, and no controls that a program would act on.
    private static func inOneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { ($0.properties.generalCategory == .control || [0x2028, 0x2029].contains($0.value)) ? " " : $0 }))
    }

    /// RFC 2047: each word holds whole letters and at most 75 characters.
    static func encodedWords(_ text: String) -> String {
        text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) && text.utf8.count <= 60 ? text : words(of: text)
    }

    private static func words(of text: String) -> String {
        var words: [String] = []
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            let next = Array(String(scalar).utf8)
            if bytes.count + next.count > 45 {
                words.append(word(bytes))
                bytes = []
            }
            bytes += next
        }
        return (words + [word(bytes)]).joined(separator: "\r\n ")
    }

    private static func word(_ bytes: [UInt8]) -> String { "=?utf-8?B?\(Data(bytes).base64EncodedString())?=" }

    private static func base64Lines(_ text: String) -> [String] {
        let unix = text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\n", with: "\r\n")
        let encoded = Array(Data(unix.utf8).base64EncodedString().utf8)
        return stride(from: 0, to: encoded.count, by: 76).map { start in
            String(decoding: encoded[start..<min(start + 76, encoded.count)], as: UTF8.self)
        }
    }

    /// `Sat, 21 Nov 2026 20:15:09 +0000`; hand-written, because the system's formatters cost more than the message.
    static func stamp(_ date: Date) -> String {
        let civil = CivilTime(date, in: .gmt)
        let days = Int(cutting: (date.timeIntervalSince1970 / 86400).rounded(.down))
        let two: (Int) -> String = { $0 < 10 ? "0\($0)" : String($0) }
        // 1970-01-01 was a Thursday.
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][((days % 7) + 7) % 7]
        let month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][civil.month - 1]
        let clock = [civil.hour, civil.minute, civil.second].map(two).joined(separator: ":")
        return "\(weekday), \(two(civil.day)) \(month) \(civil.year) \(clock) +0000"
    }
}
