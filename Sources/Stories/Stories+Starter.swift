import Admin

extension Stories {
    public static func starter(_ answers: StarterAnswers) -> String {
        answers.pick(
            """
            # Una storia con due rami. Chi la scrive è inventato e non può entrare; chi vuole scrivere si registra da /stories.
            stories:
              writers:
                - { name: lina, email: lina@example.org, language: it, joined: 3 days ago }
              stories:
                - key: il-faro
                  fragments:
                    - by: lina
                      at: 2 days ago
                      title: Il faro
                      text: Quella notte il faro non si accese. Se ne accorse soltanto una barca.
                    - { after: 1, by: lina, at: 1 days ago, text: La barca accese una lampada e la mise a prua. }
                    - { after: 1, by: lina, at: 1 days ago, text: La barca tornò indietro senza far rumore. }
            """,
            """
            # A story with two branches. Its writer is invented and cannot sign in; people who want to write register at /stories.
            stories:
              writers:
                - { name: lina, email: lina@example.org, language: en, joined: 3 days ago }
              stories:
                - key: the-lighthouse
                  fragments:
                    - by: lina
                      at: 2 days ago
                      title: The lighthouse
                      text: That night the lighthouse stayed dark. Only a boat noticed.
                    - { after: 1, by: lina, at: 1 days ago, text: The boat lit a lamp and hung it at the bow. }
                    - { after: 1, by: lina, at: 1 days ago, text: The boat turned round without a sound. }
            """)
    }
}
