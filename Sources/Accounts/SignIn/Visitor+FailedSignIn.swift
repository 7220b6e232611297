import Web

extension Visitor {
    /// Logs a failed attempt without anything that was typed; the filter of fail2ban knows this line.
    func logFailedSignIn(_ kind: String, tries: Int = 1) {
        logger.notice("failed sign-in kind=\(kind) from=\(client.text)\(tries == 1 ? "" : " tries=\(tries)")")
    }
}
