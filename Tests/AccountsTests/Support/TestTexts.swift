/// The texts of this module, as `Templates/texts` has them.
enum TestTexts {
    static let english = """
        accounts:
          sign-in:
            title: Sign in
            chosen: "Your password is saved. Sign in with it now: your sign-in name is “{name}”."
            wrong: This name and password do not go together. Check both and try again.
            wait-seconds:
              one: Too many attempts. Try again in {count} second.
              other: Too many attempts. Try again in {count} seconds.
            wait-minutes:
              one: Too many attempts. Try again in {count} minute.
              other: Too many attempts. Try again in {count} minutes.
          welcome:
            first-heading: Welcome. Create the first administrator
            password-heading: Choose a password, {name}
            expired-heading: This link no longer works
            name-form: "Use 2 to 64 letters, digits, dots, hyphens or underscores, without spaces or accents; begin with a letter or digit."
            name-taken: "This sign-in name is taken: choose another one."
            display-name-missing: Write the name that others will see.
            display-name-long: Use at most 200 characters.
          password:
            short: Use at least 15 characters. Four words that have nothing to do with each other work well.
            long: This password is too long. Use at most about 1,000 characters.
            common: This password is easy to guess, because many people use it or parts of it. Choose another one.
            context: This password is easy to guess, because it is made of the name of the site or of the account. Choose another one.
            different: The two passwords are not the same.
            wrong: This is not your present password.
            changed: Password changed. All other devices were signed out.
          mine:
            title: Your account
            unknown-device: Unknown device
            ended:
              one: One device was signed out.
              other: "{count} devices were signed out."
        roles:
          administrator: Administrator
          educator: Educator
        """

    static let italian = """
        accounts:
          sign-in:
            title: Accedi
            chosen: "La password è salvata. Ora entra con questa: il tuo nome per entrare è «{name}»."
            wrong: Nome e password non corrispondono. Controllali e riprova.
            wait-seconds:
              one: Troppi tentativi. Riprova tra {count} secondo.
              other: Troppi tentativi. Riprova tra {count} secondi.
            wait-minutes:
              one: Troppi tentativi. Riprova tra {count} minuto.
              other: Troppi tentativi. Riprova tra {count} minuti.
          welcome:
            first-heading: Benvenuto. Crea il primo amministratore
            password-heading: Scegli una password, {name}
            expired-heading: Questo collegamento non vale più
            name-form: "Usa da 2 a 64 tra lettere, cifre, punti, trattini e trattini bassi, senza spazi né accenti; comincia con una lettera o una cifra."
            name-taken: "Questo nome è già preso: scegline un altro."
            display-name-missing: Scrivi il nome che vedranno gli altri.
            display-name-long: Usa al massimo 200 caratteri.
          password:
            short: Usa almeno 15 caratteri. Quattro parole che non c'entrano l'una con l'altra vanno bene.
            long: Questa password è troppo lunga. Usa al massimo 1.000 caratteri circa.
            common: Questa password è facile da indovinare, perché molte persone la usano, intera o in parte. Scegline un'altra.
            context: Questa password è facile da indovinare, perché è fatta con il nome del sito o dell'account. Scegline un'altra.
            different: Le due password non sono uguali.
            wrong: Questa non è la tua password attuale.
            changed: Password cambiata. Tutti gli altri dispositivi sono stati disconnessi.
          mine:
            title: Il tuo account
            unknown-device: Dispositivo sconosciuto
            ended:
              one: Un dispositivo è stato disconnesso.
              other: "{count} dispositivi sono stati disconnessi."
        roles:
          administrator: Amministratore
          educator: Educatore
        """
}
