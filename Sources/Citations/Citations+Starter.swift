import Admin

extension Citations {
    public static func starter(_ answers: StarterAnswers) -> String {
        answers.pick(
            """
            # Un autore di cui calcolare l'indice h, e un esercizio per una classe, a cui si risponde da /citations.
            citations:
              authors:
                - { key: ada-esempio, name: Ada Esempio, surname: Esempio, person: ada-esempio }
              sheets:
                - { key: prima-lezione, name: Prima lezione, number: 12, notes: Rispondi con un nome a scelta. }
            """,
            """
            # An author whose h-index can be calculated, and an exercise for a class, which is answered at /citations.
            citations:
              authors:
                - { key: ada-sample, name: Ada Sample, surname: Sample, person: ada-sample }
              sheets:
                - { key: first-lesson, name: First lesson, number: 12, notes: Answer under any name. }
            """)
    }
}
