import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { insert, insertNext, records, uuid, type Statement } from "#lib/testing/records.ts";
import { prepareTrial } from "#lib/testing/trial.ts";

const { given, expectPermitted, expectRefused } = prepareTrial();

const sql = (text: string): Statement => ({ text });
const study = uuid(1);
const open = sql(`UPDATE studies SET state = 'open', opened_at = now() WHERE id = '${study}'`);
const close = sql(`UPDATE studies SET state = 'closed', closed_at = now() WHERE id = '${study}'`);
const frozen = { message: "the plan of a study that has opened is frozen", code: "23514" };

/** What each trigger lets a draft change, and refuses afterwards. */
const changes: Readonly<Record<string, readonly Statement[]>> = {
  study_cases_frozen_insert: [insertNext("study_cases")],
  study_cases_frozen_update: [sql("UPDATE study_cases SET stratum = 'control' WHERE id = 5")],
  study_cases_frozen_delete: [sql("DELETE FROM study_cases WHERE id = 5")],
  study_cells_frozen_insert: [insertNext("study_cells")],
  study_cells_frozen_delete: [sql("DELETE FROM study_cells WHERE number = 2")],
  study_cell_cases_frozen_insert: [insertNext("study_cell_cases")],
  study_cell_cases_frozen_delete: [sql("DELETE FROM study_cell_cases")],
  study_texts_frozen_insert: [insertNext("study_texts"), insertNext("study_texts", { language: "zh-CN" })],
  studies_frozen: [
    "slug = 'another'",
    "title = 'Another'",
    "benchmark_id = NULL",
    `draft = '{"seed": 2}'`,
    "draft_revision = 1",
    "reference_run_id = 2",
    "comparator_run_id = 2",
    "created_at = now()",
  ].map((change) => sql(`UPDATE studies SET ${change} WHERE id = '${study}'`)),
};

describe.each(Object.entries(changes))("%s", (_trigger, statements) => {
  test("a draft may change", () => expectPermitted(...statements));

  test("what has opened may not, nor when it has closed", async () => {
    await given(open);
    for (const statement of statements) await expectRefused(statement, frozen);
    await given(close);
    for (const statement of statements) await expectRefused(statement, frozen);
  });
});

test("when a study opened doesn't change either", async () => {
  await given(open);
  const later = sql(`UPDATE studies SET opened_at = opened_at + interval '1 day' WHERE id = '${study}'`);
  await expectRefused(later, frozen);
});

test("a draft's case can't be moved into an open study", async () => {
  const elsewhere = insert("study_cases", { ...records.study_cases(6), study_id: uuid(2) });
  const move = sql(`UPDATE study_cases SET study_id = '${study}' WHERE id = 6`);
  await given(elsewhere, open);
  // A key that is pointed at takes along what points at it, and that is kept.
  await expectRefused(move, { code: "23000" });
});

test("what isn't its plan may change in an open study", async () => {
  await given(open);
  await expectPermitted(
    sql(`UPDATE studies SET has_simulated = true, title = title WHERE id = '${study}'`),
    insertNext("study_members"),
    insertNext("invitations"),
  );
});

test("a frozen case stays so in one statement with a draft's", async () => {
  await given(
    open,
    insert("study_cases", { ...records.study_cases(50), study_id: uuid(2), case_version_id: 6 }),
  );
  const change = (ids: string) => sql(`UPDATE study_cases SET stratum = 'control' WHERE id IN (${ids})`);
  await expectRefused(change("5, 50"), frozen);
  await expectPermitted(change("50"));
});

test("no case goes from one study to another", async () => {
  await given(
    open,
    insert("study_cases", { ...records.study_cases(50), study_id: uuid(2), case_version_id: 6 }),
  );
  // Served cases and cells follow a case, and are kept as they were written.
  const moved = (id: number, to: string) => sql(`UPDATE study_cases SET study_id = '${to}' WHERE id = ${id}`);
  const code = expect.stringMatching(/^23/) as string;
  await expectRefused(moved(5, uuid(2)), { code });
  await expectRefused(moved(1, uuid(2)), { code });
});

test("no function of the database reads into a plan, whose versions only the code knows", async () => {
  const reading = await db.$queryRaw`
    SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosrc LIKE '%draft->%'`;
  expect(reading).toEqual([]);
});
