import Accounts
import Admin
import Hummingbird
import Web

public struct QuestionnairePages: Sendable {
    private let admin: AdminContext
    private let outlines = PublishedOutlines()

    public init(admin: AdminContext) { self.admin = admin }

    /// Mounts the pages of students and teachers; the group is mounted at `/` and requires sign-in.
    public func addRoutes(to router: RouterGroup<SignedIn>) {
        let own = router.group("questionnaires").add(middleware: SystemSwitch("questionnaires", of: admin))
        let filling = FillingContext(admin: admin, outlines: outlines)
        OwnPages(filling: filling).addRoutes(to: own)
        ExamBookingPages(filling: filling).addRoutes(to: own)
        let offer = own.group("offers/{offer}")
        FillingStartPages(filling: filling).addRoutes(to: offer)
        FillingStepPages(filling: filling).addRoutes(to: offer)
        FillingQuestionPages(filling: filling).addRoutes(to: offer)
        FillingFilePages(filling: filling).addRoutes(to: offer)
        FillingSummaryPages(filling: filling).addRoutes(to: offer)
        let teaching = TeachingResultPages(filling: filling)
        teaching.addRoutes(to: own)
        TeacherAnswerPages(teaching: teaching).addRoutes(to: own)
        ClosingPages(filling: filling).addRoutes(to: own)
        ReminderPages(filling: filling).addRoutes(to: own)
    }

    /// Mounts the public pages (open results, anonymity); the group is mounted at `/`.
    public func addOpenRoutes(to router: RouterGroup<Visitor>) {
        let open = router.group("questionnaires").add(middleware: SystemSwitch("questionnaires", of: admin))
        OpenResultPages(admin: admin).addRoutes(to: open)
        AnonymityPages(admin: admin).addRoutes(to: open)
        TrialPages(admin: admin).addRoutes(to: open)
        ReminderWorkerPages(admin: admin).addRoutes(to: open)
    }

    /// Mounts the web service; the group is mounted at `/ws` and needs `UniwebErrors`, then `Callers`.
    public func addUniwebRoutes(to router: RouterGroup<Visitor>) {
        let callers = router.group(context: Caller.self).add(middleware: SystemSwitch("questionnaires", of: admin))
        UniwebPages(admin: admin, outlines: outlines).addRoutes(to: callers)
        UniwebOfficePages(admin: admin).addRoutes(to: callers)
    }

    public func addAdminRoutes(to router: RouterGroup<SignedIn>) {
        let own = router.group("questionnaires").add(middleware: SystemSwitch("questionnaires", of: admin))
        let design = DesignContext(admin: admin)
        let structure = own.group("questionnaires/{id}/structure")
        StructurePages(design: design).addRoutes(to: structure)
        DesignVisitPages(design: design).addRoutes(to: structure)
        ElementPages(design: design).addRoutes(to: structure)
        RulePages(design: design).addRoutes(to: structure)
        StructurePreviewPages(design: design).addRoutes(to: structure)
        StructureMapPages(design: design).addRoutes(to: structure)
        DifferencePages(design: design).addRoutes(to: structure)
        ElementTagPages(design: design).addRoutes(to: structure)
        StructureTranslationPages(design: design).addRoutes(to: structure)
        DesignCopyPages(design: design).addRoutes(to: structure)
        ImportReportPages(design: design).addRoutes(to: structure)
        ExchangePages(design: design).addRoutes(to: own)
        TextPages(design: design).addRoutes(to: own)
        let results = ResultPages(admin: admin)
        results.addRoutes(to: own)
        ReviewPages(results: results).addRoutes(to: own)
        ResponsePages(admin: admin).addRoutes(to: own)
        CampaignPages(admin: admin).addRoutes(to: own)
    }
}
