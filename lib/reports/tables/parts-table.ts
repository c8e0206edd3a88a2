import type { CsvCell } from "#lib/files/csv/cell.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { listLooks, writeCaption } from "#lib/reports/head.ts";
import type { PrintedRow, PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { nameRun, t, writeShare } from "#lib/reports/words.ts";
import type { ResultsDocument } from "#lib/study-results/overview/results-schema.ts";
import type { CountedStratum, View } from "#lib/study-results/schema.ts";

type Part = { view: View } & Pick<ResultsDocument["tracks"][number], "name" | "people" | "model"> &
  Partial<Pick<ResultsDocument["tracks"][number], "consensus" | "chance">>;

const partColumns = [
  "people",
  "answers",
  "cases",
  "right",
  "consensus",
  "model",
  "modelRight",
  "chance",
] as const;

/** The headline by track and kind of case, and with and without whatever a reader may doubt. */
export function makePartsTable(facts: Facts): PrintedTable {
  const groups = listParts(facts);
  const chosen = facts.results.beside?.chosen ?? "after_looking";
  return {
    name: "parts",
    caption: writeCaption(facts, t("tables.parts.caption"), "rest"),
    notes: [t("tables.parts.made"), ...listLooks(facts)],
    columns: [
      { label: t("tables.parts.name"), numeric: false },
      ...partColumns.map((key) => ({
        label: t(`tables.parts.${key}`, { chosen }),
        numeric: key !== "model",
      })),
    ],
    groups: groups.flatMap(([kind, parts]) =>
      parts.length > 0 ? [parts.map((part) => describePart(kind, part))] : [],
    ),
    csv: [
      [
        "answers_of",
        "kind",
        "part",
        "people",
        "answers",
        "cases",
        "right",
        "share",
        "low",
        "high",
        "interval",
        "consensus",
        "model",
        "chosen",
        "model_share",
        "model_low",
        "model_high",
        "chance",
      ],
      ...groups.flatMap(([kind, parts]) => parts.map((part) => [facts.view.who, ...writePart(kind, part)])),
    ],
  };
}

function listParts({ results, view }: Facts): (readonly [string, readonly Part[]])[] {
  const { people, consensus, chance, beside } = results;
  const whole: Part = { view, name: t("tables.parts.all"), people, consensus, chance, model: beside };
  const tracks = results.tracks.map((track) => ({ ...track, view: { ...view, track: track.name } }));
  const strata = results.strata.map((stratum) => ({
    ...stratum,
    view: { ...view, stratum: stratum.name as View["stratum"] },
    name: t(`tables.parts.strata.${stratum.name as CountedStratum}`),
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

function describePart(kind: string, { name, view, people, consensus, model, chance }: Part): PrintedRow {
  const { n, isClaimable, accuracy, interval, right } = people;
  const told = (value: string) => (isClaimable ? value : "–");
  return {
    id: `${kind} ${name}`,
    about: { page: "overview", view },
    cells: [
      name,
      String(n.people),
      String(n.answers),
      String(n.cases),
      isClaimable ? writeShare(accuracy, interval) : t("tables.parts.tooFew", { right, n: n.answers }),
      consensus ? told(writeShare(consensus.accuracy)) : "",
      told(model ? nameRun(model) : "–"),
      told(model ? writeShare(model.top1, model.interval) : "–"),
      chance === undefined ? "" : writeShare(chance),
    ],
  };
}

function writePart(kind: string, { name, people, consensus, model, chance }: Part): CsvCell[] {
  const { n, isClaimable, accuracy, interval, right } = people;
  return [
    kind,
    name,
    n.people,
    n.answers,
    n.cases,
    right,
    ...(isClaimable
      ? [accuracy, interval.low, interval.high, interval.method]
      : [null, null, null, "too_few"]),
    isClaimable ? consensus?.accuracy : null,
    model ? nameRun(model) : null,
    model?.chosen,
    ...(isClaimable ? [model?.top1, model?.interval?.low, model?.interval?.high] : [null, null, null]),
    chance,
  ];
}
