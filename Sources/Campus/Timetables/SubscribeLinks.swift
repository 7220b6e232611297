import Admin
import Foundation
import Web

/// The ways to follow a calendar from another program, each with the language of the page in its address.
struct SubscribeLinks {
    let origin: String
    let words: Words

    /// - Parameter formats: the further forms of an open timetable, by their endings.
    func values(
        _ name: String, path: String, query: [(name: String, value: String)] = [], formats: [TimetableFormat] = TimetableFormat.allCases
    ) -> Values {
        func address(_ format: TimetableFormat, _ language: Language) -> String {
            "\(path).\(format.rawValue)".appendingQuery(query + [(name: "language", value: language.rawValue)])
        }
        var all = self.values(name, file: address(.ics, words.language))
        all["files"] = formats.map { format -> Values in
            ["href": address(format, words.language), "label": words("campus.subscribe.format.\(format.rawValue)")]
        }
        all["languages"] = Language.allCases.filter { $0 != words.language }.map { language -> Values in
            ["href": address(.ics, language), "label": language.ownName, "lang": language.rawValue]
        }
        return all
    }

    /// Of a file alone, such as a secret one.
    func values(_ name: String, file: String) -> Values {
        let (whole, host) = (origin + file, origin.drop { $0 != ":" })
        let webcal = "webcal\(host)\(file)"
        let code = QRCode(webcal)
        return [
            "name": name, "isSecret": false, "isOpen": false, "file": file, "address": whole, "webcal": webcal, "files": [Values](),
            "languages": [Values](),
            "google": "https://calendar.google.com/calendar/render".appendingQuery([(name: "cid", value: webcal)]),
            "outlook": "https://outlook.live.com/calendar/0/addfromweb".appendingQuery([
                (name: "url", value: whole), (name: "name", value: name),
            ]),
            "office": "https://outlook.office.com/calendar/0/addfromweb".appendingQuery([
                (name: "url", value: whole), (name: "name", value: name),
            ]),
            "code": code.map { ["path": $0.path, "width": String($0.width)] as Values } ?? false,
        ]
    }
}
