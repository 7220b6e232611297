extension LanguageConventions {
    /// The same as `Templates/languages/en.yaml`, for what speaks before the files are read.
    static let englishTexts: [String: Texts.Entry] = texts([
        "name": "English", "easyName": "Easy-to-read English", "tag": "en-GB", "plurals.one": "i = 1 and v = 0", "numbers.decimal": ".",
        "numbers.thousands": ",", "numbers.money": "€{amount}", "numbers.percent": "{number}%",
        "dates.months": "January, February, March, April, May, June, July, August, September, October, November, December",
        "dates.date": "{day} {month} {year}", "dates.month": "{month} {year}",
        "dates.time": "{hour}:{minute}", "dates.moment": "{date}, {time}", "dates.today": "today at {time}",
        "dates.yesterday": "yesterday at {time}", "dates.typed": "d/m/y", "dates.hint": "dd/mm/yyyy",
    ])

    /// The same as `Templates/languages/it.yaml`.
    static let italianTexts: [String: Texts.Entry] = texts([
        "name": "Italiano", "easyName": "Italiano facile da leggere", "tag": "it-IT", "plurals.one": "i = 1 and v = 0",
        "numbers.decimal": ",", "numbers.thousands": ".", "numbers.money": "{amount} €", "numbers.percent": "{number} %",
        "dates.months": "gennaio, febbraio, marzo, aprile, maggio, giugno, luglio, agosto, settembre, ottobre, novembre, dicembre",
        "dates.date": "{day} {month} {year}", "dates.month": "{month} {year}",
        "dates.time": "{hour}:{minute}", "dates.moment": "{date}, {time}", "dates.today": "oggi alle {time}",
        "dates.yesterday": "ieri alle {time}", "dates.typed": "d/m/y", "dates.hint": "gg/mm/aaaa",
    ])

    private static func texts(_ pairs: [String: String]) -> [String: Texts.Entry] {
        Dictionary(uniqueKeysWithValues: pairs.map { ("language." + $0, Texts.Entry.plain($1)) })
    }
}
