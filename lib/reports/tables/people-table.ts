import type { Facts } from "#lib/reports/facts.ts";
import { formatCaption } from "#lib/reports/head.ts";
import type { PrintedRow, PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { t, formatShare } from "#lib/reports/words.ts";
import type { NumberedPerson } from "#lib/study-exports/numbering.ts";
import {
  hasEnoughAnswers,
  getPeople,
  type RightCount,
  type PeopleTotals,
  type PersonFigures,
} from "#lib/study-results/people/people.ts";
import { minForClaim } from "#lib/study-results/schema.ts";

type Row = PersonFigures & { shown: number; number: number };
/** `given` is how many of its cases everybody answered, null where that differs. */
type Columns = {
  tracks: readonly { name: string; at: number; given: number | null }[];
  given: number | null;
};

/** The paper's Table 5 for this study, by the numbers that its answers have in the same report. */
export function makePeopleTable(facts: Facts, numbered: readonly NumberedPerson[]): PrintedTable {
  const { people, totals } = getPeople(facts.rows, facts.view);
  const figuresOf = new Map(people.map((person) => [person.index, person]));
  const all = numbered.flatMap(({ number, index, person }): Row[] => {
    const figures = figuresOf.get(index);
    return figures && figures.n > 0 ? [{ ...figures, shown: number, number: person.number }] : [];
  });
  const counted = all.filter(({ isCounted }) => isCounted);
  const columns = chooseColumns(facts, counted, totals);
  const total = renderTotalRow(facts, columns, totals);
  return {
    name: "table5",
    caption: formatCaption(facts, t("tables.table5.caption"), "rest"),
    notes: listNotes(all.length - counted.length),
    columns: listColumns(columns),
    groups: [
      counted.map((person) => renderPersonRow(person, columns)),
      counted.every(hasEnoughAnswers) && counted.length > 0
        ? [total, renderMeanRow(facts, columns, totals.mean)]
        : [total],
    ],
    csv: writeNumbers(facts, columns, all),
  };
}

function chooseColumns({ rows }: Facts, counted: readonly Row[], totals: PeopleTotals): Columns {
  const tracks = rows.tracks
    .map(({ name }, at) => ({ name, at, given: sameFor(counted.map(({ tracks: of }) => of[at]?.n ?? 0)) }))
    .filter(({ at }) => (totals.tracks[at]?.n ?? 0) > 0);
  return { tracks, given: sameFor(counted.map(({ n }) => n)) };
}

const listColumns = ({ tracks, given }: Columns): PrintedTable["columns"] => [
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
];

const none: RightCount = { right: 0, n: 0 };
const written = new Map<string, string>();

/** There are few of them, and a cell or two for everybody. */
function formatRight({ right, n }: RightCount): string {
  const key = `${right} ${n}`;
  const known = written.get(key) ?? t("tables.table5.of", { right, n });
  if (written.size < 10_000) written.set(key, known);
  return known;
}

function renderPersonRow(person: Row, { tracks, given }: Columns): PrintedRow {
  const write = (counted: RightCount, each: number | null) =>
    each === null ? formatRight(counted) : String(counted.right);
  return {
    id: String(person.shown),
    about: { person: person.number },
    cells: [
      String(person.shown),
      ...tracks.map(({ at, given: n }) => write(person.tracks[at] ?? none, n)),
      write(person, given),
      hasEnoughAnswers(person) ? formatShare(person.accuracy) : "–",
    ],
  };
}

const renderTotalRow = ({ results, view }: Facts, { tracks }: Columns, totals: PeopleTotals): PrintedRow => ({
  id: "all",
  about: { page: "people", view },
  cells: [
    t("tables.table5.all"),
    ...tracks.map(({ at }) => formatRight(totals.tracks[at] ?? none)),
    formatRight(totals),
    results.people.isClaimable
      ? formatShare(totals.pooled, results.people.interval)
      : t("tables.tooFew", { n: totals.n }),
  ],
});

/** Every person counts the same here, so that there is no sum to tell. */
const renderMeanRow = ({ view }: Facts, { tracks }: Columns, mean: number | null): PrintedRow => ({
  id: "mean",
  about: { page: "people", view },
  cells: [t("tables.table5.mean"), ...tracks.map(() => ""), "", formatShare(mean)],
});

const writeNumbers = ({ view }: Facts, { tracks }: Columns, all: readonly Row[]): PrintedTable["csv"] => [
  [
    "answers_of",
    "participant",
    "counted",
    ...tracks.flatMap(({ name }) => [`right ${name}`, `answered ${name}`]),
    "right",
    "answered",
    "accuracy",
  ],
  ...all.map((person) => [
    view.who,
    person.shown,
    Number(person.isCounted),
    ...tracks.flatMap(({ at }) => [person.tracks[at]?.right, person.tracks[at]?.n]),
    person.right,
    person.n,
    hasEnoughAnswers(person) ? person.accuracy : null,
  ]),
];

const listNotes = (excluded: number): string[] => [
  t("tables.table5.numbers"),
  ...(excluded > 0 ? [t("tables.table5.excluded", { count: excluded })] : []),
  t("tables.table5.few", { least: minForClaim.cases }),
];

/** What everybody was given, where that is the same. */
function sameFor(counts: readonly number[]): number | null {
  const [first] = counts;
  return first !== undefined && counts.every((count) => count === first) ? first : null;
}
