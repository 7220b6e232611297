import Admin

extension Questionnaires {
    public static func starter(_ answers: StarterAnswers) -> String {
        // Degree and activity are those of the register's section.
        answers.pick(
            """
            # Un questionario anonimo, già aperto. Come si scrive il testo: docs/questionnaires.md
            questionnaires:
              students: # un account con il ruolo student diventa di questa persona con account: CHIAVE
                - { key: "100001", number: "100001", name: Lia Prova, degree: scienze-naturali, courseYear: 1, activities: [fiumi-1] }
              questionnaires:
                - { key: come-va, name: "Come va?", code: COME-VA, context: service, anonymous: true, repetition: year, opening: dates }
              versions:
                - questionnaire: come-va
                  number: 1
                  state: active
                  text: |
                    # I primi giorni
                    ## I primi giorni
                    ? q1 single! Come ti trovi?
                    - a1 Bene
                    - a2 Male
                    ? q2 text(500) Che cosa cambieresti?
            """,
            """
            # An anonymous questionnaire, already open. How its text is written: docs/questionnaires.md
            questionnaires:
              students: # account: KEY makes an account with the role student this person's
                - { key: "100001", number: "100001", name: Lia Sample, degree: natural-science, courseYear: 1, activities: [rivers-1] }
              questionnaires:
                - { key: how-is-it, name: "How is it?", code: HOW-IS-IT, context: service, anonymous: true, repetition: year, opening: dates }
              versions:
                - questionnaire: how-is-it
                  number: 1
                  state: active
                  text: |
                    # The first days
                    ## The first days
                    ? q1 single! How do you find it here?
                    - a1 Good
                    - a2 Bad
                    ? q2 text(500) What would you change?
            """)
    }
}
