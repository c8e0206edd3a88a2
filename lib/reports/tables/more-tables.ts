import type { CsvCell } from "#lib/files/csv/cell.ts";
import { listUndefined, nameTrack, writeAgreement } from "#lib/reports/agreement-words.ts";
import { epsilon, type Facts } from "#lib/reports/facts.ts";
import { writeCaption } from "#lib/reports/head.ts";
import type { PrintedRow, PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { nameRun, t, writeDecimal, writeShare } from "#lib/reports/words.ts";
import { agreementNames, isTooSmall } from "#lib/study-results/agreement/agreement.ts";
import {
  epsilonOf,
  falseDiscovery,
  leastAnnotators,
  leastItems,
} from "#lib/study-results/agreement/alternative.ts";
import type { View } from "#lib/study-results/schema.ts";
import type { ResultsDocument } from "#lib/study-results/overview/results-schema.ts";

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
  const { results, view } = facts;
  const { people, consensus, chance, models, method } = results;
  const best = models.find(({ isRanked }) => isRanked) ?? null;
  const whole: Part = { view, name: t("tables.parts.all"), people, consensus, chance, best };
  const tracks = results.tracks.map((it) => ({ ...it, view: { ...view, track: it.name } }));
  const strata = results.strata.map((it) => ({
    ...it,
    view: { ...view, stratum: it.name as View["stratum"] },
    name: t(`tables.parts.strata.${it.name === "control" ? "control" : "selected"}`),
  }));
  const variants = results.variants
    .filter(({ differs }) => differs)
    .map((it) => ({
      ...it,
      view: { ...view, [it.key]: it.turned },
      name: t(`tables.parts.variants.${it.key}`, { turned: it.turned }),
    }));
  const groups: (readonly [string, readonly Part[]])[] = [
    ["all", [whole]],
    ["track", tracks],
    ["stratum", strata],
    ["variant", variants],
  ];
  const describe = (kind: string, it: Part): PrintedRow => {
    const { n, isClaimable, accuracy, interval, right } = it.people;
    const told = (value: string) => (isClaimable ? value : "–");
    return {
      id: `${kind} ${it.name}`,
      about: { room: "overview", view: it.view },
      cells: [
        ...[it.name, String(n.people), String(n.answers), String(n.cases)],
        isClaimable ? writeShare(accuracy, interval) : t("tables.parts.tooFew", { right, n: n.answers }),
        it.consensus ? told(writeShare(it.consensus.accuracy)) : "",
        told(it.best ? nameRun(it.best) : "–"),
        told(it.best ? writeShare(it.best.top1, it.best.interval) : "–"),
        it.chance === undefined ? "" : writeShare(it.chance),
      ],
    };
  };
  const write = (kind: string, it: Part) => {
    const { n, isClaimable, accuracy, interval, right } = it.people;
    return [
      ...[view.who, kind, it.name, n.people, n.answers, n.cases, right],
      ...(isClaimable
        ? [accuracy, interval.low, interval.high, interval.method]
        : [null, null, null, "too_few"]),
      isClaimable ? it.consensus?.accuracy : null,
      it.best ? nameRun(it.best) : null,
      ...(isClaimable
        ? [it.best?.top1, it.best?.interval?.low, it.best?.interval?.high]
        : [null, null, null]),
      it.chance,
    ];
  };
  return {
    name: "parts",
    caption: writeCaption(facts, t("tables.parts.caption")),
    notes: [t("tables.parts.made", { b: method.b, seed: String(method.seed) })],
    columns: [
      { label: t("tables.parts.name"), numeric: false },
      ...partColumns.map((key) => ({ label: t(`tables.parts.${key}`), numeric: key !== "best" })),
    ],
    groups: groups.flatMap(([kind, parts]) =>
      parts.length > 0 ? [parts.map((it) => describe(kind, it))] : [],
    ),
    csv: [
      [
        ...["answers_of", "kind", "part", "people", "answers", "cases", "right", "share", "low", "high"],
        ...["interval", "consensus", "best_model", "best_share", "best_low", "best_high", "chance"],
      ],
      ...groups.flatMap(([kind, parts]) => parts.map((it) => write(kind, it))),
    ],
  };
}

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
        about: { room: "agreement", view: { ...view, track: part.track } },
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
