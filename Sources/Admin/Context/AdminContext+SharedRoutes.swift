import Accounts
import Hummingbird

extension AdminContext {
    /// Mounts the shared pages at `/admin`. `make` returns the middleware for a recent password; without `next` the form waits for it.
    public func addSharedRoutes(to router: RouterGroup<SignedIn>, proof make: (_ next: String?) -> RecentProof) {
        let proof = make(nil)
        router.get("", use: today)
        router.post("scope", use: chooseScope)
        router.get("changes", use: changes)
        TranslationList(admin: self).addRoutes(to: router.group("translations"))
        SearchPages(admin: self).addRoutes(to: router)
        KeysPages(admin: self).addRoutes(to: router)
        HelpPages(admin: self).addRoutes(to: router)
        FirstStepsPages(admin: self).addRoutes(to: router)
        PersonAccessPages(admin: self).addOwnRoutes(to: router)
        TokenPages(admin: self).addOwnRoutes(to: router, proof: proof)
        TokenPages(admin: self).addRoutes(to: router.group("tokens").add(middleware: Requires("admin.people.edit")), proof: proof)
        addHistoryRoutes(to: router)
        ImportPages(admin: self).addRoutes(to: router.group("imports"))
        PeoplePages(admin: self).addRoutes(to: router.group("people").add(middleware: Requires("admin.people.edit")), proof: proof)
        RolesPages(admin: self).addRoutes(to: router.group("roles").add(middleware: Requires("admin.people.edit")), proof: proof)
        RoleViewing(admin: self).addRoutes(to: router.group("viewing"))
        // A right in some houses opens these pages, which show only the entries of those houses.
        AuditPages(admin: self).addRoutes(to: router.group("audit").add(middleware: Requires("admin.audit.see", anywhere: true)))
        SitePages(admin: self).addRoutes(to: router.group("site").add(middleware: Requires("admin.site.edit")), proof: proof)
        SiteAddressPages(admin: self).addRoutes(
            to: router.group("site/address").add(middleware: Requires(SiteAddressPages.permission)), proof: proof)
        MailPages(admin: self).addRoutes(to: router.group("site/mail").add(middleware: Requires(MailPages.permission)), proof: proof)
        WebhookPages(admin: self).addRoutes(to: router.group("webhooks").add(middleware: Requires("admin.site.edit")), proof: proof)
        BackupPages(admin: self).addRoutes(
            to: router.group("backups").add(middleware: Requires(BackupPages.permission)), proof: proof,
            download: make(BackupPages.address))
        SeedFilePages(admin: self).addRoutes(
            to: router.group("files").add(middleware: Requires(SeedFilePages.permission)), proof: proof)
        JobPages(admin: self).addRoutes(to: router.group("jobs").add(middleware: Requires("admin.site.edit")))
    }
}

struct Requires: RouterMiddleware {
    typealias Context = SignedIn

    let permission: Permission
    let anywhere: Bool

    init(_ permission: Permission, anywhere: Bool = false) { (self.permission, self.anywhere) = (permission, anywhere) }

    func handle(_ request: Request, context: SignedIn, next: (Request, SignedIn) async throws -> Response) async throws -> Response {
        if !anywhere || !context.grants.mayAnywhere(permission) { try context.require(permission) }
        return try await next(request, context)
    }
}
