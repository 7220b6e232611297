import Accounts
import GRDB

/// Counts that are updated with the answers, so that large results load quickly; they reveal no more than the answers.
enum ResultSchema {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 006 results are counted as answers come in") { db in
            try db.execute(sql: tables + places)
            try recount(db)
        }
    }

    private static let tables = """
        -- The smallest part of the results that it lies in: 'y1.d3.a12.g45'.
        ALTER TABLE compilation ADD COLUMN place TEXT NOT NULL DEFAULT '';
        CREATE INDEX compilation_place ON compilation(version, place);
        CREATE INDEX compilationAnswer_value ON compilationAnswer(question, answer, value) WHERE value IS NOT NULL;

        CREATE TABLE resultGroup (
          version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
          place TEXT NOT NULL,
          -- The answers that were given of those on which rules hang, '12,15': what was asked follows from them.
          chosen TEXT NOT NULL,
          count INTEGER NOT NULL CHECK (count > 0),
          PRIMARY KEY (version, place, chosen)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE resultCount (
          version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
          place TEXT NOT NULL,
          question INTEGER NOT NULL,
          -- 0 counts whoever answered at all, once.
          answer INTEGER NOT NULL,
          -- Of numbers and days only.
          value TEXT NOT NULL,
          count INTEGER NOT NULL CHECK (count > 0),
          PRIMARY KEY (version, place, question, answer, value)
        ) STRICT, WITHOUT ROWID;

        -- That the seed made answers which nobody gave, and from what.
        CREATE TABLE madeAnswers (
          version INTEGER PRIMARY KEY REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
          submissions INTEGER NOT NULL CHECK (submissions > 0),
          chance INTEGER NOT NULL,
          activities TEXT NOT NULL CHECK (json_valid(activities)),
          texts TEXT NOT NULL CHECK (json_valid(texts))
        ) STRICT;
        """

    /// Places for older answers. New answers get a permanent place when stored; among several degrees it uses the course's own.
    private static let places = """
        UPDATE compilation SET place = (
          SELECT 'y' || coalesce(max(CASE tag WHEN 'academicYear' THEN value END), '0')
            || '.d' || coalesce(max(CASE tag WHEN 'degree' THEN value END), '0')
            || '.a' || coalesce(max(CASE tag WHEN 'activity' THEN value END), '0')
            || iif(anonymous = 0, '.c' || coalesce(max(CASE tag WHEN 'yearOfCourse' THEN value END), '0'), '')
          FROM questionnaire LEFT JOIN compilationTag ON compilationTag.compilation = compilation.id
          WHERE questionnaire.id = compilation.questionnaire
        ) || coalesce((
          SELECT '.g' || coalesce((
            SELECT min(compilationAnswer.answer) FROM compilationAnswer
            WHERE compilationAnswer.compilation = compilation.id AND compilationAnswer.question = element.id), 0)
          FROM element JOIN elementTag ON elementTag.element = element.id
          WHERE element.version = compilation.version AND tag = 'attendance' AND format IN ('single', 'singleAcross')
          ORDER BY position, element.id LIMIT 1), '');
        """

    private static func groups(_ condition: String) -> String {
        """
        INSERT INTO resultGroup (version, place, chosen, count) SELECT version, place, chosen, count(*) FROM (
          SELECT version, place, coalesce((
            SELECT group_concat(deciding.answer, ',') FROM (
              SELECT compilationAnswer.answer FROM compilationAnswer
              WHERE compilationAnswer.compilation = compilation.id AND compilationAnswer.answer IN (
                SELECT elementCondition.answer FROM elementCondition WHERE elementCondition.version = compilation.version)
              ORDER BY compilationAnswer.answer) AS deciding), '') AS chosen
          FROM compilation WHERE \(condition)) GROUP BY version, place, chosen;
        """
    }

    /// - Parameter counted: the SQL condition of answers whose values are counted.
    private static func counts(_ counted: String) -> String {
        """
        INSERT INTO resultCount (version, place, question, answer, value, count)
        SELECT compilation.version, place, question, answer, iif(\(counted), coalesce(value, ''), '') AS said, count(*)
        FROM compilation JOIN compilationAnswer ON compilationAnswer.compilation = compilation.id
        JOIN element ON element.id = compilationAnswer.answer GROUP BY 1, 2, 3, 4, 5;

        INSERT INTO resultCount (version, place, question, answer, value, count)
        SELECT version, place, question, 0, '', count(DISTINCT compilation.id)
        FROM compilation JOIN compilationAnswer ON compilationAnswer.compilation = compilation.id GROUP BY 1, 2, 3;
        """
    }

    private static let frozen = """
        CREATE TRIGGER compilation_is_not_moved BEFORE UPDATE OF place ON compilation BEGIN
          SELECT RAISE(ABORT, 'what was sent is not changed');
        END;
        """

    /// Recomputes all counts from the stored answers. Incremental counts must always give the same result.
    static func recount(_ db: Database) throws {
        try db.execute(sql: "DROP TRIGGER IF EXISTS compilation_is_not_moved; DELETE FROM resultGroup; DELETE FROM resultCount;")
        // The migration that counts first is older than this column and this table.
        let hasLooks = try db.columns(in: "element").contains { $0.name == "look" }
        let counted = "format IN ('number', 'day')" + (hasLooks ? " OR look IN ('time', 'dateTime')" : "")
        let hasRules = try db.tableExists("elementRule")
        let isSimple = hasRules ? "version NOT IN (SELECT version FROM elementRule)" : "TRUE"
        for sql in [groups(isSimple), counts(counted), frozen] { try db.execute(sql: sql) }
        guard hasRules else { return }
        for version in try Int64.fetchAll(db, sql: "SELECT DISTINCT version FROM elementRule ORDER BY version") {
            try recountGroups(of: version, db)
        }
    }

    /// What compound rules depend on is compared in Swift.
    private static func recountGroups(of version: Int64, _ db: Database) throws {
        var counts = ResultCounts(StructureOutline(try StructureStore.read(version, db)))
        let places = try Row.fetchAll(db, sql: "SELECT id, place FROM compilation WHERE version = ?", arguments: [version])
        let answers = try ResultReading.answers(of: version, db)
        for row in places { counts.addGroup(answers[row["id"]] ?? [], at: row["place"]) }
        try counts.write(of: version, db)
    }
}
