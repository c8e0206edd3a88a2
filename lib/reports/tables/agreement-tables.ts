import type { CsvCell } from "#lib/files/csv/cell.ts";
import { listUndefined, nameTrack, writeAgreement } from "#lib/reports/agreement-words.ts";
import { epsilon, type Facts } from "#lib/reports/facts.ts";
import { writeCaption } from "#lib/reports/head.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { nameRun, t, writeDecimal } from "#lib/reports/words.ts";
import { agreementNames, isTooSmall } from "#lib/study-results/agreement/agreement.ts";
import {
  epsilonOf,
  falseDiscovery,
  leastAnnotators,
  leastItems,
} from "#lib/study-results/agreement/alternative.ts";

export function makeAgreementTable(facts: Facts): PrintedTable {
  const { agreement, view } = facts;
  const { parts, b, seed } = agreement;
  const why = listUndefined(parts).map(({ lacks, words }) =>
    t(`tables.agreement.${lacks === "figure" ? "undefined" : "noInterval"}`, words),
  );
  return {
    name: "agreement",
    caption: writeCaption(facts, t("tables.agreement.caption")),
    notes: [t("tables.agreement.made", { b, seed: String(seed) }), ...why],
    columns: [
      { label: t("tables.agreement.track"), numeric: false },
      ...(["cases", "twice", "answers"] as const).map((key) => ({
        label: t(`tables.agreement.${key}`),
        numeric: true,
      })),
      ...agreementNames.map((name) => {
        const label = t(`agreementNames.${name}`);
        return { label: name === "pairwise" || name === "unanimous" ? `${label}, %` : label, numeric: true };
      }),
    ],
    groups: [
      parts.map((part) => ({
        id: part.track ?? "",
        about: { page: "agreement", view: { ...view, track: part.track } },
        cells: [
          ...[nameTrack(part.track), String(part.cases), String(part.twice), String(part.answers)],
          ...agreementNames.map((name, i) =>
            isTooSmall(part)
              ? i === 0
                ? t("tables.tooFew", { n: part.answers })
                : "–"
              : writeAgreement(name, part.figures[name]),
          ),
        ],
      })),
    ],
    csv: [
      [
        ...["answers_of", "track", "cases", "cases_with_two", "people", "answers", "too_few"],
        ...agreementNames.flatMap((name) => [name, `${name}_low`, `${name}_high`, `${name}_reason`]),
      ],
      ...parts.map((part) => [
        ...[view.who, part.track, part.cases, part.twice, part.people, part.answers],
        Number(isTooSmall(part)),
        ...agreementNames.flatMap((name): CsvCell[] => {
          const { value, low, high, reason } = part.figures[name];
          return isTooSmall(part) ? [null, null, null, "too_few"] : [value, low, high, reason];
        }),
      ]),
    ],
  };
}

/** Null where there is no model to test. */
export function makeAnnotatorsTable(facts: Facts): PrintedTable | null {
  const { alternatives, view } = facts;
  if (!alternatives.some(({ reason, cases }) => reason !== "by_selection" && cases > 0)) return null;
  const made = { epsilon: epsilonOf[epsilon], least: leastItems, wanted: leastAnnotators };
  return {
    name: "annotators",
    caption: writeCaption(facts, t("tables.annotators.caption")),
    notes: [t("tables.annotators.made", { ...made, rate: falseDiscovery })],
    columns: [
      { label: t("tables.annotators.name"), numeric: false },
      ...(["people", "cases", "omega", "rho", "passes"] as const).map((key) => ({
        label: t(`tables.annotators.${key}`),
        numeric: key !== "passes",
      })),
    ],
    groups: [
      alternatives.map(({ run, reason, people, eligible, cases, omega, rho, passes }) => ({
        id: String(run.id),
        about: { run: run.id },
        cells:
          reason === "by_selection"
            ? [nameRun(run), "", "", "", "", t("tables.annotators.selecting")]
            : [
                ...[nameRun(run), `${eligible}/${people}`, String(cases)],
                ...[writeDecimal(omega, 2), writeDecimal(rho, 2)],
                passes === null
                  ? t("tables.annotators.notEligible")
                  : t(`tables.annotators.${passes ? "yes" : "no"}`),
              ],
      })),
    ],
    csv: [
      [
        ...["answers_of", "model", "method", "version", "people", "eligible", "cases", "epsilon", "omega"],
        ...["rho", "passes", "reason"],
      ],
      ...alternatives.map(({ run, people, eligible, cases, omega, rho, passes, reason }) => [
        ...[view.who, run.model, run.method, run.version, people, eligible, cases, epsilonOf[epsilon]],
        ...[omega, rho, passes === null ? null : Number(passes), reason],
      ]),
    ],
  };
}
