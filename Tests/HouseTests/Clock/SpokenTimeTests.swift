import Foundation
import TestSupport
import Testing
import Web

@testable import House

@Suite struct SpokenTimeTests {
    private func spoken(_ clock: String, _ language: Language, _ hours: Int = 24) -> String {
        let parts = clock.split(separator: ":").compactMap { Int($0) }
        return SpokenTime(hour: parts[0], minute: parts[1]).sentence(language, hours: hours)
    }

    @Test(arguments: [
        ("00:00", "È mezzanotte."), ("00:05", "È mezzanotte e cinque."), ("00:30", "È mezzanotte e trenta."), ("01:00", "È l’una."),
        ("01:05", "È l’una e cinque."), ("07:00", "Sono le sette."), ("07:01", "Sono le sette e un minuto."),
        ("07:15", "Sono le sette e quindici."), ("07:30", "Sono le sette e trenta."), ("23:45", "Sono le ventitré e quarantacinque."),
        ("12:00", "È mezzogiorno."), ("12:30", "Sono le dodici e trenta."), ("13:00", "Sono le tredici."),
        ("17:23", "Sono le diciassette e ventitré."), ("21:28", "Sono le ventuno e ventotto."),
        ("23:59", "Sono le ventitré e cinquantanove."),
    ])
    func italianReadsDigits(_ clock: String, _ sentence: String) { #expect(spoken(clock, .italian) == sentence) }

    @Test(arguments: [
        ("00:00", "È mezzanotte."), ("12:00", "È mezzogiorno."), ("12:30", "È mezzogiorno e mezzo."), ("13:00", "È l’una."),
        ("12:45", "È l’una meno un quarto."), ("11:45", "È mezzogiorno meno un quarto."), ("23:50", "È mezzanotte meno dieci."),
        ("07:35", "Sono le sette e trentacinque."), ("07:40", "Sono le otto meno venti."), ("19:15", "Sono le sette e un quarto."),
        ("07:59", "Sono le otto meno un minuto."), ("13:05", "È l’una e cinque."), ("00:40", "È l’una meno venti."),
    ])
    func italianReadsTheClocksFace(_ clock: String, _ sentence: String) { #expect(spoken(clock, .italian, 12) == sentence) }

    @Test(arguments: [
        ("00:00", "It is midnight."), ("12:00", "It is noon."), ("13:00", "It is one o’clock."), ("07:15", "It is quarter past seven."),
        ("07:30", "It is half past seven."), ("07:45", "It is quarter to eight."), ("07:40", "It is twenty to eight."),
        ("07:35", "It is twenty-five to eight."), ("12:50", "It is ten to one."), ("23:59", "It is one minute to twelve."),
        ("00:07", "It is seven minutes past twelve."), ("07:01", "It is one minute past seven."),
    ])
    func englishReadsTheClocksFace(_ clock: String, _ sentence: String) {
        #expect(spoken(clock, .english) == sentence)
        #expect(spoken(clock, .english, 12) == sentence)
    }

    /// Every minute of the day is understood again from its sentence by a reader that knows only the language.
    @Test(arguments: [(Language.italian, 24), (.italian, 12), (.english, 24)])
    func everyMinuteIsSaidSoThatItIsUnderstood(_ language: Language, _ hours: Int) {
        for minute in 0..<1440 {
            let sentence = SpokenTime(hour: minute / 60, minute: minute % 60).sentence(language, hours: hours)
            let understood = language == .italian ? Listener.italian(sentence) : Listener.english(sentence)
            // Sentences of the clock's face stand for two moments of the day.
            let isFace = hours == 12 || language == .english
            #expect(
                understood.map { isFace ? $0 % 720 : $0 } == (isFace ? minute % 720 : minute), "\(minute / 60):\(minute % 60) \(sentence)")
        }
    }

    @Test(arguments: [24, 12])
    func onlyOneOClockNoonAndMidnightAreSingular(_ hours: Int) {
        for minute in 0..<1440 {
            let sentence = SpokenTime(hour: minute / 60, minute: minute % 60).sentence(.italian, hours: hours)
            let isSingular = ["l’una", "mezzogiorno", "mezzanotte"].contains { sentence.contains($0) }
            #expect(sentence.hasPrefix(isSingular ? "È " : "Sono le "), "\(sentence)")
            #expect(sentence.hasSuffix("."))
            #expect(!sentence.contains("ventitre "))
            #expect(!sentence.contains("ventiuno"))
            #expect(!sentence.contains("ventiotto"))
        }
    }

    @Test func theDayHasFourParts() {
        let parts = (0..<24).map { SpokenTime(hour: $0, minute: 0).dayPart }
        #expect(parts[5] == "night")
        #expect(parts[6] == "morning")
        #expect(parts[12] == "afternoon")
        #expect(parts[18] == "evening")
        #expect(parts[22] == "night")
    }

    @Test func thePageSaysTheTimeOfTheHouse() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            for zone in ["Europe/Rome", "Asia/Tokyo"] {
                try await kitchen.site.database.write { try $0.execute(sql: "UPDATE house SET zone = ?", arguments: [zone]) }
                let before = CivilTime(.now, in: try #require(TimeZone(identifier: zone)))
                let page = try await guest.get("/house/clock")
                let after = CivilTime(.now, in: try #require(TimeZone(identifier: zone)))
                let sentences = [before, after].map { SpokenTime(hour: $0.hour, minute: $0.minute).sentence(.italian, hours: 24) }
                #expect(sentences.contains { page.contains($0) })
                #expect(page.contains(#"<noscript><meta http-equiv="refresh""#))
            }
        }
    }

    @Test func theScriptGetsTheSentencesOfAWholeDay() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let lines = try await guest.get("/house/clock/sentences/it/12").text.split(separator: "\n")
            #expect(lines.count == 1440)
            #expect(lines[0] == "night\tÈ mezzanotte.")
            #expect(lines[7 * 60 + 40] == "morning\tSono le otto meno venti.")
            for path in ["fr/12", "it/13", "it/x"] {
                let answer = try await guest.get("/house/clock/sentences/\(path)")
                #expect(answer.status == 404, "\(path)")
            }
        }
    }

    @Test func aGuestChoosesTheFaceOfTheClock() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let before = try await guest.get("/house/clock")
            #expect(before.contains(#"class="dial plain""#))
            for face in ClockFace.allCases {
                let chosen = try await guest.post("/house/clock/face", [("face", face.rawValue), ("page", "2")])
                #expect(chosen.location == "/house/clock/faces?page=2")
                let page = try await guest.get("/house/clock")
                #expect(page.contains(#"class="dial \#(face.rawValue)""#))
            }
            let nonsense = try await guest.post("/house/clock/face", [("face", "cuckoo")])
            #expect(nonsense.status == 422)
        }
    }

    @Test func aPictureOfTheHouseStandsInTheMiddleOfTheClockAsLongAsItIsOffered() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.site.database.write { db in
            let file = String(repeating: "0a", count: 16)
            try db.execute(
                sql: """
                    INSERT INTO picture (id, key, file, width, height, bytes, alt, credit, licence, original, scopeID, version, createdAt, updatedAt)
                    VALUES (1, 'sole', '\(file)', 9, 9, 9, '', '', '', 'sole.jpg', 1, 1, '2026-01-01', '2026-01-01');
                    INSERT INTO clockPicture (key, createdAt, updatedAt, folded, words, houseID, name, picture)
                    VALUES ('sole', '2026-01-01', '2026-01-01', 'sole', 'sole', 1, 'Sole', 1);
                    """)
        }
        try await kitchen.visit { guest in
            let faces = try await guest.get("/house/clock/faces")
            #expect(faces.contains(#"value="picture-sole""#))
            #expect(faces.contains("Sole"))
            try await guest.post("/house/clock/face", [("face", "picture-sole")])
            let clock = try await guest.get("/house/clock")
            #expect(clock.contains("dial plain photo"))
            #expect(clock.contains("/media/0a0a"))
            try await kitchen.site.database.write { try $0.execute(sql: "UPDATE clockPicture SET published = 0") }
            let after = try await guest.get("/house/clock")
            #expect(after.contains(#"class="dial plain""#))
            let gone = try await guest.post("/house/clock/face", [("face", "picture-sole")])
            #expect(gone.status == 422)
        }
    }

    @Test func digitsAreLeftOutWhereTheEducatorChoseSo() async throws {
        let kitchen = try await Kitchen()
        try await kitchen.visit { guest in
            let with = try await guest.get("/house/clock")
            #expect(with.contains("data-clock-digits"))
            try await kitchen.site.database.write { db in
                try db.execute(sql: "INSERT INTO livingPreference (houseID, guestID, key, value) VALUES (1, NULL, 'clockDigital', 'no')")
            }
            let without = try await guest.get("/house/clock")
            #expect(!without.contains("data-clock-digits"))
            #expect(without.contains("class=\"dial"))
        }
    }
}

/// Understands a spoken time: minutes since midnight. Written apart from what speaks, so that they do not share a mistake.
private enum Listener {
    static let italianNumbers = [
        "un minuto": 1, "due": 2, "tre": 3, "quattro": 4, "cinque": 5, "sei": 6, "sette": 7, "otto": 8, "nove": 9, "dieci": 10,
        "undici": 11,
        "dodici": 12, "tredici": 13, "quattordici": 14, "quindici": 15, "sedici": 16, "diciassette": 17, "diciotto": 18, "diciannove": 19,
        "venti": 20, "ventuno": 21, "ventidue": 22, "ventitré": 23, "ventiquattro": 24, "venticinque": 25, "ventisei": 26, "ventisette": 27,
        "ventotto": 28, "ventinove": 29, "trenta": 30, "trentuno": 31, "trentadue": 32, "trentatré": 33, "trentaquattro": 34,
        "trentacinque": 35, "trentasei": 36, "trentasette": 37, "trentotto": 38, "trentanove": 39, "quaranta": 40, "quarantuno": 41,
        "quarantadue": 42, "quarantatré": 43, "quarantaquattro": 44, "quarantacinque": 45, "quarantasei": 46, "quarantasette": 47,
        "quarantotto": 48, "quarantanove": 49, "cinquanta": 50, "cinquantuno": 51, "cinquantadue": 52, "cinquantatré": 53,
        "cinquantaquattro": 54, "cinquantacinque": 55, "cinquantasei": 56, "cinquantasette": 57, "cinquantotto": 58, "cinquantanove": 59,
        "un quarto": 15, "mezza": 30, "mezzo": 30, "tre quarti": 45,
    ]

    static func italian(_ sentence: String) -> Int? {
        let text = sentence.dropLast()
        let hours = ["È mezzanotte": 0, "È mezzogiorno": 12, "È l’una": 1]
        let sign = text.contains(" meno ") ? " meno " : " e "
        let parts = text.components(separatedBy: sign)
        guard parts.count <= 2 else { return nil }
        guard let hour = hours[parts[0]] ?? (parts[0].hasPrefix("Sono le ") ? italianNumbers[String(parts[0].dropFirst(8))] : nil) else {
            return nil
        }
        guard parts.count == 2 else { return hour * 60 }
        guard let minutes = italianNumbers[parts[1]] else { return nil }
        return (hour * 60 + (sign == " meno " ? -minutes : minutes) + 1440) % 1440
    }

    static let englishNumbers = [
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
        "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
        "twenty": 20, "twenty-one": 21, "twenty-two": 22, "twenty-three": 23, "twenty-four": 24, "twenty-five": 25, "twenty-six": 26,
        "twenty-seven": 27, "twenty-eight": 28, "twenty-nine": 29, "quarter": 15, "half": 30,
    ]

    static func english(_ sentence: String) -> Int? {
        var text = sentence.dropFirst("It is ".count).dropLast().description
        if text == "midnight" { return 0 }
        if text == "noon" { return 720 }
        if text.hasSuffix(" o’clock") { return englishNumbers[String(text.dropLast(8))].map { $0 * 60 } }
        for word in [" minutes", " minute"] { text = text.replacingOccurrences(of: word, with: "") }
        let sign = text.contains(" to ") ? " to " : " past "
        let parts = text.components(separatedBy: sign)
        guard parts.count == 2, let minutes = englishNumbers[parts[0]], let hour = englishNumbers[parts[1]] else { return nil }
        return (hour * 60 + (sign == " to " ? -minutes : minutes) + 1440) % 1440
    }
}
