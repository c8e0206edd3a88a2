import "server-only";
import { Batcher } from "#lib/database/batcher.ts";
import { outageOf } from "#lib/database/outage.ts";
import { ask } from "#lib/db.ts";
import type { TryFailure } from "#lib/endpoint-runs/schema.ts";
import type { CallReply, FaultCause } from "#lib/model-calls/schema.ts";
import type { Layout } from "#lib/task-kinds/kind.ts";

/** One try of one sample of one case. */
export type TryKey = { endpointRunId: string; caseVersionId: number; sample: number; attempt: number };

/** With the order in which its options are shown; null where that is the same for everybody. */
type TryBeginning = TryKey & { order: Layout | null };

type TryReply = TryKey & { money: number | null; reply: CallReply };

type TryEnd = TryKey & {
  failure: TryFailure | null;
  cause: FaultCause | null;
  status: number | null;
  /** The server's own words. */
  said: string;
};

const settings = {
  groupOf: ({ endpointRunId }: TryKey) => endpointRunId,
  orderOf: ({ caseVersionId, sample }: Pick<TryKey, "caseVersionId" | "sample">) =>
    `${caseVersionId} ${sample}`,
  isForAll: (error: unknown) => outageOf(error) !== null,
  atOnce: 2,
  most: 64,
  slowMs: 1000,
};

// In SQL: as many rows as have gathered, in one statement. A try that is there already is nobody's to make again, and
// none begins in a run that somebody has paused.
const beginnings = new Batcher<TryBeginning, boolean>({
  ...settings,
  run: async (given) => {
    const rows = given.map(({ endpointRunId, caseVersionId, sample, attempt, order }) => ({
      run: endpointRunId,
      of_case: caseVersionId,
      sample,
      attempt,
      option_order: order,
    }));
    const begun = await ask<{ caseVersionId: number; sample: number }>(
      "begin_model_calls",
      `INSERT INTO model_calls (endpoint_run_id, case_version_id, sample, attempt, option_order)
       SELECT run, of_case, sample, attempt, option_order
       FROM json_to_recordset($1) AS one (run uuid, of_case integer, sample smallint, attempt smallint,
         option_order smallint[])
         JOIN endpoint_runs r ON r.id = one.run AND r.state = 'running'
       RETURNING case_version_id AS "caseVersionId", sample`,
      [JSON.stringify(rows)],
    );
    const places = new Set(begun.map(settings.orderOf));
    return given.map((one) => places.has(settings.orderOf(one)));
  },
});

/** The row of a try that is under way. */
const isUnderWay = `c.endpoint_run_id = one.run AND c.case_version_id = one.of_case AND c.sample = one.sample
  AND c.attempt = one.attempt AND c.ended_at IS NULL RETURNING c.attempt`;

const fillingIn = <T extends TryKey>(name: string, sql: string, rowOf: (given: T) => object) =>
  new Batcher<T, undefined>({
    ...settings,
    run: async (given) => {
      const filled = await ask(name, `${sql} WHERE ${isUnderWay}`, [JSON.stringify(given.map(rowOf))]);
      if (filled.length !== given.length) throw new Error("a try ended that had not begun");
      return given.map(() => undefined);
    },
  });

const replies = fillingIn<TryReply>(
  "keep_model_replies",
  `UPDATE model_calls c SET text = one.text, reasoning = one.reasoning, finish = one.finish, input_tokens = one.input,
     cached_tokens = one.cached, output_tokens = one.output, reasoning_tokens = one.thought, money = one.money,
     first_token_ms = one.first_ms, total_ms = one.total_ms, answered_by = one.answered_by
   FROM json_to_recordset($1) AS one (run uuid, of_case integer, sample smallint, attempt smallint, text text,
     reasoning text, finish text, input integer, cached integer, output integer, thought integer,
     money double precision, first_ms double precision, total_ms double precision, answered_by text)`,
  ({ money, reply, ...key }) => ({
    ...placeOf(key),
    text: storable(reply.text),
    reasoning: storable(reply.reasoning),
    finish: storable(reply.finish),
    input: reply.tokens.input,
    cached: reply.tokens.cached,
    output: reply.tokens.output,
    thought: reply.tokens.reasoning,
    money,
    first_ms: reply.firstTokenMs,
    total_ms: reply.totalMs,
    answered_by: reply.answeredBy === null ? null : storable(reply.answeredBy),
  }),
);

const endings = fillingIn<TryEnd>(
  "end_model_calls",
  `UPDATE model_calls c SET ended_at = now(), failure = one.failure, cause = one.cause, status = one.status,
     detail = one.said
   FROM json_to_recordset($1) AS one (run uuid, of_case integer, sample smallint, attempt smallint, failure text,
     cause text, status smallint, said text)`,
  ({ failure, cause, status, said, ...key }) => ({
    ...placeOf(key),
    failure,
    cause,
    status,
    said: storable(said),
  }),
);

const placeOf = ({ endpointRunId, caseVersionId, sample, attempt }: TryKey) => ({
  run: endpointRunId,
  of_case: caseVersionId,
  sample,
  attempt,
});

/** What the database takes as text: no NUL, no half of a character. */
const storable = (text: string) => text.replaceAll("\0", "\u{FFFD}").toWellFormed();

/**
 * Committed before the call is made: what is under way when a process ends is known to have been paid. False where the run
 * isn't to go on: then nothing is written, and nothing may be called.
 */
export const beginTry = (key: TryBeginning): Promise<boolean> => beginnings.ask(key);
/** Before anybody looks at the text: what was paid is known even if looking at it ends the process. */
export const storeReply = (reply: TryReply): Promise<undefined> => replies.ask(reply);
export const endTry = (end: TryEnd): Promise<undefined> => endings.ask(end);

/** Tries that a process left behind: nobody will hear of them. Returns how many there were. */
export async function closeInterrupted(endpointRunId: string): Promise<number> {
  // In SQL with the others.
  const closed = await ask(
    "close_interrupted_calls",
    `UPDATE model_calls SET ended_at = now(), failure = 'interrupted'
     WHERE endpoint_run_id = $1 AND ended_at IS NULL RETURNING attempt`,
    [endpointRunId],
  );
  return closed.length;
}
