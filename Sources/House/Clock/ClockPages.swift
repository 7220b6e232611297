import Admin
import Foundation
import GRDB
import Hummingbird
import NIOCore
import Web

struct ClockPages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("clock", use: clock)
        router.get("clock/faces", use: faces)
        router.post("clock/face", use: chooseFace)
        router.get("clock/sentences/{language}/{hours}", use: sentences)
    }

    /// A script keeps the time correct; without one, the page reloads every minute.
    @Sendable private func clock(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let words = guests.words(person)
        let now = Date.now
        let zone = person.guest.timeZone
        let time = CivilTime(now, in: zone)
        let hands = ClockHands(hour: time.hour, minute: time.minute, second: time.second)
        let spoken = SpokenTime(hour: time.hour, minute: time.minute)
        let hours = person.preferences.number(.clockHours)
        let next = zone.nextDaylightSavingTimeTransition(after: now)
        let chosen = person.preferences[.clockFace]
        let pictures = ClockPicture.isName(chosen) ? try await pictures(person) : []
        let said = [spoken.sentence(words.language, hours: hours), words("clock.\(spoken.dayPart)")].joined(separator: " ")
        let player = try await guests.database.read { try guests.player(for: said, person, $0) }
        var values = pictures.first { $0.value == chosen }?.dial ?? (ClockFace(rawValue: chosen) ?? .plain).values
        let more: Values = [
            "hourTurn": String(hands.hour), "minuteTurn": String(hands.minute), "secondTurn": String(hands.second),
            "digits": person.preferences.isOn(.clockDigital) ? Self.digits(time.hour, time.minute, hours: hours) : false,
            "iso": words.language.time(now, in: zone), "sentence": spoken.sentence(words.language, hours: hours),
            "dayPart": words("clock.\(spoken.dayPart)"),
            "longestSentence": SpokenTime.longest["\(words.language.rawValue) \(hours)"] ?? "",
            "longestPart": Self.dayParts.map { words("clock.\($0)") }.max { $0.count < $1.count } ?? "",
            "offset": String(zone.secondsFromGMT(for: now)), "hours": String(hours),
            "change": next.map { String(Int(cutting: $0.timeIntervalSince1970 * 1000)) } ?? "",
            "changed": next.map { String(zone.secondsFromGMT(for: $0)) } ?? "",
            "sentences": "/house/clock/sentences/\(words.language.rawValue)/\(hours)",
            "parts": Self.dayParts.map { ["name": $0, "text": words("clock.\($0)")] as Values },
            "refresh": String(61 - time.second), "player": player,
        ]
        values.merge(more) { $1 }
        return try guests.page("house/clock/index", words("clock.title"), back: "/house/home", values, for: person.visitor, request)
    }

    private static let dayParts = ["morning", "afternoon", "evening", "night"]

    private func pictures(_ person: GuestRequestContext) async throws -> [ClockPicture.Offered] {
        try await guests.database.read { try ClockPicture.offered(in: person.guest.houseID, $0) }
    }

    static func digits(_ hour: Int, _ minute: Int, hours: Int) -> String {
        let shown = hours == 12 ? (hour + 11) % 12 + 1 : hour
        return "\(shown):" + (minute < 10 ? "0" : "") + String(minute)
    }

    /// The 1,440 sentences of a day, one per line. The clock's script uses them, so it matches the server and works offline.
    @Sendable private func sentences(_ request: Request, _ person: GuestRequestContext) throws -> Response {
        guard let language = person.parameters.get("language").flatMap({ Language(rawValue: $0) }),
            let hours = person.parameters.number("hours", in: .positions), [12, 24].contains(hours)
        else { throw HTTPError(.notFound) }
        let lines = (0..<1440).map { minute in
            let time = SpokenTime(hour: minute / 60, minute: minute % 60)
            return time.dayPart + "\t" + time.sentence(language, hours: hours)
        }
        let headers: HTTPFields = [.contentType: "text/plain; charset=utf-8", .cacheControl: "private, max-age=86400"]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: lines.joined(separator: "\n"))))
    }

    @Sendable private func faces(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let words = guests.words(person)
        let hands = ClockHands(hour: 10, minute: 10, second: 0)
        let dials =
            ClockFace.allCases.map { (value: $0.rawValue, label: words("clock.faces.\($0.rawValue)"), dial: $0.values) }
            + (try await pictures(person)).map { (value: $0.value, label: $0.name, dial: $0.dial) }
        let sheet = Pagination(dials.count, request)
        let faces = sheet.slice(dials).map { value, label, dial -> Values in
            let own: Values = [
                "value": value, "label": label, "isChosen": value == person.preferences[.clockFace],
                "hourTurn": String(hands.hour), "minuteTurn": String(hands.minute), "secondTurn": false,
            ]
            return dial.merging(own) { $1 }
        }
        return try guests.page(
            "house/clock/faces", words("clock.choose"), back: "/house/clock",
            sheet.values(words).merging(["faces": faces, "page": String(sheet.number)]) { $1 },
            for: person.visitor, request)
    }

    @Sendable private func chooseFace(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        let (face, house) = (form["face"], person.guest.houseID)
        try await guests.database.write { db in
            guard try ClockFace(rawValue: face) != nil || ClockPicture.offered(in: house, db).contains(where: { $0.value == face }) else {
                throw HTTPError(.unprocessableContent)
            }
            try GuestPreferences.choose(face, .clockFace, for: person.guest.id, house: house, db)
        }
        // The same page again, where nothing has moved.
        let page = form.number("page", in: .positions) ?? 1
        return .redirect(to: "/house/clock/faces" + (page > 1 ? "?page=\(page)" : ""))
    }
}
