import { describe, expect, test } from "vitest";
import { insert, insertNext, records, uuid, type Statement } from "#lib/testing/records.ts";
import { prepareTrial } from "#lib/testing/trial.ts";

const { client, given, expectPermitted, expectRefused } = prepareTrial();

const sql = (text: string): Statement => ({ text });
const study = uuid(1);

describe("studies_transition", () => {
  const states = ["draft", "open", "paused", "closed", "archived"] as const;
  type State = (typeof states)[number];
  const allowed: Readonly<Record<State, readonly State[]>> = {
    draft: ["open"],
    open: ["paused", "closed"],
    paused: ["open", "closed"],
    closed: ["archived"],
    archived: [],
  };
  const wayTo: Readonly<Record<State, readonly State[]>> = {
    draft: [],
    open: ["open"],
    paused: ["open", "paused"],
    closed: ["open", "closed"],
    archived: ["open", "closed", "archived"],
  };
  const moveTo = (state: State) =>
    sql(`UPDATE studies SET state = '${state}',
      opened_at = ${state === "draft" ? "NULL" : "coalesce(opened_at, now())"} WHERE id = '${study}'`);

  test.each(states)("from %s", async (from) => {
    await given(...wayTo[from].map(moveTo));
    for (const to of states) {
      const isAllowed = to === from || allowed[from].includes(to);
      if (isAllowed) await expectPermitted(moveTo(to));
      else
        await expectRefused(moveTo(to), {
          message: `a study cannot go from ${from} to ${to}`,
          code: "23514",
        });
    }
  });

  test("a study opens only with a frozen manifest", async () => {
    const open = sql(`UPDATE studies SET state = 'open', opened_at = now() WHERE id = '${uuid(2)}'`);
    await expectRefused(open, { message: "a study opens only with a frozen manifest" });
    await given(insert("study_manifests", records.study_manifests(2)));
    await expectPermitted(open);
  });

  test("a study begins as a draft", async () => {
    const begun = insertNext("studies", { state: "open", opened_at: "2026-02-01T00:00:00Z" });
    await expectRefused(begun, { message: "a study begins as a draft", code: "23514" });
  });
});

describe("sittings_transition", () => {
  const sitting = uuid(99);
  const begin = insert("sittings", {
    ...records.sittings(99),
    user_id: uuid(6),
    state: "consented",
    started_at: null,
  });
  const moveTo = (state: string) =>
    sql(`UPDATE sittings SET state = '${state}', started_at = now(),
      submitted_at = CASE WHEN '${state}' = 'submitted' THEN now() ELSE submitted_at END,
      withdrawn_at = CASE WHEN '${state}' = 'withdrawn' THEN now() END WHERE id = '${sitting}'`);
  const wayTo = {
    consented: [],
    started: ["started"],
    submitted: ["started", "submitted"],
    withdrawn: ["withdrawn"],
  };
  const allowed = {
    consented: ["started", "withdrawn"],
    started: ["submitted", "withdrawn"],
    submitted: ["withdrawn"],
    withdrawn: [],
  } as Readonly<Record<string, readonly string[]>>;

  test.each(Object.entries(wayTo))("from %s", async (from, way) => {
    await given(begin, ...way.map(moveTo));
    for (const to of Object.keys(wayTo)) {
      if (to === from || allowed[from]?.includes(to)) await expectPermitted(moveTo(to));
      else
        await expectRefused(moveTo(to), {
          message: `a sitting cannot go from ${from} to ${to}`,
          code: "23514",
        });
    }
  });
});

describe("study_cases_frozen_insert, _update and _delete", () => {
  const changes = [
    insertNext("study_cases"),
    sql("UPDATE study_cases SET stratum = 'control' WHERE id = 5"),
    sql("DELETE FROM study_cases WHERE id = 5"),
  ];

  test("a draft's sample may change", () => expectPermitted(...changes));

  test("an opened study's sample is frozen, in one statement with others too", async () => {
    await given(sql(`UPDATE studies SET state = 'open', opened_at = now() WHERE id = '${study}'`));
    await given(insert("study_cases", { ...records.study_cases(50), study_id: uuid(2), case_version_id: 6 }));
    const message = "the sample of a study that has opened is frozen";
    for (const change of changes) await expectRefused(change, { message, code: "23514" });
    await expectRefused(sql("UPDATE study_cases SET block = 1 WHERE id IN (5, 50)"), { message });
    // Moving a case between studies already fails on served_cases, which follows it and is kept as written.
    const moved = (id: number, to: string) =>
      sql(`UPDATE study_cases SET study_id = '${to}' WHERE id = ${id}`);
    await expectRefused(moved(5, uuid(2)), { code: expect.stringMatching(/^23/) as string });
    await expectRefused(moved(50, study), { code: expect.stringMatching(/^23/) as string });
    await expectPermitted(sql("UPDATE study_cases SET block = 1 WHERE id = 50"));
  });

  test("it stays frozen when the study has closed", async () => {
    await given(
      sql(`UPDATE studies SET state = 'open', opened_at = now() WHERE id = '${study}'`),
      sql(`UPDATE studies SET state = 'closed', closed_at = now() WHERE id = '${study}'`),
    );
    for (const change of changes) await expectRefused(change, { code: "23514" });
  });
});

/** What each trigger keeps from being rewritten, even by the owner of the tables. */
const kept: Readonly<Record<string, readonly Statement[]>> = {
  audit_events_kept: [
    sql("UPDATE audit_events SET action = 'nothing'"),
    sql("DELETE FROM audit_events"),
    sql("TRUNCATE audit_events"),
  ],
  study_manifests_kept: [
    sql("UPDATE study_manifests SET frozen_at = now()"),
    sql("DELETE FROM study_manifests"),
    sql("TRUNCATE study_manifests"),
  ],
  study_texts_kept: [
    sql("UPDATE study_texts SET content = '{}'"),
    sql("DELETE FROM study_texts"),
    sql("TRUNCATE study_texts CASCADE"),
  ],
  served_cases_kept: [
    sql("UPDATE served_cases SET option_order = '{0,1,2}'"),
    sql("TRUNCATE served_cases CASCADE"),
  ],
  answer_revisions_kept: [sql("UPDATE answer_revisions SET value = '{}'"), sql("TRUNCATE answer_revisions")],
  answers_not_truncated: [sql("TRUNCATE answers")],
  case_golds_kept: [sql("UPDATE case_golds SET choice = 1"), sql("TRUNCATE case_golds")],
  case_golds_not_taken: [sql("DELETE FROM case_golds")],
  case_versions_kept: [
    "case_id = case_id + 1",
    "number = 2",
    "hash = prompt_hash",
    "prompt_hash = hash",
    "original = 'Who else?'",
    "form = 'text'",
    "content = '{}'",
    "option_names = '{A,B,C}'",
    "option_count = 3",
    "answer_length = 3",
    "created_at = now()",
  ].map((change) => sql(`UPDATE case_versions SET ${change} WHERE id = 6`)),
};

describe("history that nobody rewrites", () => {
  test.each(Object.entries(kept))("%s", async (_trigger, statements) => {
    const message = expect.stringMatching(/is refused: its rows are kept as they were written$/) as string;
    for (const statement of statements) await expectRefused(statement, { message, code: "23000" });
  });

  test("all of it may be added to", () =>
    expectPermitted(
      insertNext("audit_events"),
      insertNext("study_manifests"),
      insertNext("study_texts"),
      insertNext("served_cases"),
      insertNext("answer_revisions"),
    ));

  test("a case version may be retired, and an answer may change", () =>
    expectPermitted(
      sql("UPDATE case_versions SET retired_at = now() WHERE id = 1"),
      sql("UPDATE answers SET choice = 2, revision = 2"),
    ));
});

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

test("every trigger of the schema is tried", async () => {
  const { rows } = await client.query<{ name: string }>(`SELECT tgname AS name FROM pg_trigger
    JOIN pg_class ON pg_class.oid = tgrelid
    WHERE NOT tgisinternal AND tgenabled <> 'D' AND relnamespace = 'public'::regnamespace`);
  const tried = [
    ...Object.keys(kept),
    "studies_transition",
    "studies_begin_as_draft",
    "sittings_transition",
    "study_cases_frozen_insert",
    "study_cases_frozen_update",
    "study_cases_frozen_delete",
    "answers_not_erased",
    "answer_revisions_not_erased",
  ];
  expect(tried.sort()).toEqual(rows.map((row) => row.name).sort());
});
