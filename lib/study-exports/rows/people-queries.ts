import "server-only";
import { answerValue } from "#lib/sittings/answers/schema.ts";
import { backgroundAnswers, type ComprehensionTry } from "#lib/sittings/schema.ts";
import type { Questions } from "#lib/studies/schema.ts";
import { backgroundColumn, comprehensionColumn, type CommonColumn } from "#lib/study-exports/columns.ts";
import type { NumberedPerson } from "#lib/study-exports/numbering.ts";
import { listPeopleRows, type PageRequest, type PageProblem } from "#lib/study-exports/people-pages.ts";
import type { ExportRow, RowsPage } from "#lib/study-exports/schema.ts";
import type { Source } from "#lib/study-exports/source.ts";
import { findArmOfCase, formatArmName } from "#lib/study-results/arms/place.ts";
import { mainScores } from "#lib/study-results/rows/rows.ts";
import { countedStrata, type CountedStratum } from "#lib/study-results/schema.ts";
import { nullable, writeCells, type Cell } from "#lib/task-kinds/exports.ts";
import type { OwnValue } from "#lib/task-kinds/kind.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { notedKeys, serverKindOf } from "#lib/task-kinds/server-registry.ts";

type ListedPage = Promise<RowsPage | PageProblem>;

/** What stands in a file as the database says it, under the name that the column has there. */
type Stored<Kind extends "answers" | "history" | "participants", Added extends string> = Record<
  Exclude<CommonColumn<Kind>, Added | "participant" | "excluded" | "simulated">,
  Cell
>;

const marksOf = ({ exclusions, who }: Source["rows"]["people"][number]) => ({
  excluded: Number(exclusions.length > 0),
  simulated: Number(who === "simulated"),
});

type Answer = Stored<"answers", "arm"> & {
  number: number;
  variation: string | null;
  stratum: string;
  kind: KindName;
  optionOrder: number[];
  optionNames: string[];
  value: OwnValue;
  gold: number | null;
  noted: unknown;
  confidence: number | null;
};

const answersText = `
  SELECT p.number, a.position::int, k.key AS "case", v.number::int AS case_version, t.name AS track, v.variation,
    c.stratum::text, s.repeats::int, a.reason, a.knows_work::int, a.is_flagged::int AS flagged, a.cannot_read::int,
    a.active_ms, a.first_answer_ms, a.focus_losses, a.unfolded::int, a.changes, r.kind AS passage_report,
    nullif(r.words, '') AS passage_report_words, a.from_draft::int,
    round(extract(epoch FROM a.saved_at - i.started_at) * 1000)::float8 AS saved_after_ms,
    k.kind::text, s.option_order::int[] AS "optionOrder", v.option_names AS "optionNames", a.value, g.choice::int AS gold,
    v.content -> ('${notedKeys}'::jsonb ->> k.kind::text) AS noted, a.confidence
  FROM unnest($1::uuid[], $2::int[]) AS p (id, number)
    JOIN sittings i ON i.id = p.id AND i.state IN ('started', 'submitted')
    JOIN answers a ON a.sitting_id = p.id
    JOIN served_cases s ON s.sitting_id = a.sitting_id AND s.position = a.position
    JOIN study_cases c ON c.id = s.study_case_id
    JOIN case_versions v ON v.id = c.case_version_id
    JOIN cases k ON k.id = v.case_id
    JOIN tracks t ON t.id = k.track_id
    LEFT JOIN passage_reports r ON r.sitting_id = a.sitting_id AND r.position = a.position
    LEFT JOIN case_golds g ON g.case_version_id = v.id
  WHERE (p.number, a.position) > ($3::int, $4::int)
  ORDER BY p.number, a.position LIMIT $5`;

/** Every answer that people have, practice and attention checks included, by number and position. */
export const listAnswerRows = (source: Source, asked: PageRequest): ListedPage =>
  listPeopleRows<Answer>(source, asked, {
    name: "export answers",
    text: answersText,
    order: ["number", "position"],
    write: (
      { number, kind, optionOrder: layout, optionNames, value, gold, noted, confidence, ...row },
      { person },
    ) => {
      const { design } = source.rows.study;
      const answered = { ...value, confidence, layout, optionNames, gold, noted };
      return {
        ...row,
        participant: number,
        arm: formatArmName(design, person.arm ?? findArmOfCase(design, row)),
        ...writeCells(serverKindOf(kind).columns.answers, answered),
        ...marksOf(person),
      } satisfies Record<CommonColumn<"answers">, Cell>;
    },
  });

type Revision = Stored<"history", "reason" | "knows_work" | "flagged" | "cannot_read" | "active_ms"> & {
  number: number;
  kind: KindName;
  value: unknown;
};

const historyText = `
  SELECT p.number, r.position::int, r.revision, k.key AS "case", t.name AS track, v.variation, c.stratum::text,
    round(extract(epoch FROM r.saved_at - i.started_at) * 1000)::float8 AS after_ms,
    round(extract(epoch FROM r.client_at - i.started_at) * 1000)::float8 AS client_after_ms,
    round(extract(epoch FROM coalesce(r.given_at, r.saved_at) - i.started_at) * 1000)::float8 AS given_after_ms,
    r.from_draft::int, k.kind::text, r.value
  FROM unnest($1::uuid[], $2::int[]) AS p (id, number)
    JOIN sittings i ON i.id = p.id AND i.state IN ('started', 'submitted')
    JOIN answer_revisions r ON r.sitting_id = p.id
    JOIN served_cases s ON s.sitting_id = r.sitting_id AND s.position = r.position
    JOIN study_cases c ON c.id = s.study_case_id
    JOIN case_versions v ON v.id = c.case_version_id
    JOIN cases k ON k.id = v.case_id
    JOIN tracks t ON t.id = k.track_id
  WHERE (p.number, r.position, r.revision) > ($3::int, $4::int, $5::int)
  ORDER BY p.number, r.position, r.revision LIMIT $6`;

export const listHistoryRows = (source: Source, asked: PageRequest): ListedPage =>
  listPeopleRows<Revision>(source, asked, {
    name: "export history",
    text: historyText,
    order: ["number", "position", "revision"],
    write: ({ number, kind, value: stored, ...row }, { person }) => {
      const value = answerValue.parse(stored);
      return {
        ...row,
        participant: number,
        ...writeCells(serverKindOf(kind).columns.history, value),
        reason: value.reason,
        knows_work: nullable(value.knowsWork),
        flagged: Number(value.isFlagged),
        cannot_read: Number(value.cannotRead),
        active_ms: value.activeMs,
        ...marksOf(person),
      } satisfies Record<CommonColumn<"history">, Cell>;
    },
  });

type Participant = { number: number; background: unknown; duration_ms: Cell; last_comment: Cell };

const participantsText = `
  SELECT p.number, i.background, i.last_comment,
    round(extract(epoch FROM i.submitted_at - i.started_at) * 1000)::float8 AS duration_ms
  FROM unnest($1::uuid[], $2::int[]) AS p (id, number)
    JOIN sittings i ON i.id = p.id AND i.state IN ('started', 'submitted')
  WHERE p.number > $3::int
  ORDER BY p.number LIMIT $4`;

export const listParticipantRows = (source: Source, asked: PageRequest): ListedPage =>
  listPeopleRows<Participant>(source, asked, {
    name: "export participants",
    text: participantsText,
    order: ["number"],
    write: (row, of) => writeParticipant(source, row, of),
  });

function writeParticipant(
  source: Source,
  { number, background, ...row }: Participant,
  { person, index }: NumberedPerson,
): ExportRow {
  const { cohort, language, state, exclusions, checks, cases, answered, passed, activeMs } = person;
  const { selected, unsure, control } = countRight(source, index);
  const isOfOneKind = source.rows.kinds.length === 1;
  const only = (n: number) => (isOfOneKind ? n : null);
  const fixed: Record<CommonColumn<"participants">, Cell> = {
    ...row,
    participant: number,
    cohort,
    arm: formatArmName(source.rows.study.design, person.arm),
    language,
    state,
    ...marksOf(person),
    exclusion_reasons: exclusions.map(({ reason }) => reason).join(" ") || null,
    cases,
    answered,
    passed,
    right_selected: only(selected.right),
    answered_selected: only(selected.answered),
    right_unsure: only(unsure.right),
    answered_unsure: only(unsure.answered),
    right_control: only(control.right),
    answered_control: only(control.answered),
    checks_passed: checks.passed,
    checks_failed: checks.failed,
    active_ms: activeMs,
  };
  const said = backgroundAnswers.parse(background ?? {});
  const { questions } = source.rows.study.design;
  const asked = questions.background.map(({ key }) => [
    backgroundColumn(key),
    Object.hasOwn(said, key) ? said[key] : null,
  ]);
  return {
    ...fixed,
    ...formatComprehension(questions.comprehension, person.tries ?? []),
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
