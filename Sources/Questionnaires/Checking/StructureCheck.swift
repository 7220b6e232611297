enum StructureCheck {
    static func faults(_ structure: Structure) -> [Fault] {
        if structure.pages.isEmpty { return [Fault(kind: .noPage, element: nil)] }
        var faults: [Fault] = []
        for page in structure.pages {
            if page.paragraphs.isEmpty { faults.append(Fault(kind: .emptyPage, element: page.id)) }
            for paragraph in page.paragraphs {
                if paragraph.questions.isEmpty { faults.append(Fault(kind: .emptyParagraph, element: paragraph.id)) }
                faults += paragraph.questions.filter(\.answers.isEmpty).map { Fault(kind: .emptyQuestion, element: $0.id) }
            }
        }
        return faults
    }
}
