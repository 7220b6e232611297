import Foundation
import TestSupport
import Testing

@testable import Campus

/// People come from the university's directory as `ldapsearch` writes it: tried, taken in, brought up to date, taken back.
@Suite struct DirectoryImportTests {
    private static let address = "/admin/registry/people"

    private static func entry(_ uid: String, _ name: String, _ surname: String, _ more: String = "") -> String {
        """
        dn: uid=\(uid),ou=people,dc=example,dc=org
        objectClass: inetOrgPerson
        uid: \(uid)
        cn:: \(Data(name.utf8).base64EncodedString())
        sn: \(surname)
        \(more)


        """
    }

    /// Sends a file and confirms what was guessed of it; the page of the trial and the address of the file.
    private func send(_ editor: Browser, _ text: String, to list: String = address) async throws -> (address: String, trial: Answer) {
        let file = (name: "file", fileName: "persone.ldif", bytes: Data(text.utf8))
        let sent = try await editor.post(list + "/imports", [], files: [file])
        let address = try #require(sent.location)
        let page = try await editor.get(address).text
        let guessed = page.split(separator: "<select id=\"column-").dropFirst().map { select -> (String, String) in
            let chosen = select.firstMatch(of: /<option value="([^"]*)" selected>/).map { String($0.1) }
            return ("column.\(select.prefix { $0.isNumber })", chosen ?? "")
        }
        let answer = try await editor.post(address, guessed + [("existing", "update"), ("empty", "leave")])
        return (address, try await editor.get(answer.location ?? ""))
    }

    private func confirm(_ editor: Browser, _ sent: (address: String, trial: Answer)) async throws {
        let mark = sent.trial.text.firstMatch(of: /name="mark" value="([^"]*)"/).map { String($0.1) } ?? ""
        let answer = try await editor.post(sent.address + "/application", [("mark", mark)])
        #expect(answer.status == 303)
    }

    /// A seminar is held more than once, and none of its dates takes the place of another.
    @Test func whatIsHeldMoreThanOnceComesAsOftenAsTheFileHasIt() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            var calendar = UniversityCalendar()
            calendar.name = "Ateneo"
            try calendar.insert(db, by: .system("tests"))
        }
        @Sendable func file(_ days: String...) -> String {
            "Titolo,Calendario,Inizia,Finisce\n"
                + days.map { "Laboratorio,ateneo,2027-03-\($0)T15:00,2027-03-\($0)T17:00\n" }.joined()
        }
        try await university.site.browse(as: "admin") { who in
            let first = try await send(who[0], file("02", "09"), to: "/admin/campus/events")
            #expect(first.trial.contains("2 schede nuove"))
            #expect(!first.trial.contains("rifiutat"))
            try await confirm(who[0], first)
            let again = try await send(who[0], file("02", "09"), to: "/admin/campus/events")
            #expect(!again.trial.contains("nuove"))
            #expect(!again.trial.contains("cambiat"))
            #expect(!again.trial.contains("rifiutat"))
            let third = try await send(who[0], file("09", "16"), to: "/admin/campus/events")
            #expect(third.trial.contains("1 scheda nuova"))
            #expect(!third.trial.contains("cambiat"))
            try await confirm(who[0], third)
        }
        let days = try await university.site.value("SELECT group_concat(substr(starts, 9, 2)) FROM campusEvent", as: String.self)
        #expect(days == "02,09,16")
    }

    /// An empty form begins with the next full hour, which no file has said.
    @Test func anEventThatDoesNotSayWhenItBeginsIsRefused() async throws {
        let university = try await University()
        try await university.site.database.write { db in
            var calendar = UniversityCalendar()
            calendar.name = "Ateneo"
            try calendar.insert(db, by: .system("tests"))
        }
        let blank = "Scrivi qualcosa: questo campo serve."
        try await university.site.browse(as: "admin") { who in
            let rows = "Senza,ateneo,,2020-03-02T17:00\nIntero,ateneo,2027-03-02T15:00,2027-03-02T17:00\n"
            let sent = try await send(who[0], "Titolo,Calendario,Inizia,Finisce\n" + rows, to: "/admin/campus/events")
            #expect(sent.trial.contains("1 scheda nuova"))
            #expect(sent.trial.contains("1 riga rifiutata"))
            #expect(sent.trial.contains(blank))
            // Nor is its end compared with that hour.
            #expect(!sent.trial.contains("La fine viene prima dell’inizio."))
            try await confirm(who[0], sent)
            let bare = try await send(who[0], "Titolo,Calendario\nSenza tempi,ateneo\n", to: "/admin/campus/events")
            #expect(bare.trial.contains("1 riga rifiutata"))
            #expect(bare.trial.text.components(separatedBy: blank).count == 3)
        }
        let titles = try await university.site.value("SELECT group_concat(title) FROM campusEvent", as: String.self)
        #expect(titles == "Intero")
    }

    @Test func peopleComeFromTheDirectoryAreBroughtUpToDateAndTakenBack() async throws {
        let university = try await University()
        try await university.site.browse(as: "admin", "") { who in
            let (editor, visitor) = (who[0], who[1])
            let first =
                Self.entry(
                    "nina.onderi", "Nìna Onderi", "Onderi",
                    "mail: nina@example.org\nmail: esami@example.org\nou: Scienze della laguna\ntitle: Lettrice")
                + Self.entry("pio.sabbia", "Pio Sabbia", "Sabbia", "ou: Dipartimento che non esiste")
            let sent = try await send(editor, first)
            // Nothing yet; the second row says why it stays out.
            #expect(sent.trial.contains("1 scheda nuova"))
            #expect(sent.trial.contains("1 riga rifiutata"))
            #expect(sent.trial.contains("Dipartimento che non esiste"))
            let before = try await university.site.value("SELECT count(*) FROM person", as: Int.self)
            #expect(before == 2)
            try await confirm(editor, sent)
            let found = try await visitor.get("/campus/people?q=onderi")
            #expect(found.contains("Nìna Onderi"))
            #expect(found.contains("Lettrice"))
            #expect(try await visitor.get("/campus/people/3").contains("href=\"mailto:esami@example.org\""))
            let row = "SELECT \"key\" || ' ' || surname || ' ' || email || ' ' || department || ' ' || account FROM person WHERE id = 3"
            let kept = try await university.site.value(row, as: String.self)
            #expect(kept == "nina-onderi Onderi nina@example.org, esami@example.org 1 ")

            // By her key, though her name changed.
            let second = try await send(editor, Self.entry("nina.onderi", "Nina Onderi Sabbia", "Onderi Sabbia"))
            #expect(second.trial.contains("1 cambiata"))
            try await confirm(editor, second)
            let name = "SELECT name FROM person WHERE id = 3"
            let changed = try await university.site.value(name, as: String.self)
            #expect(changed == "Nina Onderi Sabbia")

            let act = try await university.site.value("SELECT max(id) FROM act", as: Int.self) ?? 0
            try await editor.post(Self.address + "/bulk/undoing", [("act", String(act))])
            let undone = try await university.site.value(name, as: String.self)
            #expect(undone == "Nìna Onderi")
        }
    }

    @Test func groupsStayOutAndPasswordsAreNeverShown() async throws {
        let university = try await University()
        try await university.site.browse(as: "admin") { who in
            let group = "dn: cn=crew\nobjectClass: groupOfNames\ncn: Ciurma\n\n"
            let file = Self.entry("nina.onderi", "Nina Onderi", "Onderi", "userPassword: {SSHA}c2VncmV0bw==") + group
            let sent = try await send(who[0], file)
            #expect(sent.trial.contains("1 scheda nuova"))
            #expect(sent.trial.contains("«Ciurma» è un gruppo, una macchina o un ruolo della directory"))
            let mapping = try await who[0].get(sent.address)
            for page in [sent.trial, mapping] { #expect(!page.contains("SSHA")) }
            try await confirm(who[0], sent)
        }
        let names = try await university.site.value("SELECT group_concat(name) FROM person WHERE id > 2", as: String.self)
        #expect(names == "Nina Onderi")
    }

    /// Where a row has a key, its name is only a name: another person may have it too.
    @Test func whoHasAnotherKeyIsAnotherPerson() async throws {
        let university = try await University()
        try await university.site.browse(as: "admin") { who in
            let pios = Self.entry("pio.uno", "Pio Sabbia", "Sabbia") + Self.entry("pio.due", "Pio Sabbia", "Sabbia")
            let sent = try await send(who[0], Self.entry("altra.lea", "Lea Velario", "Velario", "title: Bibliotecaria") + pios)
            #expect(sent.trial.contains("1 scheda nuova"))
            #expect(sent.trial.contains("2 righe rifiutate"))
            #expect(!sent.trial.contains("cambiat"))
            #expect(sent.trial.contains("«Lea Velario» c’è già, con un’altra chiave."))
            #expect(!sent.trial.contains("parla già"))
            #expect(sent.trial.contains("«Pio Sabbia» c’è già, con un’altra chiave."))
            try await confirm(who[0], sent)
            // Who has no key is known by the name.
            let named = try await send(who[0], "Nome e cognome;Ruolo\nLea Velario;Professoressa\n")
            #expect(named.trial.contains("1 cambiata"))
            #expect(!named.trial.contains("rifiutat"))
        }
        let sql = "SELECT group_concat(\"key\" || ' ' || position, ', ') FROM person WHERE name IN ('Lea Velario', 'Pio Sabbia')"
        #expect(try await university.site.value(sql, as: String.self) == "lea-velario Ricercatrice, pio-uno ")
    }

    @Test func aRowThatNamesAnotherOfItsFileIsToldWhenThatIsThere() async throws {
        let university = try await University()
        try await university.site.browse(as: "admin") { who in
            let file = "Codice;Nome;Fa parte di\nEC10;Laboratorio;EC11\nEC11;Coste;\nEC12;Rive;EC99\n"
            let list = "/admin/registry/courses"
            let first = try await send(who[0], file, to: list)
            #expect(first.trial.contains("«EC11» arriva con la riga 3 di questo file"))
            #expect(first.trial.contains("si chiami «EC99»"))
            try await confirm(who[0], first)
            try await confirm(who[0], try await send(who[0], file, to: list))
        }
        let sql = "SELECT whole.code FROM course c JOIN course whole ON whole.id = c.partOf WHERE c.code = 'EC10'"
        #expect(try await university.site.value(sql, as: String.self) == "EC11")
    }
}
