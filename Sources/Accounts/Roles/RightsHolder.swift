/// A person (`SignedIn`) or program (`Caller`) with rights.
public protocol RightsHolder: Sendable {
    var grants: Grants { get }
    var actor: Actor { get }
    /// Throws a 403 that the audit log records.
    func require(_ permission: Permission, in scope: Int64?) throws
}

extension RightsHolder {
    public func requireSomewhere(_ permission: Permission) throws {
        if !grants.mayAnywhere(permission) { try require(permission, in: nil) }
    }
}

extension SignedIn: RightsHolder {}
extension Caller: RightsHolder {}
