import { expect, test } from "vitest";
import { uuid, type Statement } from "#lib/testing/records.ts";
import { prepareTrial } from "#lib/testing/trial.ts";

const { client, given } = prepareTrial();

const sql = (text: string): Statement => ({ text });
const publish =
  sql(`UPDATE study_cards SET is_published = true, issue = 4, document = '{}', fingerprint = 'sha256:7',
  stamp = 's', issued_at = now() WHERE study_id = '${uuid(1)}'`);
const sitting = (what: string) => sql(`UPDATE sittings SET ${what} WHERE id = '${uuid(1)}'`);

async function card() {
  const { rows } = await client.query(
    `SELECT is_published AS published, issue, document, stamp, people_changes AS changes FROM study_cards`,
  );
  return rows;
}

const gone = { published: true, issue: 4, document: null, stamp: null };

test("sittings_change_card: who withdraws or is left out is gone from the card in the same moment, and still published it is", async () => {
  await given(publish, sitting("excluded_at = now(), excluded_reason = 'By hand.'"));
  expect(await card()).toEqual([{ ...gone, changes: 1 }]);
  await given(publish, sitting("excluded_at = NULL, excluded_reason = NULL"));
  expect(await card()).toEqual([{ ...gone, changes: 2 }]);
  await given(publish, sitting("state = 'withdrawn', withdrawn_at = now()"));
  expect(await card()).toEqual([{ ...gone, changes: 3 }]);
  await given(publish, sql(`SELECT erase_sitting('${uuid(1)}')`));
  expect(await card()).toEqual([{ ...gone, changes: 4 }]);
});

test("sittings_change_card: what changes nobody who counts changes no card", async () => {
  await given(publish, sitting("time_allowance_ms = 1000, state = state"));
  expect(await card()).toMatchObject([{ document: "{}", changes: 0 }]);
});
