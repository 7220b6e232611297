import Accounts
import Web

public struct ModuleContext: Sendable {
    public let admin: AdminContext
    public let passwords: Passwords
    public let accounts: AccountSettings
    public let assets: Assets
    public let settings: ModuleSettings

    public init(admin: AdminContext, passwords: Passwords, accounts: AccountSettings, assets: Assets, settings: ModuleSettings) {
        (self.admin, self.passwords, self.accounts, self.assets, self.settings) = (admin, passwords, accounts, assets, settings)
    }
}

public struct ModuleSettings: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    public init() {}

    public subscript<Value: Sendable>(type: Value.Type) -> Value? {
        get { values[ObjectIdentifier(type)] as? Value }
        set { values[ObjectIdentifier(type)] = newValue }
    }
}
