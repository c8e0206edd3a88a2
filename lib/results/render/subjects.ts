import { runLabel } from "#lib/studies/schema.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { Subject } from "#lib/results/table.ts";
import type { CountedStratum, Population } from "#lib/study-results/schema.ts";

/** Whom or what a row is about. */
export function nameSubject(subject: Subject, locale: Locale, who: Population): string {
  const t = wordsIn(locale, "resultTables.subjects");
  switch (subject.kind) {
    case "people":
      return t(who);
    case "run":
      return runLabel(subject.run);
    case "person":
      return t("person", { number: subject.number });
    case "track":
    case "variant":
      return subject.name;
    case "stratum":
      return t(`strata.${subject.name as CountedStratum}`);
    default:
      return t(subject.kind);
  }
}

/** Different for rows of one table. */
export const idOf = (subject: Subject): string => {
  if (subject.kind === "run") return `run-${subject.run.runId}`;
  if (subject.kind === "person") return `person-${subject.number}`;
  return "name" in subject ? `${subject.kind} ${subject.name}`.trim() : subject.kind;
};
