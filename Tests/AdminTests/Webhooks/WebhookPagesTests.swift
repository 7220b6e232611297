import AdminTestSupport
import GRDB
import Testing

@testable import Admin

private let address = "http://93.184.215.14/hook"

@Suite struct WebhookPagesTests {
    @Test func theSecretIsShownOnceWhenItIsMade() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            let made = try await admin.post(
                "/admin/webhooks", [("address", address), ("resources", "sample.books"), ("acts", "update"), ("isOn", "yes")])
            #expect(made.status == 200)
            #expect(made.headers[.cacheControl] == "no-store, no-transform")
            let secret = try await site.value("SELECT secret FROM webhook", as: String.self) ?? "?"
            #expect(made.contains(secret))
            for page in ["/admin/webhooks", "/admin/webhooks/1", "/admin/audit"] {
                let later = try await admin.get(page)
                #expect(later.status == 200, "\(page)")
                #expect(!later.contains(secret), "\(page)")
            }
            let changed = try await admin.post("/admin/webhooks/1/secret")
            let second = try await site.value("SELECT secret FROM webhook", as: String.self) ?? "?"
            #expect(second != secret)
            #expect(changed.contains(second))
        }
        let hook = try await site.database.read { try #require(try Webhook.fetchOne($0)) }
        #expect(hook.resources == "sample.books")
        #expect(hook.acts == "update")
        #expect(hook.isOn)
        let acts = try await site.database.read {
            try String.fetchAll($0, sql: "SELECT action FROM audit WHERE action LIKE 'webhook.%' ORDER BY id")
        }
        #expect(acts == ["webhook.create", "webhook.secret"])
    }

    @Test(arguments: [
        "", "hook", "ftp://93.184.215.14/", "http://a:b@93.184.215.14/", "http://93.184.215.14/#x", "http://127.0.0.1:8080/",
        "http://localhost/", "http://[::1]/", "http://10.1.2.3/", "http://192.168.0.1/", "http://169.254.169.254/latest/meta-data",
        "http://2130706433/", "http://0/", "http://[::ffff:10.0.0.1]/", "http://①②⑦.0.0.1/", "http:///x", "javascript:alert(1)",
    ])
    func refusesAddressesThatLeadNowhereOrToTheOwnNetwork(typed: String) async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin") { browsers in
            let refused = try await browsers[0].post("/admin/webhooks", [("address", typed), ("acts", "delete"), ("isOn", "yes")])
            #expect(refused.status == 422)
            #expect(refused.contains("f-address-error"))
            // Everything typed is kept.
            #expect(refused.contains("value=\"delete\" checked"), "\(refused.text)")
        }
        let count = try await site.value("SELECT count(*) FROM webhook", as: Int.self)
        #expect(count == 0)
    }

    @Test func aDeliveryIsSentAgainWhenSomebodyAsks() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            _ = try await admin.post("/admin/webhooks", [("address", address), ("isOn", "yes")])
            let tested = try await admin.post("/admin/webhooks/1/test")
            #expect(tested.status == 303)
            // Waiting already: nothing more to do.
            _ = try await admin.post("/admin/webhooks/1/deliveries/1/repetition")
            expect(try await site.value("SELECT count(*) FROM job WHERE kind = 'webhook'", as: Int.self) == 1)
            try await site.database.write { db in
                try db.execute(
                    sql:
                        "UPDATE webhookDelivery SET state = 'failed', attempts = 8, status = 503, answer = '<b>chiuso</b>', error = 'status'"
                )
            }
            let page = try await admin.get("/admin/webhooks/1")
            #expect(page.contains("webhook.test"))
            #expect(page.contains("503"))
            #expect(page.contains("&lt;b&gt;chiuso"))
            let again = try await admin.post("/admin/webhooks/1/deliveries/1/repetition")
            #expect(again.status == 303)
            let other = try await admin.post("/admin/webhooks/1/deliveries/99/repetition")
            #expect(other.status == 404)
            let removed = try await admin.post("/admin/webhooks/1/removal")
            #expect(removed.status == 303)
            #expect(removed.location == "/admin/webhooks")
        }
        expect(try await site.value("SELECT count(*) FROM job WHERE kind = 'webhook' AND state = 'waiting'", as: Int.self) == 2)
        expect(try await site.value("SELECT count(*) FROM webhookDelivery", as: Int.self) == 0)
    }

    @Test func onlyWhoeverLooksAfterTheSiteMay() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "") { browsers in
            for path in ["/admin/webhooks", "/admin/webhooks/new"] {
                let closed = try await browsers[0].get(path)
                #expect(closed.status == 403)
            }
            let made = try await browsers[0].post("/admin/webhooks", [("address", address)])
            #expect(made.status == 403)
            let nobody = try await browsers[1].get("/admin/webhooks")
            #expect(nobody.status == 303)
        }
    }
}
