import Admin

extension House {
    public static func starter(_ answers: StarterAnswers) -> String {
        let house = """
            house:
              houses:
                - key: \(StarterAnswers.key(answers.house))
                  name: \(StarterAnswers.quoted(answers.house))
                  zone: \(answers.zone.identifier)
                  contents:
            """
        return answers.pick(
            """
            # Che cosa si compra, che cosa si cucina, chi abita nella casa.
            \(house)
                    categories:
                      - { key: frutta, name: Frutta }
                      - { key: dispensa, name: Dispensa }
                    products: # i prezzi sono in euro
                      - { key: mele, name: Mele, categories: [frutta], price: 1.60 }
                      - { key: pasta, name: Pasta, categories: [dispensa], price: 0.90 }
                      - { key: passata, name: Passata di pomodoro, categories: [dispensa], price: 1.10 }
                    recipes:
                      - name: Pasta al pomodoro
                        people: 2
                        published: true # senza, la vedono solo gli educatori
                        ingredients: [{ product: pasta, amount: 160 g }, { product: passata, amount: 1 bottiglia }]
                        steps:
                          - { text: "Fai bollire l'acqua in una pentola." }
                          - { text: Metti la pasta nell'acqua e aspetta., timer: down, time: "10:00" }
                          - { text: Scola la pasta e aggiungi la passata calda. }
                    guests:
                      - { name: Gaia } # una persona inventata: entra da /house toccando il nome
            """,
            """
            # What is bought, what is cooked, and who lives in the house.
            \(house)
                    categories:
                      - { key: fruit, name: Fruit }
                      - { key: pantry, name: Pantry }
                    products: # prices are in euro
                      - { key: apples, name: Apples, categories: [fruit], price: 1.60 }
                      - { key: pasta, name: Pasta, categories: [pantry], price: 0.90 }
                      - { key: passata, name: Tomato passata, categories: [pantry], price: 1.10 }
                    recipes:
                      - name: Pasta with tomato
                        people: 2
                        published: true # without this only educators see it
                        ingredients: [{ product: pasta, amount: 160 g }, { product: passata, amount: 1 bottle }]
                        steps:
                          - { text: Boil water in a pot. }
                          - { text: Put the pasta into the water and wait., timer: down, time: "10:00" }
                          - { text: Drain the pasta and add the hot passata. }
                    guests:
                      - { name: Gaia } # an invented person: comes in at /house by touching the name
            """)
    }
}
