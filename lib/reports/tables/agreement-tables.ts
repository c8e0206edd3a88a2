import { hasRight } from "#lib/study-results/rows/choices.ts";
import { listCategories } from "#lib/benchmarks/schema.ts";
import type { CsvCell } from "#lib/files/csv/cell.ts";
import { listUndefined, formatTrackName, formatAgreement } from "#lib/reports/agreement-words.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { formatCaption } from "#lib/reports/head.ts";
import { headColumns, writeNumbers, type PrintedTable } from "#lib/reports/tables/printed-table.ts";
import {
  formatApart,
  joinList,
  formatReason,
  formatRunName,
  formatShare,
  namePeople,
  t,
  formatDecimal,
} from "#lib/reports/words.ts";
import { agreementMeasures } from "#lib/metrics/agreement/agreement-tally.ts";
import { isTooSmall, type AgreementPart } from "#lib/study-results/agreement/agreement.ts";
import {
  falseDiscovery,
  leastAnnotators,
  minItems,
  readEpsilon,
} from "#lib/study-results/agreement/alternative.ts";
import {
  isTooSmallForSelf,
  type BoundedFigure,
  type SelfAgreementPart,
} from "#lib/study-results/figure-schemas.ts";

type Numbers = Pick<BoundedFigure, "value" | "low" | "high"> & { reason: string | null };

const withheld = (reason: string): Numbers => ({ value: null, low: null, high: null, reason });

/** Figures with their intervals, and why either isn't there. */
const figureColumns = <Name extends string, Row>(
  names: readonly Name[],
  of: (row: Row, name: Name) => Numbers,
): Record<string, (row: Row) => CsvCell> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const column = name === "freeKappa" ? "free_kappa" : name;
      return [
        [column, (row: Row) => of(row, name).value],
        [`${column}_low`, (row: Row) => of(row, name).low],
        [`${column}_high`, (row: Row) => of(row, name).high],
        [`${column}_reason`, (row: Row) => of(row, name).reason],
      ];
    }),
  );

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
    notes: [
      t("tables.agreement.made", { judged: String(!hasRight(facts.rows)) }),
      ...formatCategories(facts),
      ...why,
    ],
    columns: headColumns(t("tables.agreement.track"), [
      ...(["cases", "twice", "answers"] as const).map((key) => t(`tables.agreement.${key}`)),
      ...printed.map((name) => {
        const label = name === "freeKappa" ? t("tables.agreement.freeKappa") : t(`agreementNames.${name}`);
        return name === "pairwise" || name === "unanimous" ? `${label}, %` : label;
      }),
    ]),
    groups: [
      parts.map((part) => ({
        id: part.track ?? "",
        about: { page: "agreement", view: { ...view, track: part.track } },
        cells: [
          formatTrackName(part.track),
          String(part.cases),
          String(part.twice),
          String(part.answers),
          ...(isTooSmall(part)
            ? printed.map((_, i) => (i === 0 ? t("tables.tooFew", { n: part.answers }) : "–"))
            : printed.map((name) => formatAgreement(name, part.figures[name]))),
        ],
      })),
    ],
    csv: writeNumbers(parts, {
      answers_of: () => view.who,
      track: ({ track }) => track,
      cases: ({ cases }) => cases,
      cases_with_two: ({ twice }) => twice,
      people: ({ people }) => people,
      answers: ({ answers }) => answers,
      too_few: (part) => Number(isTooSmall(part)),
      categories: ({ track }) => categoriesOf(facts, track),
      alpha_level: ({ level }) => level,
      ...figureColumns(agreementMeasures, (part: AgreementPart, name) =>
        isTooSmall(part) ? withheld("too_few") : part.figures[name],
      ),
    }),
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
            ? [
                formatRunName(run),
                "",
                "",
                "",
                "",
                t("tables.annotators.apart", { apart: formatApart(run.apart) }),
              ]
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
    csv: writeNumbers(alternatives, {
      answers_of: () => view.who,
      model: ({ run }) => run.model,
      method: ({ run }) => run.method,
      version: ({ run }) => run.version,
      people: ({ people }) => people,
      eligible: ({ eligible }) => eligible,
      cases: ({ cases }) => cases,
      epsilon: () => epsilon,
      omega: ({ omega }) => omega,
      rho: ({ rho }) => rho,
      passes: ({ passes }) => (passes === null ? null : Number(passes)),
      reason: ({ reason }) => reason,
    }),
  };
}

const onScale = ["kappa", "change"] as const;
const figureNames = ["same", ...onScale] as const;

/** How far people agree with themselves; null where no case came again. */
export function makeSelfAgreementTable(facts: Facts): PrintedTable | null {
  const { selfAgreement: parts, view } = facts;
  if (parts.length === 0) return null;
  // Of answers that lie on no scale these columns would be empty.
  const scaled = onScale.filter((name) => parts.some((part) => part[name] !== null));
  return {
    name: "self-agreement",
    caption: formatCaption(facts, t("tables.selfAgreement.caption"), "rest"),
    notes: [
      t("tables.selfAgreement.made"),
      ...formatUnlike(parts, scaled.length > 0),
      ...formatUndefined(parts, ["same", ...scaled]),
    ],
    columns: headColumns(
      t("tables.agreement.track"),
      (["pairs", "people", "cases", "same", ...scaled] as const).map((key) =>
        t(`tables.selfAgreement.${key}`, { who: namePeople(view.who) }),
      ),
    ),
    groups: [
      parts.map((part) => ({
        id: part.track ?? "",
        about: { page: "agreement", view: { ...view, track: part.track } },
        cells: [
          formatTrackName(part.track),
          String(part.pairs),
          String(part.people),
          String(part.cases),
          ...(isTooSmallForSelf(part)
            ? [t("tables.tooFew", { n: part.pairs }), ...scaled.map(() => "–")]
            : [formatShare(part.same.value, part.same), ...scaled.map((name) => formatScaled(part[name]))]),
        ],
      })),
    ],
    csv: writeNumbers(parts, {
      answers_of: () => view.who,
      track: ({ track }) => track,
      answered_twice: ({ pairs }) => pairs,
      people: ({ people }) => people,
      cases: ({ cases }) => cases,
      too_few: (part) => Number(isTooSmallForSelf(part)),
      ...figureColumns(figureNames, (part: SelfAgreementPart, name) =>
        isTooSmallForSelf(part) ? withheld("too_few") : (part[name] ?? withheld("no_scale")),
      ),
    }),
  };
}

const formatScaled = (figure: BoundedFigure | null): string =>
  figure === null ? "–" : formatDecimal(figure.value, 3, figure);

/** Parts whose answers lie on several scales, where others lie on one. */
function formatUnlike(parts: readonly SelfAgreementPart[], isScaled: boolean): string[] {
  const unlike = parts.filter((part) => !isTooSmallForSelf(part) && part.kappa === null);
  if (!isScaled || unlike.length === 0) return [];
  return [
    t("tables.selfAgreement.unlike", { tracks: joinList(unlike.map(({ track }) => formatTrackName(track))) }),
  ];
}

function formatUndefined(
  parts: readonly SelfAgreementPart[],
  names: readonly (typeof figureNames)[number][],
) {
  return parts
    .filter((part) => !isTooSmallForSelf(part))
    .flatMap((part) =>
      names.flatMap((name): string[] => {
        const figure = part[name];
        if (figure === null || figure.low !== null) return [];
        const words = {
          name: t(`tables.selfAgreement.names.${name}`),
          tracks: formatTrackName(part.track),
          reason: formatReason(figure.reason),
        };
        return [t(`tables.agreement.${figure.value === null ? "undefined" : "noInterval"}`, words)];
      }),
    );
}
