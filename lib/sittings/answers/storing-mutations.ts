import "server-only";
import type { OwnStudyId } from "#lib/auth/sitting-scope.ts";
import { outageOf, rethrow } from "#lib/database/outage.ts";
import { Batcher } from "#lib/database/batcher.ts";
import { ask } from "#lib/db.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import type { Revision } from "#lib/sittings/answers/merge.ts";
import type { SaveProblem } from "#lib/sittings/answers/schema.ts";
import type { StoredValue } from "#lib/sittings/answers/stored-answer.ts";

/** What the function save_answer takes, by its own names. */
export type AnswerRow = {
  of_user: string;
  by_sign_in: string | null;
  of_sitting: string;
  of_position: number;
  of_case: number;
  of_order: readonly number[];
  new_id: string;
  new_revision: number;
  new_value: StoredValue;
  of_version: number;
  decided: string | null;
  lacking: readonly string[];
  by_client: string;
  grace: string;
  may_go_back: boolean;
  ago: string | null;
  follows: string | number | null;
  was_given: Date | null;
  was_saved: Date | null;
  merged: MergeResult<number>;
};

/** What comes of an answer and those that whoever gave it had not seen. Empty until it is known that there are such. */
export type MergeResult<Upon> =
  | Record<string, never>
  | {
      /** What was there: so many revisions, or a draft. */
      upon: Upon;
      given: Date;
      /** What is put together, where no revision says it. */
      value?: StoredValue;
      decided?: string | null;
      lacking?: readonly string[];
    };

export type StoreResult =
  | { outcome: "saved"; revision: number; savedAt: Date; givenAt: Date; current: number; newer: unknown }
  | { outcome: SaveProblem }
  | { outcome: "served_otherwise" }
  /** Nothing is stored: something is there that whoever gave it had not seen. `current`: so many revisions. */
  | { outcome: "unseen"; history: Revision[]; current: number; givenAt: Date }
  | { outcome: "released" };

/** In SQL: the database decides and stores each in turn; its function save_answer says by which rules. */
const askTogether = (rows: readonly AnswerRow[]) =>
  ask<StoreResult>(
    "save_answers",
    `SELECT kept.outcome, kept_as AS revision, kept_at AS "savedAt", kept.given AS "givenAt", counting AS current, newer,
       kept.history
     FROM json_to_recordset($1) AS one (of_user uuid, by_sign_in uuid, of_sitting uuid, of_position smallint,
         of_case integer, of_order smallint[], new_id uuid, new_revision integer, new_value jsonb, of_version smallint,
         decided text, lacking text[], by_client timestamptz, grace interval, may_go_back boolean, ago interval,
         follows text, was_given timestamptz, was_saved timestamptz, merged jsonb)
       CROSS JOIN LATERAL save_answer(of_user, of_sitting, of_position, new_id, new_revision, new_value, of_version,
         decided, lacking, by_client, grace, may_go_back, ago, follows, of_case, of_order, was_given, was_saved,
         by_sign_in, merged) kept`,
    [JSON.stringify(rows)],
  );

type StoreRequest = { studyId: OwnStudyId; row: AnswerRow };

const batcher = processSingleton(
  "answers stored together",
  () =>
    new Batcher<StoreRequest, StoreResult>({
      run: (given) => askTogether(given.map(({ row }) => row)),
      // A study that is being closed lets its own people wait.
      groupOf: ({ studyId }) => studyId,
      orderOf: ({ row }) => row.of_sitting,
      isForAll: (error) => outageOf(error) !== null,
      atOnce: 2,
      most: 32,
      slowMs: 100,
    }),
);

/** Acknowledged only when the transaction is committed in which it may have had company. */
export const storeAnswer = (studyId: OwnStudyId, row: AnswerRow): Promise<StoreResult> =>
  // An outage is noted with each request that it happened to.
  batcher.ask({ studyId, row }).catch(rethrow);
