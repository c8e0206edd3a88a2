import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { db } from "#lib/db.ts";
import { listMissing } from "#lib/sittings/answers/completeness.ts";
import { answerOf, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import { storedAnswer } from "#lib/sittings/serving/served-case.ts";
import { parsePlan } from "#lib/studies/schema.ts";
import { kindNameOf, kindOf } from "#lib/task-kinds/registry.ts";
import { migrationsFolder } from "#scripts/migrate/history.ts";

const served = {
  select: {
    studyCase: { select: { caseVersion: { select: { case: { select: { kind: true } } } } } },
    sitting: { select: { study: { select: { draft: true } } } },
  },
} as const;
const stored = {
  sittingId: true,
  position: true,
  value: true,
  decision: true,
  missing: true,
  served,
} as const;

/** Of every answer, revision and draft what is stored as decided and lacking, and what the code says of the same. */
export async function compareCompleteness() {
  const [answers, revisions, drafts] = await Promise.all([
    db.answer.findMany({ select: { ...storedAnswer, ...stored } }),
    db.answerRevision.findMany({ select: { revision: true, ...stored } }),
    db.answerDraft.findMany({ select: stored }),
  ]);
  const flat = answers.map(({ value, ...row }) => {
    const { sittingId, position, decision, missing, served: of, revision, ...common } = row;
    const whole = { ...Object(value), ...common };
    return { sittingId, position, decision, missing, served: of, revision, value: whole as unknown };
  });
  const all = [...flat, ...revisions, ...drafts];
  return {
    counts: { answers: answers.length, revisions: revisions.length, drafts: drafts.length },
    stored: all.map(({ served: _, value: __, ...row }) => row),
    computed: all.map(({ served: of, value: written, ...row }) => {
      const kind = kindNameOf(of.studyCase.caseVersion.case.kind);
      const value = answerOf(kind).parse(written);
      const asked = { ...parsePlan(of.sitting.study.draft).questions, kind };
      return { ...row, decision: kindOf(kind).decide(value), missing: listMissing(value, asked) };
    }),
  };
}

const needs = ["off", "optional", "required"] as const;
const blank = " \t\n\u00a0\u2003\u3000\ufeff";

function* listPairs() {
  for (const ask of needs)
    for (const form of ["slider", "options"] as const)
      for (const reason of needs)
        for (const knowsWork of needs)
          for (const value of listAnswers(form))
            yield { asked: { confidence: { ask, form }, reason, knowsWork }, value };
}

function* listAnswers(form: "slider" | "options"): Generator<AnswerValue> {
  const sure = form === "slider" ? { confidence: 0.5 } : { probabilities: [0.5, 0.5] };
  for (const choice of [null, 1])
    for (const given of [{}, sure])
      for (const reason of [null, "", blank, `${blank}x`])
        for (const knowsWork of [null, false]) {
          const value = { choice, reason, knowsWork, ...given };
          yield answerOf("choice").parse(value);
        }
  yield answerOf("choice").parse({ cannotRead: true });
}

/** What an answer lacks by the rule that the migration had, and by the code's. */
export async function compareRules() {
  const file = path.join(migrationsFolder, "20261122180200_answers_of_any_kind/migration.sql");
  const [rule = ""] =
    /CREATE FUNCTION "missing_of_choice"[\s\S]*?\n\$\$;/.exec(readFileSync(file, "utf8")) ?? [];
  const pairs = [...listPairs()];
  const client = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL ?? "" });
  await client.connect();
  try {
    await client.query(`BEGIN; ${rule}`);
    const { rows } = await client.query<{ missing: string[] }>(
      `SELECT missing_of_choice(pair->'value', pair->'asked') AS missing
       FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS given (pair, place) ORDER BY place`,
      [JSON.stringify(pairs)],
    );
    return {
      byMigration: rows.map(({ missing }) => missing),
      byCode: pairs.map(({ asked, value }) => listMissing(value, { ...asked, kind: "choice" })),
    };
  } finally {
    await client.end();
  }
}
