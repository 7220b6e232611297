import Foundation
import Web

enum StepText {
    /// Lines without numbers and empty ones.
    static func lines(_ texts: [String]) -> [String] {
        texts.flatMap { $0.split(whereSeparator: \.isNewline) }.map { withoutNumber($0.trimmingSpaces()) }.filter { text in
            text.contains { $0.isLetter }
        }
    }

    /// "1. Rompi", "Step 2: Mix" and "3) Cuoci" without what only counts.
    static func withoutNumber(_ text: String) -> String {
        var text = text.replacing("**", with: "").trimmingSpaces()
        if let found = text.prefixMatch(of: #/(?i)(?:step|passo|schritt|étape|fase)\s*\d{1,2}\s*[:.)\-–]?\s+(?=\S)/#) {
            text = String(text[found.range.upperBound...])
        }
        if let found = text.prefixMatch(of: #/\d{1,2}\s?[.)]\s+(?=\D)/#) { text = String(text[found.range.upperBound...]) }
        while let first = text.first, "•-–*▢·".contains(first), text.count > 1 { text = String(text.dropFirst()).trimmingSpaces() }
        return text
    }

    /// "Per la crema:", "## Dough", "FOR THE SAUCE".
    static func isHeading(_ text: String) -> Bool {
        guard text.count <= 60 else { return false }
        if text.hasPrefix("#") || text.hasSuffix(":") { return true }
        let words = text.split(separator: " ")
        return words.count <= 6 && !text.hasSuffix(".") && text.contains(where: \.isLetter) && text == text.uppercased()
            && text != text.lowercased() && words.count > 1
    }

    private static let units: [(seconds: Int, words: Set<String>)] = [
        (1, ["s", "sec", "secs", "second", "seconds", "secondo", "secondi", "sekunden", "sekunde", "secondes", "seconde"]),
        (60, ["min", "mins", "minute", "minutes", "minuto", "minuti", "minuten", "m", "minutos", "minuter"]),
        (3600, ["h", "hr", "hrs", "hour", "hours", "ora", "ore", "stunde", "stunden", "std", "heure", "heures", "hora", "horas"]),
    ]
    private static let wholes: [(words: String, seconds: Int)] = [
        ("un'ora e mezza", 5400), ("un'ora e mezzo", 5400), ("un’ora e mezza", 5400), ("un’ora e mezzo", 5400),
        ("an hour and a half", 5400), ("mezz'ora", 1800), ("mezz’ora", 1800), ("mezzora", 1800), ("half an hour", 1800),
        ("three quarters of an hour", 2700), ("un quarto d'ora", 900), ("un quarto d’ora", 900), ("un'ora", 3600), ("un’ora", 3600),
        ("an hour", 3600), ("one hour", 3600), ("eine stunde", 3600), ("halbe stunde", 1800),
        ("une heure", 3600), ("un minuto", 60), ("one minute", 60), ("a minute", 60), ("due minuti", 120), ("tre minuti", 180),
        ("cinque minuti", 300), ("dieci minuti", 600), ("venti minuti", 1200), ("five minutes", 300), ("ten minutes", 600),
        ("quindici minuti", 900), ("trenta minuti", 1800), ("two minutes", 120), ("three minutes", 180),
    ]

    static func durations(in text: String) -> [(seconds: Int, range: Range<String.Index>)] {
        var found: [(seconds: Int, range: Range<String.Index>)] = []
        let low = text.lowercased()
        guard low.count == text.count else { return [] }
        let pattern = #/(\d{1,3}(?:[.,]\d)?)(?:\s*(?:-|–|—|/|a|to|o|or|bis|à|oppure)\s*(\d{1,3}))?\s*([a-zà-ù]+)\.?/#
        for match in low.matches(of: pattern) {
            guard let unit = units.first(where: { $0.words.contains(String(match.3)) }),
                let number = Double(finite: match.1.replacing(",", with: ".")), number > 0
            else { continue }
            let seconds = Int(cutting: number * Double(unit.seconds))
            // "1 ora e 30 minuti", "1 h 30 min" are one time.
            if let last = found.last, unit.seconds == 60, last.seconds % 3600 == 0, last.seconds > 0,
                low[last.range.upperBound..<match.range.lowerBound].count <= 5
            {
                let between = low[last.range.upperBound..<match.range.lowerBound].trimmingSpaces()
                if ["", "e", "and", ",", "und", "et"].contains(between) {
                    found[found.count - 1] = (last.seconds + seconds, last.range.lowerBound..<match.range.upperBound)
                    continue
                }
            }
            found.append((seconds, match.range))
        }
        if found.isEmpty {
            for whole in wholes { if let range = low.firstRange(of: whole.words) { return [(whole.seconds, range)] } }
        }
        return found
    }

    /// The timer that a step needs: the one time in its words, unless it says something else than how long to wait.
    static func timer(in text: String) -> Int {
        let times = durations(in: text)
        guard times.count == 1, (10...86_400).contains(times[0].seconds) else { return 0 }
        let before = text[..<times[0].range.lowerBound].lowercased().split(separator: " ").suffix(2).map(String.init)
        let after = text[times[0].range.upperBound...].lowercased().split(separator: " ").prefix(1).map(String.init)
        let others: Set<String> = ["ogni", "every", "alle", "chaque", "toutes"]
        if before.contains(where: others.contains)
            || after.contains(where: { ["prima", "before", "vorher", "avant"].contains($0.trimming { ".,".contains($0) }) })
        {
            return 0
        }
        return times[0].seconds
    }
}
