import type { CsvCell } from "#lib/files/csv/cell.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { writeCaption } from "#lib/reports/head.ts";
import type { PrintedRow, PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { nameRun, t, writeShare } from "#lib/reports/words.ts";
import type { ResultsDocument } from "#lib/study-results/overview/results-schema.ts";
import type { View } from "#lib/study-results/schema.ts";

type Part = { view: View } & Pick<ResultsDocument["tracks"][number], "name" | "people" | "best"> &
  Partial<Pick<ResultsDocument["tracks"][number], "consensus" | "chance">>;

const partColumns = [
  "people",
  "answers",
  "cases",
  "right",
  "consensus",
  "best",
  "bestRight",
  "chance",
] as const;

/** The headline by track and kind of case, and with and without whatever a reader may doubt. */
export function makePartsTable(facts: Facts): PrintedTable {
  const groups = listParts(facts);
  return {
    name: "parts",
    caption: writeCaption(facts, t("tables.parts.caption")),
    notes: [t("tables.parts.made")],
    columns: [
      { label: t("tables.parts.name"), numeric: false },
      ...partColumns.map((key) => ({ label: t(`tables.parts.${key}`), numeric: key !== "best" })),
    ],
    groups: groups.flatMap(([kind, parts]) =>
      parts.length > 0 ? [parts.map((part) => describePart(kind, part))] : [],
    ),
    csv: [
      [
        ...["answers_of", "kind", "part", "people", "answers", "cases", "right", "share", "low", "high"],
        ...["interval", "consensus", "best_model", "best_share", "best_low", "best_high", "chance"],
      ],
      ...groups.flatMap(([kind, parts]) => parts.map((part) => [facts.view.who, ...writePart(kind, part)])),
    ],
  };
}

function listParts({ results, view }: Facts): (readonly [string, readonly Part[]])[] {
  const { people, consensus, chance, models } = results;
  const best = models.find(({ isRanked }) => isRanked) ?? null;
  const whole: Part = { view, name: t("tables.parts.all"), people, consensus, chance, best };
  const tracks = results.tracks.map((track) => ({ ...track, view: { ...view, track: track.name } }));
  const strata = results.strata.map((stratum) => ({
    ...stratum,
    view: { ...view, stratum: stratum.name as View["stratum"] },
    name: t(`tables.parts.strata.${stratum.name === "control" ? "control" : "selected"}`),
  }));
  const variants = results.variants
    .filter(({ differs }) => differs)
    .map((variant) => ({
      ...variant,
      view: { ...view, [variant.key]: variant.turned },
      name: t(`tables.parts.variants.${variant.key}`, { turned: variant.turned }),
    }));
  return [
    ["all", [whole]],
    ["track", tracks],
    ["stratum", strata],
    ["variant", variants],
  ];
}

function describePart(kind: string, { name, view, people, consensus, best, chance }: Part): PrintedRow {
  const { n, isClaimable, accuracy, interval, right } = people;
  const told = (value: string) => (isClaimable ? value : "–");
  return {
    id: `${kind} ${name}`,
    about: { page: "overview", view },
    cells: [
      ...[name, String(n.people), String(n.answers), String(n.cases)],
      isClaimable ? writeShare(accuracy, interval) : t("tables.parts.tooFew", { right, n: n.answers }),
      consensus ? told(writeShare(consensus.accuracy)) : "",
      told(best ? nameRun(best) : "–"),
      told(best ? writeShare(best.top1, best.interval) : "–"),
      chance === undefined ? "" : writeShare(chance),
    ],
  };
}

function writePart(kind: string, { name, people, consensus, best, chance }: Part): CsvCell[] {
  const { n, isClaimable, accuracy, interval, right } = people;
  return [
    ...[kind, name, n.people, n.answers, n.cases, right],
    ...(isClaimable
      ? [accuracy, interval.low, interval.high, interval.method]
      : [null, null, null, "too_few"]),
    isClaimable ? consensus?.accuracy : null,
    best ? nameRun(best) : null,
    ...(isClaimable ? [best?.top1, best?.interval?.low, best?.interval?.high] : [null, null, null]),
    chance,
  ];
}
