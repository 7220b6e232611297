import AdminTestSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Citations
@testable import Web

/// What people bring is read beside the threads that answer requests, within the budget of the request.
@Suite struct ComputeThreadPoolTests {
    private final class Count: Sendable {
        private let state = Mutex(0)
        func add() { state.withLock { $0 += 1 } }
        var taken: Int {
            state.withLock { count in
                defer { count = 0 }
                return count
            }
        }
    }

    @Test func documentsLeaveTheRequestThreads() async throws {
        let (site, count) = (try await RunSite.make().site, Count())
        try await site.browse(as: "admin") { browsers in
            try await ComputeThreadPool.$begun.withValue({ count.add() }) {
                let fields = [
                    ("newAuthor", "Ada De Luca"), ("surname", "De Luca"), ("preset", "improved"), ("titleThreshold", "80"),
                    ("authorThreshold", "68"), ("list", Examples.list),
                ]
                let made = try await browsers[0].post("/admin/citations/new-run", fields)
                #expect(made.status == 303)
                #expect(count.taken == 1, "a new run")
                let kept = try await browsers[0].post("/admin/citations/documents", [("role", "list"), ("text", Examples.list)])
                #expect(kept.status == 303)
                #expect(count.taken == 1, "keeping a document")
                let items = try await browsers[0].get(kept.location ?? "")
                #expect(count.taken == 0, "looking at its works")
                let taken = try await browsers[0].confirmFile(String(kept.location?.dropLast("/items".count) ?? ""), items)
                #expect(count.taken == 0, "accepting them")
                let page = try await browsers[0].get(taken.location ?? "")
                #expect(page.status == 200)
                #expect(count.taken == 1, "reading it")
            }
        }
    }
}
