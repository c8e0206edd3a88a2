import "server-only";
import { Together } from "#lib/database/together.ts";
import { outageOf } from "#lib/database/outage.ts";
import { ask } from "#lib/db.ts";
import type { TryFailure } from "#lib/endpoint-runs/schema.ts";
import type { CallReply, FaultCause } from "#lib/model-calls/schema.ts";
import type { Layout } from "#lib/task-kinds/kind.ts";

/** One try of one sample of one case. */
export type TryKey = { endpointRunId: string; caseVersionId: number; sample: number; attempt: number };

/** With the order in which its options are shown; null where that is the same for everybody. */
type TryBeginning = TryKey & { order: Layout | null };

export type TryEnd = TryKey & {
  failure: TryFailure | null;
  cause: FaultCause | null;
  status: number | null;
  /** The server's own words. */
  said: string;
  money: number | null;
  reply: CallReply;
};

const settings = {
  groupOf: ({ endpointRunId }: TryKey) => endpointRunId,
  orderOf: ({ caseVersionId, sample }: Pick<TryKey, "caseVersionId" | "sample">) =>
    `${caseVersionId} ${sample}`,
  isForAll: (error: unknown) => outageOf(error) !== null,
  ...{ atOnce: 2, most: 64, slowMs: 1000 },
};

// In SQL: as many rows as have gathered, in one statement. A try that is there already is nobody's to make again, and
// none begins in a run that somebody has paused.
const beginnings = new Together<TryBeginning, boolean>({
  ...settings,
  run: async (given) => {
    const rows = given.map(({ endpointRunId, caseVersionId, sample, attempt, order }) => ({
      ...{ run: endpointRunId, of_case: caseVersionId, sample, attempt, option_order: order },
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

const endings = new Together<TryEnd, undefined>({
  ...settings,
  run: async (given) => {
    const ended = await ask(
      "end_model_calls",
      `UPDATE model_calls c SET ended_at = now(), failure = one.failure, cause = one.cause, status = one.status, detail = one.said,
         text = one.text, reasoning = one.reasoning, finish = one.finish, input_tokens = one.input,
         cached_tokens = one.cached, output_tokens = one.output, reasoning_tokens = one.thought, money = one.money,
         first_token_ms = one.first_ms, total_ms = one.total_ms, answered_by = one.answered_by
       FROM json_to_recordset($1) AS one (run uuid, of_case integer, sample smallint, attempt smallint, failure text,
         cause text, status smallint, said text, text text, reasoning text, finish text, input integer, cached integer,
         output integer, thought integer, money double precision, first_ms double precision, total_ms double precision,
         answered_by text)
       WHERE c.endpoint_run_id = one.run AND c.case_version_id = one.of_case AND c.sample = one.sample
         AND c.attempt = one.attempt AND c.ended_at IS NULL
       RETURNING c.attempt`,
      [JSON.stringify(given.map(rowOf))],
    );
    if (ended.length !== given.length) throw new Error("a try ended that had not begun");
    return given.map(() => undefined);
  },
});

function rowOf({
  endpointRunId,
  caseVersionId,
  sample,
  attempt,
  failure,
  cause,
  status,
  said,
  money,
  reply,
}: TryEnd) {
  const { tokens, firstTokenMs, totalMs, answeredBy } = reply;
  return {
    ...{ run: endpointRunId, of_case: caseVersionId, sample, attempt, failure, cause, status, money },
    ...{ input: tokens.input, cached: tokens.cached, output: tokens.output, thought: tokens.reasoning },
    ...{ first_ms: firstTokenMs, total_ms: totalMs },
    said: storable(said),
    text: storable(reply.text),
    reasoning: storable(reply.reasoning),
    finish: storable(reply.finish),
    answered_by: answeredBy === null ? null : storable(answeredBy),
  };
}

/** What the database takes as text: no NUL, no half of a character. */
const storable = (text: string) => text.replaceAll("\0", "\u{FFFD}").toWellFormed();

/**
 * Committed before the call is made: what is under way when a process ends is known to have been paid. False where the run
 * isn't to go on: then nothing is written, and nothing may be called.
 */
export const beginTry = (key: TryBeginning): Promise<boolean> => beginnings.ask(key);
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
