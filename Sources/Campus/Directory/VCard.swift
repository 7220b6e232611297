import Admin
import Registry
import Web

/// A vCard 3.0 (RFC 2426), which every phone reads.
struct VCard {
    let text: String

    /// - Parameter hours: the office hours, a line for each.
    init(_ profile: PersonProfile, hours: [String] = [], site: String, organisation: String) {
        let given = profile.surname.isEmpty ? "" : profile.givenName
        let family = profile.surname.isEmpty ? profile.name : profile.surname
        var lines = [
            "BEGIN:VCARD", "VERSION:3.0", "N:\(Self.escaped(family));\(Self.escaped(given));;;", "FN:\(Self.escaped(profile.name))",
            "ORG:\(Self.escaped(organisation))" + (profile.department.isEmpty ? "" : ";" + Self.escaped(profile.department)),
        ]
        let said =
            profile.contacts.phones.map { ($0.isFax ? "TEL;TYPE=WORK,FAX" : "TEL;TYPE=WORK,VOICE", $0) }
            + profile.contacts.emails.map { ("EMAIL;TYPE=INTERNET", $0) }
        let contacts = said.enumerated().flatMap { number, one in
            Self.labelled(one.0, one.1, profile.contacts.label(one.1), group: "item\(number + 1)")
        }
        let facts = [("TITLE", profile.position)] + contacts + [("TEL;TYPE=WORK,FAX", profile.fax)]
        let note = ([profile.hoursNote] + hours).filter { !$0.isEmpty }.joined(separator: "\n")
        for (name, value) in facts + [("NOTE", note)] where !value.isEmpty {
            lines.append("\(name):\(Self.escaped(value))")
        }
        // A room is an extended address.
        if !profile.office.isEmpty { lines.append("ADR;TYPE=WORK:;\(Self.escaped(profile.office));;;;;") }
        if let picture = profile.picture { lines.append("PHOTO;VALUE=URI:\(site)\(Picture.address(file: picture, .large))") }
        let address = profile.website.isEmpty ? "\(site)/campus/people/\(profile.id)" : profile.website
        lines += ["URL:\(address.filter { $0 > " " })", "END:VCARD"]
        text = lines.map { Self.folded($0) + "\r\n" }.joined()
    }

    /// The purpose goes into a label of the same group, as address books expect.
    private static func labelled(_ name: String, _ line: ContactLine, _ label: String, group: String) -> [(String, String)] {
        label.isEmpty || line.isFax ? [(name, line.value)] : [("\(group).\(name)", line.value), ("\(group).X-ABLabel", label)]
    }

    static func escaped(_ value: String) -> String {
        var bytes: [UInt8] = []
        for byte in ShownText.sanitized(value).utf8 where byte != 0x0D {
            switch byte {
            case 0x0A: bytes += Array("\\n".utf8)
            case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20, 0x7F: continue
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Folds at 75 bytes between characters; continuation lines begin with a space.
    static func folded(_ line: String) -> String {
        var (result, length) = ("", 0)
        for scalar in line.unicodeScalars {
            let size = UTF8.width(scalar)
            if length + size > 75 {
                result += "\r\n "
                length = 1
            }
            result.unicodeScalars.append(scalar)
            length += size
        }
        return result
    }
}
