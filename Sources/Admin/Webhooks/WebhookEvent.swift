import GRDB
import Web

/// An event of a system besides changes of records, such as `report.created`; its label is `webhooks.named.<name>`.
public enum WebhookEvent {
    /// Stores an event for every interested webhook, in the caller's transaction. `facts` are numbers and names, never words of people.
    public static func note(_ name: String, _ facts: [(key: String, value: JSON)], _ db: Database) throws {
        try Webhooks.note(event: name, facts, db)
    }
}
