import type { CsvCell } from "#lib/files/csv/cell.ts";
import { inDigits } from "#lib/figures/written.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { writeCaption } from "#lib/reports/head.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { joinList, nameRun, t, wordReason, writeDecimal } from "#lib/reports/words.ts";
import { leastForClaim } from "#lib/study-results/schema.ts";
import {
  listSets,
  nameSide,
  writeShares,
  type LabelledSet,
  type Side,
} from "#lib/task-kinds/label/report/parts.ts";

type Division = { cells: string; of: string; value: string; sides: readonly Side[] };

const numeric = (label: string) => ({ label, numeric: true });
const plain = (label: string) => ({ label, numeric: false });

/** Shares over all cases and by origin; then a table for each attribute by itself. */
export const makeShareTables = (facts: Facts): PrintedTable[] =>
  listSets(facts).flatMap((one, at) => {
    const by = facts.results.labels?.by ?? [];
    const { set } = one;
    const { who } = facts.view;
    const origins = by.length === 0 ? [] : (one.origins ?? []);
    const none = t("labels.tables.none");
    return [
      makeShares(facts, one, {
        name: `labels-${at + 1}`,
        caption:
          origins.length > 0
            ? t("labels.tables.shares", { set, who, by: joinList(by) })
            : t("labels.tables.sharesOnly", { set, who }),
        divisions: [
          { cells: t("labels.tables.all"), of: "all", value: "", sides: one.overall },
          ...origins.map(({ values, sides }) => {
            const value = values.map((part) => part ?? none).join(" · ");
            return { cells: value, of: by.join(" · "), value, sides };
          }),
        ],
      }),
      // One attribute alone stands in the first table already.
      ...one.byAttribute
        .filter(({ attribute }) => by.length !== 1 || attribute !== by[0])
        .map(({ attribute, values }, place) => ({
          ...makeShares(facts, one, {
            name: `labels-${at + 1}-by-${place + 1}`,
            caption: t("labels.tables.byAttribute", { attribute, set }),
            divisions: values.map(({ value, sides }) => ({ cells: value, of: attribute, value, sides })),
          }),
          isDetail: true,
        })),
    ];
  });

type Wanted = { name: string; caption: string; divisions: readonly Division[] };

function makeShares(facts: Facts, { labels, set }: LabelledSet, wanted: Wanted): PrintedTable {
  const { name, caption, divisions } = wanted;
  const hasFew = divisions.some(({ sides }) => sides.some(({ isClaimable }) => !isClaimable));
  return {
    name,
    caption: writeCaption(facts, caption, "people", "rest"),
    notes: [t("labels.tables.made"), ...(hasFew ? [t("labels.tables.few", leastForClaim)] : [])],
    columns: [
      plain(t("labels.tables.cases")),
      plain(t("labels.tables.labelledBy")),
      numeric(t("labels.tables.n")),
      numeric(t("labels.tables.casesN")),
      ...labels.map((label) => numeric(t("labels.tables.share", { label }))),
    ],
    groups: divisions.map(({ cells, sides }, at) =>
      sides.map((side, place) => ({
        id: `${at} ${place}`,
        cells: [
          place === 0 ? cells : "",
          nameSide(facts, side),
          String(side.n.labels),
          String(side.n.cases),
          ...writeShares(side),
        ],
      })),
    ),
    csv: [
      [
        "answers_of",
        "set",
        "part",
        "value",
        "labelled_by",
        "model",
        "method",
        "version",
        "labels",
        "people",
        "cases",
        "groups",
        "too_few",
        "label",
        "count",
        "share",
        "low",
        "high",
        "reason",
      ],
      ...divisions.flatMap(({ of, value, sides }) =>
        sides.flatMap((side) =>
          side.shares.map(({ count, mean, low, high, reason }, label): CsvCell[] => [
            facts.view.who,
            set,
            of,
            value,
            side.runId === null ? "people" : "judge",
            side.model,
            side.method,
            side.version,
            side.n.labels,
            side.runId === null ? side.n.people : null,
            side.n.cases,
            side.n.groups,
            Number(!side.isClaimable),
            labels[label] ?? "",
            count,
            mean,
            low,
            high,
            reason,
          ]),
        ),
      ),
    ],
  };
}

export const makeKappaTables = (facts: Facts): PrintedTable[] =>
  listSets(facts).map(({ set, overall }, at) => {
    const nameOf = (side: Side) => (side.runId === null ? t("labels.tables.amongPeople") : nameRun(side));
    const write = (value: number) => inDigits(value, 2);
    return {
      name: `label-kappa-${at + 1}`,
      caption: writeCaption(facts, t("labels.tables.agreement", { set }), "rest"),
      notes: [
        t("labels.tables.agreementMade"),
        ...overall.flatMap((side) =>
          side.kappa.reason === null
            ? []
            : t("labels.tables.undefinedKappa", {
                name: nameOf(side),
                reason: wordReason(side.kappa.reason),
              }),
        ),
      ],
      columns: [
        plain(t("labels.tables.judge")),
        numeric(t("labels.tables.casesN")),
        numeric(t("labels.tables.kappa")),
        numeric(t("labels.tables.interval")),
      ],
      groups: [
        overall.map((side, place) => {
          const { value, low, high } = side.kappa;
          return {
            id: String(place),
            cells: [
              nameOf(side),
              String(side.n.cases),
              writeDecimal(value, 2),
              low === null || high === null
                ? "–"
                : `${write(low)}${low < 0 || high < 0 ? " to " : "–"}${write(high)}`,
            ],
          };
        }),
      ],
      csv: [
        [
          "answers_of",
          "set",
          "labelled_by",
          "model",
          "method",
          "version",
          "cases",
          "kappa",
          "low",
          "high",
          "reason",
        ],
        ...overall.map(({ runId, model, method, version, n, kappa }): CsvCell[] => [
          facts.view.who,
          set,
          runId === null ? "people" : "judge",
          model,
          method,
          version,
          n.cases,
          kappa.value,
          kappa.low,
          kappa.high,
          kappa.reason,
        ]),
      ],
    };
  });

export const makeErrorTables = (facts: Facts): PrintedTable[] =>
  listSets(facts).flatMap(({ set, errors }, at) => {
    if (!errors || errors.asked === 0) return [];
    const { asked, counts } = errors;
    return {
      name: `label-errors-${at + 1}`,
      caption: writeCaption(facts, t("labels.tables.errors", { set, asked }), "rest"),
      notes: [],
      isDetail: true,
      columns: [
        plain(t("labels.tables.type")),
        numeric(t("labels.tables.countOf")),
        numeric(t("labels.tables.shareOf")),
      ],
      groups: [
        counts.map(({ type, count }) => ({
          id: type,
          cells: [
            type,
            String(count),
            asked >= leastForClaim.answers ? inDigits((100 * count) / asked, 1) : "–",
          ],
        })),
      ],
      csv: [
        ["answers_of", "set", "type", "count", "asked"],
        ...counts.map(({ type, count }): CsvCell[] => [facts.view.who, set, type, count, asked]),
      ],
    };
  });
