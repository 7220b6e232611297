import Testing

@testable import House

@Suite struct PushDraftTests {
    @Test(arguments: [
        ("https://push.example.org/a", "", "BTBZMqHH6r4Tts7J_aSIgg"),
        // On no curve.
        ("https://push.example.org/a", "B" + String(repeating: "A", count: 86), "BTBZMqHH6r4Tts7J_aSIgg"),
        (
            "https://push.example.org/a",
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4Tts7J"
        ),
        (
            "javascript:x", "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "BTBZMqHH6r4Tts7J_aSIgg"
        ),
    ])
    func whatNoBrowserSendsIsNoSubscription(endpoint: String, key: String, secret: String) {
        #expect(PushDraft(endpoint: endpoint, p256dh: key, auth: secret) == nil)
    }
}
