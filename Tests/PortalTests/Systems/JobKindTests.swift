import Portal
import TestSupport
import Testing

@testable import Admin

@Suite struct JobKindTests {
    @Test func everyKindOfTheProductThatReachesOutOrTakesAwayIsKnownAsSuch() async throws {
        let site = try await TestSite("house", "registry", "questionnaires", "campus", "stories", "citations")
        let all = site.portal.jobs.kinds + Portal.modules.flatMap { $0.jobs }
        let names = { (isIt: (JobKind) -> Bool) in Set(all.filter(isIt).map(\.name)) }
        #expect(names { $0.lane == .urgent } == ["urgentMail", "campus-alerts", "campus-alert-telling", "stories-calls"])
        #expect(
            names { $0.reachesOut } == [
                "urgentMail", "storyMail", "mailTrial", "webhook", "webhooks-left", "push", "citation-source", "campus-alerts",
                "campus-alert-telling", "campus-telling", "campus-feeds", "campus-links", "timer", "stories-calls",
                "questionnaire-reminders", "questionnaire-push",
            ])
        #expect(names { $0.isDestructive } == ["emptying", "bulk", "trash"])
    }
}
