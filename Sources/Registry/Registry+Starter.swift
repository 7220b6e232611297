import Admin
import Foundation

extension Registry {
    public static func starter(_ answers: StarterAnswers) -> String {
        let year = academicYear(answers)
        let years = "- { key: \(year)-\(year + 1), name: \(year)/\(year + 1), begins: \(year)-10-01, ends: \(year + 1)-09-30 }"
        let institution = StarterAnswers.quoted(answers.institution)
        return answers.pick(
            """
            # L'anagrafe, che i sistemi dell'istituzione hanno in comune. Le persone sono inventate.
            registry:
              academic-years:
                \(years)
              faculties:
                - { key: istituzione, name: \(institution), code: F1 }
              departments:
                - { key: scienze, name: Scienze, code: D1, faculty: istituzione }
              people:
                - { key: ada-esempio, name: Ada Esempio, givenName: Ada, surname: Esempio, position: Professoressa, department: scienze }
              degrees:
                - { key: scienze-naturali, name: Scienze naturali, code: SN, level: bachelor, department: scienze, years: 3 }
              courses:
                - { key: fiumi, name: Storia dei fiumi, code: SN1, degree: scienze-naturali, courseYear: 1, credits: 6 }
              activities: # un insegnamento in un anno
                - { key: fiumi-1, code: SN1-1, course: fiumi, year: \(year)-\(year + 1), term: firstSemester, teachers: [ada-esempio] }
            """,
            """
            # The register, which the institution's systems share. People are invented.
            registry:
              academic-years:
                \(years)
              faculties:
                - { key: institution, name: \(institution), code: F1 }
              departments:
                - { key: science, name: Science, code: D1, faculty: institution }
              people:
                - { key: ada-sample, name: Ada Sample, givenName: Ada, surname: Sample, position: Professor, department: science }
              degrees:
                - { key: natural-science, name: Natural science, code: NS, level: bachelor, department: science, years: 3 }
              courses:
                - { key: rivers, name: History of rivers, code: NS1, degree: natural-science, courseYear: 1, credits: 6 }
              activities: # a course in a year
                - { key: rivers-1, code: NS1-1, course: rivers, year: \(year)-\(year + 1), term: firstSemester, teachers: [ada-sample] }
            """)
    }

    private static func academicYear(_ answers: StarterAnswers) -> Int {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = answers.zone
        let parts = calendar.dateComponents([.year, .month], from: answers.day)
        return (parts.year ?? 2026) - ((parts.month ?? 1) < 10 ? 1 : 0)
    }
}
