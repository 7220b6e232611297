import Accounts
import GRDB

extension MailServer {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("admin mail 001 the mail server is a setting") { db in
            try db.execute(
                sql: """
                    CREATE TABLE mailServer (
                        id INTEGER PRIMARY KEY CHECK (id = 1),
                        way TEXT NOT NULL CHECK (way IN ('none', 'sendmail', 'smtp')),
                        host TEXT NOT NULL,
                        port INTEGER NOT NULL CHECK (port BETWEEN 1 AND 65535),
                        security TEXT NOT NULL CHECK (security IN ('tls', 'starttls', 'none')),
                        user TEXT NOT NULL,
                        password BLOB CHECK (length(password) > 28),
                        senderName TEXT NOT NULL,
                        sender TEXT NOT NULL,
                        replyTo TEXT NOT NULL,
                        version INTEGER NOT NULL CHECK (version > 0)
                    ) STRICT;
                    """)
        }
    }
}
