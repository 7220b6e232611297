/// The holidays of countries by rule; the names are texts below `campus.holidays`.
enum NationalHolidays {
    static let countries: KeyValuePairs<String, [(name: String, rule: String)]> = [
        "IT": [
            ("newYear", "01-01"), ("epiphany", "01-06"), ("easterMonday", "easter+1"), ("liberation", "04-25"), ("labour", "05-01"),
            ("republic", "06-02"), ("assumption", "08-15"), ("francis", "10-04"), ("allSaints", "11-01"), ("immaculate", "12-08"),
            ("christmas", "12-25"), ("stephen", "12-26"),
        ],
        "AT": [
            ("newYear", "01-01"), ("epiphany", "01-06"), ("easterMonday", "easter+1"), ("labour", "05-01"), ("ascension", "easter+39"),
            ("whitMonday", "easter+50"), ("corpusChristi", "easter+60"), ("assumption", "08-15"), ("national", "10-26"),
            ("allSaints", "11-01"), ("immaculate", "12-08"), ("christmas", "12-25"), ("stephen", "12-26"),
        ],
        "DE": [
            ("newYear", "01-01"), ("goodFriday", "easter-2"), ("easterMonday", "easter+1"), ("labour", "05-01"), ("ascension", "easter+39"),
            ("whitMonday", "easter+50"), ("unity", "10-03"), ("christmas", "12-25"), ("stephen", "12-26"),
        ],
        "FR": [
            ("newYear", "01-01"), ("easterMonday", "easter+1"), ("labour", "05-01"), ("victory", "05-08"), ("ascension", "easter+39"),
            ("whitMonday", "easter+50"), ("national", "07-14"), ("assumption", "08-15"), ("allSaints", "11-01"), ("armistice", "11-11"),
            ("christmas", "12-25"),
        ],
    ]

    static func of(_ country: String) -> [(name: String, rule: String)]? { countries.first { $0.key == country }?.value }
}
