import TestSupport

extension Browser {
    @discardableResult
    func signIn(_ name: String = "anna", _ password: String = Site.password, next: String = "") async throws -> Answer {
        try await post("/sign-in", ["name": name, "password": password, "next": next])
    }
}

extension Answer {
    var code: Int { status }
}
