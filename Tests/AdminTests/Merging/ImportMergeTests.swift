import AdminTestSupport
import Foundation
import GRDB
import Testing

/// A file that was exported earlier takes back nothing that others changed since.
@Suite struct ImportMergeTests {
    private static let address = "/admin/sample/books"

    @Test(arguments: ["csv&separator=semicolon", "json"])
    func aNewerValueStaysUnlessTheFileChangedItToo(_ format: String) async throws {
        let site = try await SampleSite()
        try await site.addBooks([("Riso", 1, 100), ("Pane", 2, 300), ("Latte", 3, 150)])
        try await site.browse(as: "librarian", "admin") { browsers in
            try await browsers[1].post("/admin/scope", [("scope", "1"), ("next", "/admin")])
            let file = try await browsers[0].get("\(Self.address)/export?format=\(format)").text
            let isJSON = format == "json"
            // Others change two prices; the file changes one of these, and a copies.
            let cells = [("version.1", "1"), ("price.1", "2,00"), ("version.2", "1"), ("price.2", "4,00")]
            try await browsers[1].post(Self.address + "/bulk", [("act", "inline")] + cells)
            let changed = file.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init).map { line -> String in
                if line.contains("Riso") {
                    return line.replacing(isJSON ? #""copies":1,"# : "\"1\";", with: isJSON ? #""copies":8,"# : "\"8\";")
                }
                if line.contains("Pane") { return line.replacing(isJSON ? "300" : "3,00", with: isJSON ? "500" : "5,00") }
                return line
            }.joined(separator: "\n")
            let (sent, trial) = try await browsers[0].tryFile(Self.address, text: changed)
            #expect(counts(trial) == ["changed": 2, "same": 1])
            #expect(trial.contains("Altri hanno cambiato dopo il file, e vale quello che dice il file: Prezzo (Amministratrice, "))
            #expect(trial.contains("<del>4,00 €</del> 5,00 €"))
            #expect(trial.contains("Restano i valori più nuovi di altri: Prezzo."))
            try await browsers[0].confirmFile(sent, trial)
            let stands = "SELECT group_concat(copies || ' ' || price, ',') FROM book"
            expect(try await site.value(stands, as: String.self), is: "8 200,2 500,3 150")
        }
    }

    @Test func aVersionOfAnotherSiteIsNotTakenForThatOfThisOne() async throws {
        let site = try await SampleSite()
        try await site.addBooks([("Riso", 1, 100)])
        try await site.browse(as: "librarian") { browsers in
            for version in ["v1-abc", "v9223372036854775807-abc", "1", "v", ""] {
                let text = "Chiave;Prezzo;Versione\nriso;2,00;\(version)\n"
                let (_, trial) = try await browsers[0].tryFile(Self.address, text: text)
                #expect(counts(trial) == ["changed": 1], "\(version)")
                #expect(trial.contains("<del>1,00 €</del> 2,00 €"), "\(version)")
            }
        }
    }
}
