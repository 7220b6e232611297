import Foundation

/// What the site decides about signing in.
public struct AccountSettings: Sendable {
    /// The exponent of scrypt's N, with r 8 and p 1: 17 needs 128 MiB and about 0.35 s for each password (OWASP, Password Storage).
    public var scryptCost: Int
    /// Seconds without a request after which a session is over. 12 hours: a session lasts a working day with its breaks and is over the
    /// next morning. OWASP's 15 to 30 minutes would throw an educator out in the middle of a recipe and lose the text; the device lists
    /// and the sign-out button on every page are what a shared computer needs.
    public var idle: TimeInterval
    /// Seconds after which a session is over in any case. 7 days: NIST allows 30 for a single factor (AAL1), OWASP asks for an office
    /// day; once a week keeps the password in the head, which 30 days do not.
    public var absolute: TimeInterval
    /// Off only where the site is served without TLS in a local network: the cookie then loses `Secure` and the `__Host-` prefix.
    public var secureCookie: Bool
    /// The roles that an account can have.
    public var roles: [Role]
    /// Words that a password must not be made of, beside the account's own names: the site's name and the like.
    public var contextWords: [String]
    /// Where visitors reach the site; what passkeys belong to. nil when it is used only where it runs.
    public var publicURL: String?
    /// What secrets of second factors are sealed with.
    public var factorKey: FactorKey
    /// Hashes that may wait while two are worked on; the next person is asked to come back.
    public var passwordQueue: Int
    /// The zone that times are shown in.
    public var zone: TimeZone
    /// Permissions whose use must leave no hour behind.
    public var byTheDay: [Permission]
    /// The clock; tests set their own.
    public var now: @Sendable () -> Date

    public init(
        scryptCost: Int = 17, idle: TimeInterval = 12 * 3600, absolute: TimeInterval = 7 * 86400, secureCookie: Bool = true,
        roles: [Role] = [], contextWords: [String] = [], publicURL: String? = nil, factorKey: FactorKey = FactorKey(),
        passwordQueue: Int = 16,
        zone: TimeZone = TimeZone(identifier: "Europe/Rome") ?? .gmt, byTheDay: [Permission] = [],
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.scryptCost = scryptCost
        self.idle = idle
        self.absolute = absolute
        self.secureCookie = secureCookie
        self.roles = roles
        self.contextWords = contextWords
        self.publicURL = publicURL
        self.factorKey = factorKey
        self.passwordQueue = passwordQueue
        self.zone = zone
        self.byTheDay = byTheDay
        self.now = now
    }
}
