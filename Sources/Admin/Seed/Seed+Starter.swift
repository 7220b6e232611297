import Web

extension Seed {
    /// Returns a first file with comments in its language, which shows something of every chosen system if the answers ask for that.
    public func starter(_ answers: StarterAnswers, file: String) -> String {
        let chosen = answers.hasExamples ? modules.filter { answers.systems.contains($0.name) } : []
        let parts = [Self.head(answers, file)] + chosen.map { $0.starter(answers) }.filter { !$0.isEmpty }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func head(_ answers: StarterAnswers, _ file: String) -> String {
        let explained = answers.pick(
            """
            # Il file seed di un sito di Portico. Le righe che cominciano con # sono spiegazioni.
            # Dopo una modifica «portico seed --check \(file)» dice gli errori, «portico seed plan \(file)» che cosa cambierebbe.
            # Che cosa può stare in una lista: portico help seed LISTA --language it
            """,
            """
            # The seed file of a Portico site. Lines that begin with # explain.
            # After a change “portico seed --check \(file)” names mistakes, “portico seed plan \(file)” what would change.
            # What a list may hold: portico help seed LIST
            """)
        let isOfTexts = [.italian, .english].contains(answers.language)
        let language = answers.pick(
            "di questi testi; le pagine sono anche in inglese",
            isOfTexts ? "of these texts; the pages are in Italian, too" : "of the site; translate these texts, which are in English")
        let languages = answers.pick("[en] # le lingue in cui tradurre anche i testi", "[it] # languages that texts are translated to, too")
        let password =
            answers.hasPassword
            ? answers.pick("La password è stata scelta nel browser.", "The password was chosen in the browser.")
            : answers.pick(
                "Senza password: si sceglie con il link che stampa l'avvio.",
                "Without a password: it is chosen with the link that the start prints.")
        let backups = answers.backups.map { plan in
            "\n  backups: { \"on\": \(plan.isOn), hour: \(plan.hour), days: \(plan.days), weeks: \(plan.weeks) }"
        }
        return """
            \(explained)
            site:
              name: \(StarterAnswers.quoted(answers.name))
              language: \(answers.language.rawValue) # \(language)
              # languages: \(languages)
              zone: \(answers.zone.identifier)
              systems: [\(answers.systems.joined(separator: ", "))]\(backups ?? "")

            # \(password)
            accounts:
              - { key: \(StarterAnswers.word(answers.signInName)), name: \(StarterAnswers.quoted(answers.administrator)), roles: [{ role: admin }] }
            """
    }
}
