import Foundation

public struct AccountSettings: Sendable {
    /// The exponent of scrypt's N, with r 8 and p 1: 17 takes 128 MiB and about 0.35 s per password (OWASP, Password Storage).
    public var scryptCost: Int
    /// Idle timeout in seconds. 12 hours cover a working day; OWASP's 15 to 30 minutes would sign educators out while they write. Shared
    /// computers rely on the sign-out button and the device list.
    public var idle: TimeInterval
    /// Absolute timeout in seconds. NIST allows 30 days (AAL1), OWASP one office day; 7 days help people to remember the password.
    public var absolute: TimeInterval
    /// False only without TLS in a local network: the cookie then loses `Secure` and the `__Host-` prefix.
    public var secureCookie: Bool
    public var roles: [Role]
    /// Words that a password must not consist of, such as the site's name.
    public var contextWords: [String]
    /// The site's address, to which passkeys belong; nil for local use.
    public var publicURL: String?
    public var factorKey: FactorKey
    /// Hashes that may wait while two run; further ones are refused.
    public var passwordQueue: Int
    public var zone: TimeZone
    /// Permissions whose holders' activity is recorded by day only.
    public var byTheDay: [Permission]
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
