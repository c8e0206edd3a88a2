import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { insert, insertNext, records, type Statement, uuid } from "#lib/testing/records.ts";
import { prepareTrial } from "#lib/testing/trial.ts";

const trial = prepareTrial();

const { given, expectPermitted, expectRefused } = trial;

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

describe("places", () => {
  const { client, given, expectRefused } = trial;

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
    await given(
      change("released_at = now()"),
      change("excluded_at = now(), excluded_reason = 'Asked for it'"),
    );
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
});

describe("simulated people", () => {
  const { client, given, expectPermitted, expectRefused } = trial;

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
});

describe("erasure", () => {
  const { client, given, expectPermitted, expectRefused } = trial;

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
});

describe("cards", () => {
  const { client, given } = trial;

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
});
