import Accounts

/// What a start reports while it migrates an existing database.
public enum UpdateProgress: Sendable {
    case begun(missing: [String])
    case copied
    case applied(SchemaMigrator.Step)
    case ended(Duration)
}
