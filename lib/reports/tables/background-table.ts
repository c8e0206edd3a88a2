import { inPercent } from "#lib/figures/written.ts";
import { quantileOfSorted } from "#lib/metrics/crossed/resampled-figure.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { formatCaption } from "#lib/reports/head.ts";
import type { PrintedRow, PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { t } from "#lib/reports/words.ts";
import { preferNotToSay } from "#lib/studies/prefer-not-to-say.ts";
import type { BackgroundQuestion } from "#lib/studies/schema.ts";

/** Below this a cell may tell who somebody is. */
const smallCell = 5;

type Line = { answer: string; count: number | null; said: string };
type QuestionCounts = { question: BackgroundQuestion; lines: Line[]; answered: number };

/** What those who are analysed said of themselves; null where nobody was asked. */
export function makeBackgroundTable(facts: Facts): PrintedTable | null {
  const { rows, view, record, analysed } = facts;
  const { background, preferNotToSay: mayBeUnsaid } = rows.study.design.questions;
  if (background.length === 0 || view.who === "simulated" || analysed.length === 0) return null;
  const said = analysed.map((index) => record.background.get(rows.people[index]?.sittingId ?? "") ?? {});
  const n = analysed.length;
  const asked = background.map((question): QuestionCounts => {
    const values = said.map((answers) => answers[question.key]).filter((value) => value !== undefined);
    const given = values.filter((value) => value !== "" && value !== preferNotToSay);
    return {
      question,
      answered: given.length,
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
      t("tables.background.made", { n }),
      ...(small ? [t("tables.background.small", { least: smallCell })] : []),
    ],
    columns: [
      { label: t("tables.background.question"), numeric: false },
      { label: t("tables.background.answer"), numeric: false },
      { label: "n", numeric: true },
      { label: "%", numeric: true },
    ],
    groups: asked.map(({ question, lines }) => lines.map((line, i) => renderLine(question, line, i, n))),
    csv: [
      ["question", "answer", "n", "of", "summary"],
      ...asked.flatMap(({ question, lines }) =>
        lines.map((line) => [question.key, line.answer, line.count, n, line.said || null]),
      ),
    ],
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
