import TestSupport
import Testing

@Suite struct WebhookResourcesTests {
    @Test func twoKindsOfRecordsWithOneNameSayWhoseTheyAre() async throws {
        let site = try await TestSite("house", "registry", "questionnaires", "campus")
        // In German, the exam sessions of two systems have one name.
        try await site.database.write { try $0.execute(sql: "UPDATE account SET language = 'de'") }
        try await site.browse(as: "admin") { browsers in
            let form = try await browsers[0].get("/admin/webhooks/new").text
            let labels = form.matches(of: #/name="resources"[^>]*><span>([^<]+)</#).map { String($0.1) }
            #expect(labels.contains("Prüfungstermine (Fragebögen)"))
            #expect(labels.contains("Prüfungstermine (Campus)"))
            #expect(labels.contains("Produkte"))
            #expect(Set(labels).count == labels.count)
            let address = try await browsers[0].post(
                "/admin/webhooks", [("address", "http://93.184.215.14/hook"), ("resources", "campus.exam-sessions"), ("isOn", "yes")])
            #expect(address.status == 200)
            let list = try await browsers[0].get("/admin/webhooks")
            #expect(list.contains("Prüfungstermine (Campus)"))
        }
    }
}
