import { expect, test } from "vitest";
import { insert, insertNext, records, uuid, type Statement } from "#lib/testing/records.ts";
import { prepareTrial } from "#lib/testing/trial.ts";

const { client, given, expectPermitted, expectRefused } = prepareTrial();

const sql = (text: string): Statement => ({ text });
const study = uuid(1);
const simulated = insertNext("sittings", { is_simulated: true });
const open = sql(`UPDATE studies SET state = 'open', opened_at = now() WHERE id = '${study}'`);
const close = sql(`UPDATE studies SET state = 'closed', closed_at = now() WHERE id = '${study}'`);
const marked = async () =>
  (await client.query<{ id: string }>("SELECT id::text FROM studies WHERE has_simulated ORDER BY id")).rows;

test.each(["users", "invitations", "sittings"] as const)("%s_mark_kept", async (table) => {
  const message = `on ${table}, the mark of simulated people is kept as it is`;
  const set = (value: boolean, id: number) =>
    sql(`UPDATE ${table} SET is_simulated = ${value} WHERE id = '${uuid(id)}'`);
  await given(insert(table, { ...records[table](6), is_simulated: true, ...fresh[table] }));
  await expectRefused(set(false, 60), { message, code: "23000" });
  await expectRefused(set(true, 1), { message, code: "23000" });
  await expectPermitted(set(true, 60), set(false, 1));
});

/** What makes a row of its own of the sixth. */
const fresh = {
  users: { id: uuid(60), handle: "person-60" },
  invitations: { id: uuid(60) },
  sittings: { id: uuid(60) },
};

test("sittings_mark_study: a simulated sitting marks its study, even one that is open or closed", async () => {
  await client.query("SAVEPOINT unmarked");
  await given(insertNext("sittings"));
  expect(await marked()).toEqual([]);
  await client.query("ROLLBACK TO unmarked");
  for (const before of [[], [open], [open, close]]) {
    await given(...before, simulated);
    expect(await marked()).toEqual([{ id: study }]);
    await client.query("ROLLBACK TO unmarked");
  }
});

test("studies_mark_kept: a study with simulated people stays marked, without its sitting too", async () => {
  const unmark = sql(`UPDATE studies SET has_simulated = false WHERE id = '${study}'`);
  await expectPermitted(unmark);
  const message = "on studies, the mark of simulated people is kept as it is";
  await given(open, insertNext("sittings", { is_simulated: true }));
  await expectRefused(unmark, { message, code: "23000" });
  await given(sql("DELETE FROM sittings WHERE is_simulated"), close);
  await expectRefused(unmark, { message, code: "23000" });
  await expectPermitted(sql(`UPDATE studies SET has_simulated = true WHERE id = '${study}'`));
});
