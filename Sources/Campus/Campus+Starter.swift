import Admin

extension Campus {
    public static func starter(_ answers: StarterAnswers) -> String {
        answers.pick(
            """
            # Il campus, che si legge da /campus senza account.
            campus:
              place-types:
                - { key: sedi, name: Sedi, mark: site }
              buildings: # sulla carta con place: [latitudine, longitudine]
                - { key: sede-centrale, name: Sede centrale, code: E1, type: sedi, hours: "Da lunedì a venerdì 8:00-19:00" }
              emergency-numbers:
                - { key: emergenze, name: Emergenze, number: "112" }
              news-sources:
                - { key: notizie, name: Notizie }
              articles:
                - { key: benvenuti, title: Benvenuti, source: notizie, posted: \(answers.today), text: Il nostro sito è aperto. }
            """,
            """
            # The campus, which is read at /campus without an account.
            campus:
              place-types:
                - { key: sites, name: Sites, mark: site }
              buildings: # on the map with place: [latitude, longitude]
                - { key: main-building, name: Main building, code: E1, type: sites, hours: "Monday to Friday 8:00-19:00" }
              emergency-numbers:
                - { key: emergency, name: Emergency, number: "112" }
              news-sources:
                - { key: news, name: News }
              articles:
                - { key: welcome, title: Welcome, source: news, posted: \(answers.today), text: Our site is open. }
            """)
    }
}
