import Testing

@testable import Admin

@Suite struct WebhookDraftTests {
    @Test func twoKindsOfRecordsWithOneNameSayWhoseTheyAre() {
        let options = WebhookDraft.distinct([
            ("questionnaires.exam-sessions", "Prüfungstermine", "Fragebögen"), ("house.products", "Produkte", "Haus"),
            ("campus.exam-sessions", "Prüfungstermine", "Campus"),
        ])
        #expect(options.map(\.label) == ["Prüfungstermine (Fragebögen)", "Produkte", "Prüfungstermine (Campus)"])
        #expect(options.map(\.value) == ["questionnaires.exam-sessions", "house.products", "campus.exam-sessions"])
    }
}
