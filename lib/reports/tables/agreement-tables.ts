import { listCategories } from "#lib/benchmarks/schema.ts";
import type { CsvCell } from "#lib/files/csv/cell.ts";
import { listUndefined, formatTrackName, formatAgreement } from "#lib/reports/agreement-words.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { formatCaption } from "#lib/reports/head.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { joinList, formatRunName, t, formatDecimal } from "#lib/reports/words.ts";
import { isTooSmall } from "#lib/study-results/agreement/agreement.ts";
import {
  falseDiscovery,
  leastAnnotators,
  minItems,
  readEpsilon,
} from "#lib/study-results/agreement/alternative.ts";
import { agreementMeasures } from "#lib/metrics/agreement/agreement-tally.ts";

export function makeAgreementTable(facts: Facts): PrintedTable {
  const { agreement, view } = facts;
  const { parts } = agreement;
  const why = listUndefined(parts).map(({ lacks, words }) =>
    t(`tables.agreement.${lacks === "figure" ? "undefined" : "noInterval"}`, words),
  );
  // Columns of dashes alone would be in the way of the others.
  const isShared = parts.some(({ level }) => level !== null);
  const printed = agreementMeasures.filter((name) => isShared || (name !== "alpha" && name !== "fleiss"));
  return {
    name: "agreement",
    caption: formatCaption(facts, t("tables.agreement.caption"), "rest"),
    notes: [t("tables.agreement.made"), ...formatCategories(facts), ...why],
    columns: [
      { label: t("tables.agreement.track"), numeric: false },
      ...(["cases", "twice", "answers"] as const).map((key) => ({
        label: t(`tables.agreement.${key}`),
        numeric: true,
      })),
      ...printed.map((name) => {
        const label = name === "freeKappa" ? t("tables.agreement.freeKappa") : t(`agreementNames.${name}`);
        return { label: name === "pairwise" || name === "unanimous" ? `${label}, %` : label, numeric: true };
      }),
    ],
    groups: [
      parts.map((part) => ({
        id: part.track ?? "",
        about: { page: "agreement", view: { ...view, track: part.track } },
        cells: [
          formatTrackName(part.track),
          String(part.cases),
          String(part.twice),
          String(part.answers),
          ...printed.map((name, i) =>
            isTooSmall(part)
              ? i === 0
                ? t("tables.tooFew", { n: part.answers })
                : "–"
              : formatAgreement(name, part.figures[name]),
          ),
        ],
      })),
    ],
    csv: [
      [
        "answers_of",
        "track",
        "cases",
        "cases_with_two",
        "people",
        "answers",
        "too_few",
        "categories",
        "alpha_level",
        ...agreementMeasures
          .map((name) => (name === "freeKappa" ? "free_kappa" : name))
          .flatMap((name) => [name, `${name}_low`, `${name}_high`, `${name}_reason`]),
      ],
      ...parts.map((part) => [
        view.who,
        part.track,
        part.cases,
        part.twice,
        part.people,
        part.answers,
        Number(isTooSmall(part)),
        categoriesOf(facts, part.track),
        part.level,
        ...agreementMeasures.flatMap((name): CsvCell[] => {
          const { value, low, high, reason } = part.figures[name];
          return isTooSmall(part) ? [null, null, null, "too_few"] : [value, low, high, reason];
        }),
      ]),
    ],
  };
}

/** Which tracks share their categories, and which those are. */
function formatCategories({ rows }: Facts): string[] {
  const shared = rows.tracks.filter(({ categories }) => categories !== "own");
  const alike = Map.groupBy(shared, ({ categories, categoryNames }) =>
    JSON.stringify([categories, ...categoryNames]),
  );
  return [...alike.values()].flatMap((tracks) => {
    const [first] = tracks;
    if (!first) return [];
    const words = { kind: first.categories, tracks: joinList(tracks.map(({ name }) => name)) };
    return t("tables.agreement.categories", { ...words, names: listCategories(first) });
  });
}

/** Nothing of all tracks together, unless all are of one kind. */
function categoriesOf({ rows }: Facts, track: string | null): string | null {
  const tracks = rows.tracks.filter(({ name }) => track === null || name === track);
  const kinds = new Set(tracks.map(({ categories }) => categories));
  return kinds.size === 1 ? ([...kinds][0] ?? null) : null;
}

/** Null where there is no model to test. */
export function makeAnnotatorsTable(facts: Facts): PrintedTable | null {
  const { alternatives, rows, view } = facts;
  const { epsilon } = readEpsilon(rows);
  if (!alternatives.some(({ reason, cases }) => reason !== "apart" && cases > 0)) return null;
  const made = { epsilon, least: minItems, wanted: leastAnnotators };
  return {
    name: "annotators",
    caption: formatCaption(facts, t("tables.annotators.caption"), "alternative"),
    notes: [t("tables.annotators.made", { ...made, rate: falseDiscovery })],
    columns: [
      { label: t("tables.annotators.name"), numeric: false },
      ...(["people", "cases", "omega", "rho", "passes"] as const).map((key) => ({
        label: t(`tables.annotators.${key}`),
        numeric: key !== "passes",
      })),
    ],
    groups: [
      alternatives.map(({ run, people, eligible, cases, omega, rho, passes, reason }) => ({
        id: String(run.id),
        about: { run: run.id },
        cells:
          run.apart !== null
            ? [formatRunName(run), "", "", "", "", t("tables.annotators.apart", { apart: run.apart })]
            : [
                formatRunName(run),
                `${eligible}/${people}`,
                String(cases),
                formatDecimal(omega, 2),
                formatDecimal(rho, 2),
                passes === null
                  ? t(`tables.annotators.${reason === "interim" ? "oneLook" : "notEligible"}`)
                  : t(`tables.annotators.${passes ? "yes" : "no"}`),
              ],
      })),
    ],
    csv: [
      [
        "answers_of",
        "model",
        "method",
        "version",
        "people",
        "eligible",
        "cases",
        "epsilon",
        "omega",
        "rho",
        "passes",
        "reason",
      ],
      ...alternatives.map(({ run, people, eligible, cases, omega, rho, passes, reason }) => [
        view.who,
        run.model,
        run.method,
        run.version,
        people,
        eligible,
        cases,
        epsilon,
        omega,
        rho,
        passes === null ? null : Number(passes),
        reason,
      ]),
    ],
  };
}
