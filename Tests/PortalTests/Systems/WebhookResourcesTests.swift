import TestSupport
import Testing

@Suite struct WebhookResourcesTests {
    @Test func everyKindOfRecordsIsOnOfferUnderAnUnlikeName() async throws {
        let site = try await TestSite("house", "registry", "questionnaires", "campus")
        try await site.browse(as: "admin") { browsers in
            let form = try await browsers[0].get("/admin/webhooks/new").text
            let labels = form.matches(of: #/name="resources"[^>]*><span>([^<]+)</#).map { String($0.1) }
            #expect(labels.contains("Appelli con prenotazione"))
            #expect(labels.contains("Prodotti"))
            #expect(Set(labels).count == labels.count)
            let address = try await browsers[0].post(
                "/admin/webhooks",
                [("address", "http://93.184.215.14/hook"), ("resources", "questionnaires.exam-sessions"), ("isOn", "yes")])
            #expect(address.status == 200)
            let list = try await browsers[0].get("/admin/webhooks")
            #expect(list.contains("Appelli con prenotazione"))
        }
    }
}
