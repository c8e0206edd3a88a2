import "server-only";
import { backgroundAnswers, type ComprehensionTry } from "#lib/sittings/schema.ts";
import { backgroundColumn, comprehensionColumn, type CommonColumn } from "#lib/study-exports/columns.ts";
import { listPeopleRows, type PageRequest, type PageProblem } from "#lib/study-exports/people-pages.ts";
import type { ExportRow, RowsPage } from "#lib/study-exports/schema.ts";
import type { Cell } from "#lib/task-kinds/exports.ts";
import type { Source } from "#lib/study-exports/source.ts";
import { formatArmName } from "#lib/study-results/arms/place.ts";
import type { NumberedPerson } from "#lib/study-exports/numbering.ts";
import type { Questions } from "#lib/studies/schema.ts";
import { countedStrata, type CountedStratum } from "#lib/study-results/schema.ts";
import { mainScores } from "#lib/study-results/rows/rows.ts";

type Row = { number: number; background: unknown; durationMs: number | null; lastComment: string | null };
type FixedCells = Record<CommonColumn<"participants">, Cell>;

const text = `
  SELECT p.number, i.background, i.last_comment AS "lastComment",
    round(extract(epoch FROM i.submitted_at - i.started_at) * 1000)::float8 AS "durationMs"
  FROM unnest($1::uuid[], $2::int[]) AS p (id, number)
    JOIN sittings i ON i.id = p.id AND i.state IN ('started', 'submitted')
  WHERE p.number > $3::int
  ORDER BY p.number LIMIT $4`;

/** Everybody who began and did not withdraw, by number. */
export const listParticipantRows = (source: Source, asked: PageRequest): Promise<RowsPage | PageProblem> =>
  listPeopleRows<Row>(source, asked, {
    name: "export participants",
    text,
    order: ["number"],
    write: (row, of) => write(source, row, of),
  });

function write(
  source: Source,
  { number, background, durationMs, lastComment }: Row,
  of: NumberedPerson,
): ExportRow {
  const { cohort, language, state, who, exclusions, checks, cases, answered, passed, activeMs } = of.person;
  const counts = countRight(source, of.index);
  const isOfOneKind = source.rows.kinds.length === 1;
  const only = (n: number) => (isOfOneKind ? n : null);
  const fixed: FixedCells = {
    participant: number,
    cohort,
    arm: formatArmName(source.rows.study.design, of.person.arm),
    language,
    state,
    simulated: Number(who === "simulated"),
    excluded: Number(exclusions.length > 0),
    exclusion_reasons: exclusions.map(({ reason }) => reason).join(" ") || null,
    cases,
    answered,
    passed,
    right_selected: only(counts.selected.right),
    answered_selected: only(counts.selected.answered),
    right_unsure: only(counts.unsure.right),
    answered_unsure: only(counts.unsure.answered),
    right_control: only(counts.control.right),
    answered_control: only(counts.control.answered),
    checks_passed: checks.passed,
    checks_failed: checks.failed,
    active_ms: activeMs,
    duration_ms: durationMs,
    last_comment: lastComment,
  };
  const said = backgroundAnswers.parse(background ?? {});
  const { questions } = source.rows.study.design;
  const asked = questions.background.map(({ key }) => [
    backgroundColumn(key),
    Object.hasOwn(said, key) ? said[key] : null,
  ]);
  return {
    ...fixed,
    ...formatComprehension(questions.comprehension, of.person.tries ?? []),
    ...(Object.fromEntries(asked) as Record<string, Cell>),
  };
}

function formatComprehension(
  questions: Questions["comprehension"] = [],
  tries: readonly ComprehensionTry[],
): ExportRow {
  if (questions.length === 0) return {};
  const chosen = questions.flatMap(({ key }) =>
    tries.map(({ answers }, i) => [comprehensionColumn(key, i + 1), answers[key] ?? null]),
  );
  const last = tries.at(-1);
  return {
    comprehension_tries: tries.length,
    comprehension_passed: last ? Number(last.wrong.length === 0) : null,
    ...(Object.fromEntries(chosen) as Record<string, Cell>),
  };
}

type Counts = Record<CountedStratum, { right: number; answered: number }>;

function countRight({ rows }: Source, index: number): Counts {
  const none = () => ({ right: 0, answered: 0 });
  const counts: Counts = { selected: none(), unsure: none(), control: none() };
  const { answers, firstOf, cases } = rows;
  const scores = mainScores(answers);
  for (let i = firstOf[index] ?? 0; i < (firstOf[index + 1] ?? 0); i++) {
    const stratum = countedStrata.find((one) => one === cases[answers.case[i] ?? -1]?.stratum);
    if (!stratum || Number.isNaN(scores[i])) continue;
    counts[stratum].answered += 1;
    counts[stratum].right += scores[i] ?? 0;
  }
  return counts;
}
