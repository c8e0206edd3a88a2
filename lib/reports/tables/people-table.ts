import type { Facts } from "#lib/reports/facts.ts";
import { writeCaption } from "#lib/reports/head.ts";
import type { PrintedRow, PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { t, writeShare } from "#lib/reports/words.ts";
import type { Numbered } from "#lib/study-exports/numbering.ts";
import { isTold, getPeople, type PersonFigures } from "#lib/study-results/people/people.ts";
import { leastForClaim } from "#lib/study-results/schema.ts";

type Row = PersonFigures & { shown: number; number: number };

/** The paper's Table 5 for this study, by the numbers that its answers have in the same report. */
export function makePeopleTable(facts: Facts, numbered: readonly Numbered[]): PrintedTable {
  const { rows, view, results } = facts;
  const { people, totals } = getPeople(rows, view);
  const figuresOf = new Map(people.map((it) => [it.index, it]));
  const all = numbered.flatMap(({ number, index, person }): Row[] => {
    const figures = figuresOf.get(index);
    return figures && figures.n > 0 ? [{ ...figures, shown: number, number: person.number }] : [];
  });
  const counted = all.filter(({ isCounted }) => isCounted);
  const tracks = rows.tracks
    .map(({ name }, at) => ({ name, at, given: sameFor(counted.map(({ tracks: of }) => of[at]?.n ?? 0)) }))
    .filter(({ at }) => (totals.tracks[at]?.n ?? 0) > 0);
  const given = sameFor(counted.map(({ n }) => n));
  const right = (it: { right: number; n: number }, each: number | null) =>
    each === null ? t("tables.table5.of", it) : String(it.right);
  const summed = (it: { right: number; n: number }) => t("tables.table5.of", it);
  const interval = results.people.isClaimable ? results.people.interval : null;
  const foot = (id: string, label: string, isSum: boolean, accuracy: string): PrintedRow => ({
    id,
    about: { room: "people", view },
    cells: [
      label,
      ...tracks.map(({ at }) => (isSum ? summed(totals.tracks[at] ?? { right: 0, n: 0 }) : "")),
      isSum ? summed(totals) : "",
      accuracy,
    ],
  });
  return {
    name: "table5",
    caption: writeCaption(facts, t("tables.table5.caption")),
    notes: listNotes(all.length - counted.length),
    columns: [
      { label: t("tables.table5.participant"), numeric: false },
      ...tracks.map(({ name, given: n }) => ({
        label: n === null ? name : t("tables.table5.trackOf", { track: name, n }),
        numeric: true,
      })),
      {
        label: given === null ? t("tables.table5.total") : t("tables.table5.totalOf", { n: given }),
        numeric: true,
      },
      { label: t("tables.table5.accuracy"), numeric: true },
    ],
    groups: [
      counted.map((it) => ({
        id: String(it.shown),
        about: { person: it.number },
        cells: [
          String(it.shown),
          ...tracks.map(({ at, given: n }) => right(it.tracks[at] ?? { right: 0, n: 0 }, n)),
          right(it, given),
          isTold(it) ? writeShare(it.accuracy) : "–",
        ],
      })),
      [
        foot(
          "all",
          t("tables.table5.all"),
          true,
          results.people.isClaimable
            ? writeShare(totals.pooled, interval)
            : t("tables.tooFew", { n: totals.n }),
        ),
        ...(counted.every(isTold) && counted.length > 0
          ? [foot("mean", t("tables.table5.mean"), false, writeShare(totals.mean))]
          : []),
      ],
    ],
    csv: [
      [
        ...["answers_of", "participant", "counted"],
        ...tracks.flatMap(({ name }) => [`right ${name}`, `answered ${name}`]),
        ...["right", "answered", "accuracy"],
      ],
      ...all.map((it) => [
        ...[view.who, it.shown, Number(it.isCounted)],
        ...tracks.flatMap(({ at }) => [it.tracks[at]?.right, it.tracks[at]?.n]),
        ...[it.right, it.n, isTold(it) ? it.accuracy : null],
      ]),
    ],
  };
}

const listNotes = (excluded: number): string[] => [
  t("tables.table5.numbers"),
  ...(excluded > 0 ? [t("tables.table5.excluded", { count: excluded })] : []),
  t("tables.table5.few", { least: leastForClaim.cases }),
];

/** What everybody was given, where that is the same. */
function sameFor(counts: readonly number[]): number | null {
  const [first] = counts;
  return first !== undefined && counts.every((it) => it === first) ? first : null;
}
