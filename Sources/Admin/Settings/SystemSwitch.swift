import Hummingbird

/// Answers 404 for addresses of a disabled system.
public struct SystemSwitch<Context: RequestContext>: RouterMiddleware {
    private let system: String
    private let site: @Sendable () -> SiteSettings

    public init(_ system: String, of admin: AdminContext) {
        self.system = system
        site = { admin.site }
    }

    public func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        guard site().systems.contains(system) else { throw HTTPError(.notFound) }
        return try await next(request, context)
    }
}

extension AdminContext {
    public var modulesOn: [any Module.Type] { modules.filter { site.systems.contains($0.name) } }
}
