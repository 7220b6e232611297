import Admin
import ArgumentParser

struct SeedArguments: ParsableArguments {
    @Option(
        help: .localized(
            "seedArguments.as", "The name under which the site remembers what the file wrote; the file's name by default.",
            valueName: "name"))
    var `as`: String?

    @Flag(help: .localized("seedArguments.force", "Where people or another file changed something, let this file win."))
    var force = false

    @Flag(help: .localized("seedArguments.keepPeople", "Where both changed something, keep what people or another file wrote."))
    var keepPeople = false

    @Flag(help: .localized("seedArguments.prune", "Move records to the trash that this file wrote before and no longer has."))
    var prune = false

    @Option(help: .localized("seedArguments.only", "Only a part of the file: house, house/casa-rossa, campus/alerts.", valueName: "part"))
    var only: String?

    @Flag(help: .localized("seedArguments.withoutPeople", "Leave out accounts and the lists that hold people, as exports do."))
    var withoutPeople = false

    @OptionGroup var language: SeedLanguage

    func validate() throws {
        guard !force || !keepPeople else { throw ValidationError(.refusal("forceKeep", "--force and --keep-people exclude one another.")) }
        if let name = `as`, !SeedOptions.isName(name) {
            throw ValidationError(.refusal("as", "--as takes 1 to 60 letters, digits, dots, hyphens and underscores."))
        }
    }

    /// Whether any is typed but the language.
    var areGiven: Bool { `as` != nil || force || keepPeople || prune || only != nil || withoutPeople }

    func options(_ file: String) -> SeedOptions {
        SeedOptions(
            file, as: `as`, policy: force ? .file : keepPeople ? .people : .refuse, prunes: prune, only: only, withoutPeople: withoutPeople)
    }
}
