import Accounts
import Admin
import GRDB

extension Campus {
    public static func migrate(_ migrator: inout SchemaMigrator) {
        placeTables(&migrator)
        visitorTables(&migrator)
        timetableTables(&migrator)
        linkTables(&migrator)
        calendarTables(&migrator)
        alertTables(&migrator)
        tellingTables(&migrator)
        syncTables(&migrator)
        newsTables(&migrator)
        feedTables(&migrator)
        LinkUses.migrate(&migrator)
        lessonTables(&migrator)
        ownEventTables(&migrator)
        calendarFeedTables(&migrator)
        Digest.migrate(&migrator)
        linkPictures(&migrator)
        PlacePhotos.migrate(&migrator)
        followingTables(&migrator)
        CampusVisits.migrate(&migrator)
        EventLink.migrate(&migrator)
        BuildingFootprint.migrate(&migrator)
        linkStreams(&migrator)
        followEverything(&migrator)
        TeachingShare.migrate(&migrator)
        linkEvents(&migrator)
        noteEachOnce(&migrator)
        alertsAreSomewhere(&migrator)
        followOwners(&migrator)
        alertsOfFaculties(&migrator)
        radioNews(&migrator)
        LinkUses.hideTheDead(&migrator)
        tellEasily(&migrator)
        EventLink.inBothLanguages(&migrator)
        tellAlertsApart(&migrator)
        Bulletin.migrateTranslations(&migrator)
        feedEntries(&migrator)
    }
}
