import Accounts
import Admin

extension Configuration {
    /// How messages leave the site, as far as its owner says; the rest is in the database.
    var mailRoute: MailRoute {
        MailRoute(
            command: mail, sender: mailFrom == Configuration().mailFrom ? nil : mailFrom, folder: data + "/mail",
            key: FactorKey(path: data + "/factor.key"), url: url)
    }
}
