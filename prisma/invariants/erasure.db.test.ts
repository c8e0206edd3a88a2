import { describe, expect, test } from "vitest";
import { uuid, type Statement } from "#lib/testing/records.ts";
import { prepareTrial } from "#lib/testing/trial.ts";

const { client, given, expectPermitted, expectRefused } = prepareTrial();

const sql = (text: string): Statement => ({ text });

describe("answers_not_erased and answer_revisions_not_erased", () => {
  const erasures = ["answers", "answer_revisions", "served_cases"].map((table) =>
    sql(`DELETE FROM ${table}`),
  );
  const wholeSitting = sql(`DELETE FROM sittings WHERE id = '${uuid(1)}'`);
  const message = "answers are erased only at the request of the participant";
  const ask = (sitting: string) => sql(`SET LOCAL benchside.erase_sitting = '${sitting}'`);

  test("nothing is erased unasked, nor along with its sitting", async () => {
    for (const erasure of [...erasures, wholeSitting])
      await expectRefused(erasure, { message, code: "23000" });
  });

  test("the sitting that was named goes, with everything in it", async () => {
    await given(ask(uuid(1)));
    await expectPermitted(...erasures, wholeSitting);
  });

  test("another sitting's answers stay", async () => {
    await given(ask(uuid(2)));
    for (const erasure of [...erasures, wholeSitting]) await expectRefused(erasure, { message });
  });
});

describe("erase_sitting", () => {
  const erase = (n: number) => sql(`SELECT erase_sitting('${uuid(n)}')`);
  const withdraw = sql(
    `UPDATE sittings SET state = 'withdrawn', withdrawn_at = now(), background = '{}', comprehension = '[]',
      consent_ticks = '[]', last_comment = 'Long.' WHERE id = '${uuid(1)}'`,
  );
  const count = async (table: string) =>
    (await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]?.n;

  test("takes the answers and what the sitting says about the person", async () => {
    await given(withdraw, erase(1));
    expect(await count("answers")).toBe(0);
    expect(await count("answer_revisions")).toBe(0);
    expect(await count("passage_reports")).toBe(0);
    // That there was somebody, and what they were shown, stays: the places of the design are counted by it.
    expect(await count("served_cases")).toBe(4);
    const { rows } = await client.query(
      `SELECT background, external_id, last_comment, comprehension, consent_ticks, erased_at IS NOT NULL AS erased
       FROM sittings WHERE id = '${uuid(1)}'`,
    );
    // What was agreed to stays with the version of the text.
    const gone = { background: null, external_id: null, last_comment: null, comprehension: null };
    expect(rows).toEqual([{ ...gone, consent_ticks: [], erased: true }]);
  });

  test("only where it was withdrawn", async () => {
    const message = "only the answers of a withdrawn sitting are erased";
    await expectRefused(erase(1), { message, code: "23514" });
    await expectRefused(erase(999), { message });
  });

  test("opens the door for nothing else", async () => {
    await given(withdraw, erase(1));
    await given(
      sql(`INSERT INTO answer_revisions (id, sitting_id, position, revision, value, missing, client_at)
        VALUES ('${uuid(9)}', '${uuid(1)}', 1, 9, '{}', '{}', now())`),
    );
    await expectRefused(sql("DELETE FROM answer_revisions"), { code: "23000" });
  });
});
