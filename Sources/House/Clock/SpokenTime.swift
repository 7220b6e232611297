import Web

/// A time of day in words. With twelve hours Italian reads an analogue clock ("Sono le otto meno venti."), with twenty-four it reads digits
/// ("Sono le diciannove e quaranta."). English always uses the twelve hours of a clock face. Other languages have rules in their texts.
struct SpokenTime: Equatable, Sendable {
    /// 0 to 23 and 0 to 59.
    let hour: Int
    let minute: Int

    func sentence(_ language: Language, hours: Int) -> String {
        switch language {
        case .italian: hours == 24 ? ItalianTime.digits(hour, minute) : ItalianTime.face(hour, minute)
        case .english: EnglishTime.sentence(hour, minute)
        default: language.spokenTime(hour: hour, minute: minute, hours: hours) ?? EnglishTime.sentence(hour, minute)
        }
    }

    /// The part of the day, because a sentence in twelve hours fits two moments.
    var dayPart: String {
        switch hour {
        case 6..<12: "morning"
        case 12..<18: "afternoon"
        case 18..<22: "evening"
        default: "night"
        }
    }
}

enum ItalianTime {
    /// Reads an analogue clock; from minute 40 it counts towards the next hour.
    static func face(_ hour: Int, _ minute: Int) -> String {
        let isBefore = minute >= 40
        let subject = subject((hour + (isBefore ? 1 : 0)) % 24)
        switch minute {
        case 0: return subject + "."
        case 15: return subject + " e un quarto."
        // "Mezzogiorno" is masculine; "mezzanotte" and "ora" are feminine.
        case 30: return subject + (hour == 12 ? " e mezzo." : " e mezza.")
        case 45: return subject + " meno un quarto."
        case 40...: return subject + " meno \(minutes(60 - minute))."
        default: return subject + " e \(minutes(minute))."
        }
    }

    static func digits(_ hour: Int, _ minute: Int) -> String {
        let subject =
            switch (hour, minute) {
            case (0, _): "È mezzanotte"
            case (12, 0): "È mezzogiorno"
            case (1, _): "È l’una"
            default: "Sono le \(number(hour))"
            }
        // "13:15" is read as it is written; quarters and halves belong to the clock's face.
        return minute == 0 ? subject + "." : subject + " e \(minutes(minute))."
    }

    private static func subject(_ hour: Int) -> String {
        switch hour {
        case 0: "È mezzanotte"
        case 12: "È mezzogiorno"
        case 1, 13: "È l’una"
        default: "Sono le \(number(hour % 12))"
        }
    }

    private static func minutes(_ count: Int) -> String { count == 1 ? "un minuto" : number(count) }

    /// Tens drop their vowel before `uno` and `otto`; a final `tre` takes an accent: `ventuno`, `ventotto`, `ventitré`.
    static func number(_ number: Int) -> String {
        guard number >= 20 else { return units[number] }
        let (ten, unit) = (tens[number / 10 - 2], number % 10)
        switch unit {
        case 0: return ten
        case 1, 8: return ten.dropLast() + units[unit]
        case 3: return ten + "tré"
        default: return ten + units[unit]
        }
    }

    private static let units = [
        "zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "undici", "dodici", "tredici",
        "quattordici", "quindici", "sedici", "diciassette", "diciotto", "diciannove",
    ]
    private static let tens = ["venti", "trenta", "quaranta", "cinquanta"]
}

enum EnglishTime {
    static func sentence(_ hour: Int, _ minute: Int) -> String {
        switch (hour, minute) {
        case (0, 0): "It is midnight."
        case (12, 0): "It is noon."
        case (_, 0): "It is \(name(hour)) o’clock."
        case (_, 15): "It is quarter past \(name(hour))."
        case (_, 30): "It is half past \(name(hour))."
        case (_, 45): "It is quarter to \(name(hour + 1))."
        case (_, ..<30): "It is \(minutes(minute)) past \(name(hour))."
        default: "It is \(minutes(60 - minute)) to \(name(hour + 1))."
        }
    }

    private static func name(_ hour: Int) -> String { number((hour + 11) % 12 + 1) }

    /// Only multiples of five omit the word: "ten past", but "seven minutes past".
    private static func minutes(_ count: Int) -> String {
        count % 5 == 0 ? number(count) : number(count) + (count == 1 ? " minute" : " minutes")
    }

    static func number(_ number: Int) -> String {
        guard number >= 20 else { return units[number] }
        return "twenty" + (number == 20 ? "" : "-" + units[number - 20])
    }

    private static let units = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
        "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
}

extension SpokenTime {
    /// The longest sentence of a day by language and hours, `it 24`: pages keep room for it, so that nothing moves as time goes by.
    static let longest: [String: String] = {
        var longest: [String: String] = [:]
        for language in Language.allCases {
            for hours in [12, 24] {
                let sentences = (0..<1_440).map { SpokenTime(hour: $0 / 60, minute: $0 % 60).sentence(language, hours: hours) }
                longest["\(language.rawValue) \(hours)"] = sentences.max { $0.count < $1.count }
            }
        }
        return longest
    }()
}
