import { expect, test } from "vitest";
import { insert, insertNext, records, uuid, type Statement } from "#lib/testing/records.ts";
import { prepareTrial } from "#lib/testing/trial.ts";

const { client, given, expectRefused } = prepareTrial();

const sql = (text: string): Statement => ({ text });
const change = (what: string, n = 1) => sql(`UPDATE sittings SET ${what} WHERE id = '${uuid(n)}'`);

/** Of the two cells; the three seeded sittings are in the first. */
async function countTaken(): Promise<number[]> {
  const { rows } = await client.query<{ taken: number }>(
    `SELECT taken FROM study_cells WHERE study_id = '${uuid(1)}' ORDER BY number`,
  );
  return rows.map((row) => row.taken);
}

test("each sitting that started holds one place", async () => {
  expect(await countTaken()).toEqual([3, 0]);
  await given(insertNext("sittings", { cell: 2 }));
  expect(await countTaken()).toEqual([3, 1]);
});

test.each([
  ["withdrawn", "state = 'withdrawn', withdrawn_at = now()"],
  ["released", "released_at = now()"],
  ["excluded", "excluded_at = now(), excluded_reason = 'Asked for it'"],
])("one that is %s holds none", async (_why, what) => {
  await given(change(what));
  expect(await countTaken()).toEqual([2, 0]);
});

test("for two reasons it is given free once, and taken again when both have gone", async () => {
  await given(change("released_at = now()"), change("excluded_at = now(), excluded_reason = 'Asked for it'"));
  expect(await countTaken()).toEqual([2, 0]);
  await given(change("excluded_at = NULL, excluded_reason = NULL"));
  expect(await countTaken()).toEqual([2, 0]);
  await given(change("released_at = NULL"));
  expect(await countTaken()).toEqual([3, 0]);
});

test("submitting keeps the place, and moving takes it along", async () => {
  await given(change("state = 'submitted', submitted_at = now()"), change("cell = 2"));
  expect(await countTaken()).toEqual([2, 1]);
});

test("one that goes with its answers holds none", async () => {
  await given(sql(`SET LOCAL benchside.erase_sitting = '${uuid(1)}'`));
  await given(
    sql(`DELETE FROM sittings WHERE id = '${uuid(1)}'`),
    sql(`DELETE FROM sittings WHERE id = '${uuid(2)}'`),
  );
  expect(await countTaken()).toEqual([1, 0]);
});

test("nobody gets past what a cell holds", async () => {
  await given(insertNext("study_cells", { capacity: 1 }), change("cell = 3"));
  const constraint = "study_cells_within_capacity";
  await expectRefused(change("cell = 3", 2), { constraint });
  await expectRefused(insertNext("sittings", { cell: 3 }), { constraint });
  await given(change("released_at = now()"), change("cell = 3", 2));
  // The one whose place was given away comes back too late.
  await expectRefused(change("released_at = NULL"), { constraint });
});

test("a cell without a limit takes everybody", async () => {
  await given(insertNext("study_cells", { capacity: null }));
  for (const n of [4, 5, 6]) await given(insert("sittings", { ...records.sittings(n), cell: 3 }));
  const { rows } = await client.query("SELECT taken FROM study_cells WHERE number = 3");
  expect(rows).toEqual([{ taken: 3 }]);
});
