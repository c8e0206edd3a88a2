import { countErrorClasses, type CaseStudy } from "#lib/reports/case-studies/case-studies.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { formatCaption } from "#lib/reports/head.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { t } from "#lib/reports/words.ts";

/** How often each class was named, and how people and models did on its cases; null without an analysis. */
export function makeErrorClassesTable(facts: Facts, studies: readonly CaseStudy[]): PrintedTable | null {
  const counted = countErrorClasses(studies);
  if (counted.length === 0) return null;
  const { who } = facts.view;
  const of = ({ right, n }: { right: number; n: number }) => t("tables.errorClasses.of", { right, n });
  return {
    name: "error-classes",
    caption: formatCaption(facts, t("tables.errorClasses.caption", { cases: studies.length }), "rest"),
    notes: [t("tables.errorClasses.made")],
    columns: [
      { label: t("tables.errorClasses.name"), numeric: false },
      { label: t("tables.errorClasses.cases"), numeric: true },
      { label: t("tables.errorClasses.people", { who }), numeric: true },
      { label: t("tables.errorClasses.models"), numeric: true },
    ],
    groups: [
      counted.map(({ errorClass, cases, people, models }) => ({
        id: errorClass,
        cells: [errorClass || t("caseStudies.noClass"), String(cases), of(people), of(models)],
      })),
    ],
    csv: [
      ["error_class", "cases", "answers_of", "right", "answers", "models_right", "models_answered"],
      ...counted.map(({ errorClass, cases, people, models }) => [
        errorClass,
        cases,
        who,
        people.right,
        people.n,
        models.right,
        models.n,
      ]),
    ],
  };
}
