/// Whoever has rights and acts under a name: somebody at a page (`SignedIn`), a program (`Caller`).
public protocol RightsHolder: Sendable {
    var grants: Grants { get }
    var actor: Actor { get }
    /// - Throws: what ends in a 403 and a line of the audit log.
    func require(_ permission: Permission, in scope: Int64?) throws
}

extension RightsHolder {
    /// Asks for a right that may be limited to one scope or the other.
    public func requireSomewhere(_ permission: Permission) throws {
        if !grants.mayAnywhere(permission) { try require(permission, in: nil) }
    }
}

extension SignedIn: RightsHolder {}
extension Caller: RightsHolder {}
