import { inPercent } from "#lib/figures/written.ts";
import { quantileOfSorted } from "#lib/metrics/crossed/resampled-figure.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { formatCaption } from "#lib/reports/head.ts";
import {
  headColumns,
  writeNumbers,
  type PrintedRow,
  type PrintedTable,
} from "#lib/reports/tables/printed-table.ts";
import { t, formatShare } from "#lib/reports/words.ts";
import { preferNotToSay } from "#lib/studies/prefer-not-to-say.ts";
import type { BackgroundQuestion } from "#lib/studies/schema.ts";
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
    notes: [
      t("tables.table5.numbers"),
      ...(counted.length < all.length
        ? [t("tables.table5.excluded", { count: all.length - counted.length })]
        : []),
      t("tables.table5.few", { least: minForClaim.cases }),
    ],
    columns: listColumns(columns),
    groups: [
      counted.map((person) => renderPersonRow(person, columns)),
      counted.every(hasEnoughAnswers) && counted.length > 0
        ? [total, renderMeanRow(facts, columns, totals.mean)]
        : [total],
    ],
    csv: writeNumbers(all, {
      answers_of: () => facts.view.who,
      participant: ({ shown }) => shown,
      counted: ({ isCounted }) => Number(isCounted),
      ...Object.fromEntries(
        columns.tracks.flatMap(({ name, at }) => [
          [`right ${name}`, (row: Row) => row.tracks[at]?.right],
          [`answered ${name}`, (row: Row) => row.tracks[at]?.n],
        ]),
      ),
      right: ({ right }) => right,
      answered: ({ n }) => n,
      accuracy: (row) => (hasEnoughAnswers(row) ? row.accuracy : null),
    }),
  };
}

function chooseColumns({ rows }: Facts, counted: readonly Row[], totals: PeopleTotals): Columns {
  const tracks = rows.tracks
    .map(({ name }, at) => ({ name, at, given: sameFor(counted.map(({ tracks: of }) => of[at]?.n ?? 0)) }))
    .filter(({ at }) => (totals.tracks[at]?.n ?? 0) > 0);
  return { tracks, given: sameFor(counted.map(({ n }) => n)) };
}

const listColumns = ({ tracks, given }: Columns): PrintedTable["columns"] =>
  headColumns(t("tables.table5.participant"), [
    ...tracks.map(({ name, given: n }) =>
      n === null ? name : t("tables.table5.trackOf", { track: name, n }),
    ),
    given === null ? t("tables.table5.total") : t("tables.table5.totalOf", { n: given }),
    t("tables.table5.accuracy"),
  ]);

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

/** What everybody was given, where that is the same. */
function sameFor(counts: readonly number[]): number | null {
  const [first] = counts;
  return first !== undefined && counts.every((count) => count === first) ? first : null;
}

/** Below this a cell may tell who somebody is. */
const smallCell = 5;

type Line = { answer: string; count: number | null; said: string };
/** What those who are analysed said of themselves; null where nobody was asked. */
export function makeBackgroundTable(facts: Facts): PrintedTable | null {
  const { rows, view, record, analysed } = facts;
  const { background, preferNotToSay: mayBeUnsaid } = rows.study.design.questions;
  if (background.length === 0 || view.who === "simulated" || analysed.length === 0) return null;
  const said = analysed.map((index) => record.background.get(rows.people[index]?.sittingId ?? "") ?? {});
  const n = analysed.length;
  const asked = background.map((question): { question: BackgroundQuestion; lines: Line[] } => {
    const values = said.map((answers) => answers[question.key]).filter((value) => value !== undefined);
    const given = values.filter((value) => value !== "" && value !== preferNotToSay);
    return {
      question,
      lines: [
        ...listAnswers(question, given),
        ...(mayBeUnsaid
          ? [count(t("tables.background.unsaid"), values.filter((value) => value === preferNotToSay).length)]
          : []),
        count(t("tables.background.unanswered"), n - values.filter((value) => value !== "").length),
      ],
    };
  });
  const small = asked.some(({ lines }) =>
    lines.some((line) => (line.count ?? 0) > 0 && (line.count ?? 0) < smallCell),
  );
  return {
    name: "background",
    caption: formatCaption(facts, t("tables.background.caption", { n }), "rest"),
    notes: [
      t("tables.background.made"),
      ...(small ? [t("tables.background.small", { least: smallCell })] : []),
    ],
    columns: [
      { label: t("tables.background.question"), numeric: false },
      { label: t("tables.background.answer"), numeric: false },
      { label: "n", numeric: true },
      { label: "%", numeric: true },
    ],
    groups: asked.map(({ question, lines }) => lines.map((line, i) => renderLine(question, line, i, n))),
    csv: writeNumbers(
      asked.flatMap(({ question: { key }, lines }) => lines.map((line) => ({ key, ...line }))),
      {
        question: ({ key }) => key,
        answer: ({ answer }) => answer,
        n: ({ count }) => count,
        of: () => n,
        summary: ({ said }) => said || null,
      },
    ),
  };
}

const count = (answer: string, found: number): Line => ({ answer, count: found, said: "" });
const formatQuestion = ({ label, key }: BackgroundQuestion): string => label.en || label["zh-CN"] || key;

const renderLine = (question: BackgroundQuestion, line: Line, i: number, n: number): PrintedRow => ({
  id: `${question.key} ${i}`,
  cells: [
    i === 0 ? formatQuestion(question) : "",
    line.said === "" ? line.answer : `${line.answer}: ${line.said}`,
    line.count === null ? "" : String(line.count),
    line.count === null ? "" : inPercent(line.count / n),
  ],
});

function listAnswers(question: BackgroundQuestion, given: readonly (string | number)[]): Line[] {
  switch (question.kind) {
    case "choice":
      return question.options.map(({ value, label }) =>
        count(label.en || label["zh-CN"] || value, given.filter((one) => one === value).length),
      );
    case "number":
      return [{ answer: t("tables.background.median"), count: given.length, said: summarize(given) }];
    case "text":
      // What people typed may say who they are.
      return [count(t("tables.background.typed"), given.length)];
  }
}

function summarize(given: readonly (string | number)[]): string {
  const numbers = Float64Array.from(given.map(Number).filter(Number.isFinite)).sort();
  if (numbers.length === 0) return "–";
  const at = (share: number) => String(Number(quantileOfSorted(numbers, share).toFixed(1)));
  return t("tables.background.spread", {
    median: at(0.5),
    lower: at(0.25),
    upper: at(0.75),
    least: at(0),
    most: at(1),
  });
}
