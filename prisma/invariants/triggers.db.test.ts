import { describe, expect, test } from "vitest";
import { insert, insertNext, records, uuid, type Statement } from "#lib/testing/records.ts";
import { prepareTrial } from "#lib/testing/trial.ts";
import { kept } from "#prisma/invariants/kept-rows.ts";

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
    sql(`UPDATE studies SET state = '${state}', opened_at = CASE WHEN '${state}' = state::text THEN opened_at
      ELSE coalesce(opened_at, now()) END WHERE id = '${study}'`);

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

  test("a study cannot open with a case that is no longer valid", async () => {
    await given(sql("UPDATE case_versions SET retired_at = now() WHERE id = 6"));
    await expectPermitted(moveTo("open"));
    await given(sql("UPDATE case_versions SET retired_at = now() WHERE id = 5"));
    const message = "a study cannot open with a case that is no longer valid";
    await expectRefused(moveTo("open"), { message, code: "23514" });
  });

  test("a case that is shown otherwise is valid as long as the one it shows", async () => {
    const columns = "case_id, number, hash, prompt_hash, original, option_names, option_count";
    await given(
      sql(`INSERT INTO case_versions (id, variation, retired_at, ${columns})
        SELECT 99, 'context:2', now(), ${columns} FROM case_versions WHERE id = 5`),
      sql("UPDATE study_cases SET case_version_id = 99 WHERE case_version_id = 5"),
    );
    await expectPermitted(moveTo("open"));
    await given(sql("UPDATE case_versions SET retired_at = now() WHERE id = 5"));
    const message = "a study cannot open with a case that is no longer valid";
    await expectRefused(moveTo("open"), { message, code: "23514" });
  });

  test("a case may be retired while its study is open", async () => {
    await given(moveTo("open"), sql("UPDATE case_versions SET retired_at = now() WHERE id = 5"));
    await expectPermitted(moveTo("paused"), moveTo("closed"));
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

describe("history that nobody rewrites", () => {
  test.each(Object.entries(kept))("%s", async (_trigger, statements) => {
    const message = expect.stringMatching(/is refused: its rows are kept as they were written$/) as string;
    for (const statement of statements) await expectRefused(statement, { message, code: "23000" });
  });

  test("where cases come from, and which were dropped, goes with the benchmark that was made", () =>
    expectPermitted(sql("DELETE FROM benchmarks WHERE id = 2")));

  test("all of it may be added to", () =>
    expectPermitted(
      insertNext("benchmark_lineages"),
      insertNext("benchmark_lineage_drops"),
      insertNext("audit_events"),
      insertNext("study_manifests"),
      insertNext("study_texts"),
      insertNext("served_cases"),
      insertNext("answer_revisions"),
      insertNext("study_details"),
      insertNext("case_analyses"),
      insertNext("pool_drops"),
    ));

  test("a case version may be retired, and an answer may change", () =>
    expectPermitted(
      sql("UPDATE case_versions SET retired_at = now() WHERE id = 1"),
      sql("UPDATE answers SET decision = '2', revision = 2"),
    ));
});

test("every trigger of the schema is tried", async () => {
  const { rows } = await client.query<{ name: string }>(`SELECT tgname AS name FROM pg_trigger
    JOIN pg_class ON pg_class.oid = tgrelid
    WHERE NOT tgisinternal AND tgenabled <> 'D' AND relnamespace = 'public'::regnamespace
      AND relname NOT LIKE 'review%'`); // prisma/invariants/reviews.db.test.ts
  const tried = [
    ...Object.keys(kept),
    "studies_transition",
    "studies_begin_as_draft",
    "sittings_transition",
    // prisma/invariants/frozen-plan.db.test.ts
    "studies_frozen",
    "study_cases_frozen_insert",
    "study_cases_frozen_update",
    "study_cases_frozen_delete",
    "study_cells_frozen_insert",
    "study_cells_frozen_delete",
    "study_cell_cases_frozen_insert",
    "study_cell_cases_frozen_delete",
    "study_texts_frozen_insert",
    // prisma/invariants/places.db.test.ts
    "sittings_places",
    // prisma/invariants/erasure.db.test.ts
    "answers_not_erased",
    "answer_revisions_not_erased",
    "sittings_erase_comprehension",
    "sittings_change_card", // prisma/invariants/cards.db.test.ts
    // prisma/invariants/endpoints.db.test.ts
    "model_endpoints_stay",
    "prompt_templates_kept",
    "prompt_template_versions_kept",
    "model_calls_kept",
    "model_calls_summed",
    // prisma/invariants/simulated.db.test.ts
    "users_mark_kept",
    "invitations_mark_kept",
    "sittings_mark_kept",
    "studies_mark_kept",
    "sittings_mark_study",
    // prisma/invariants/erasure.db.test.ts
    "sittings_erase_what_was_told",
  ];
  expect(tried.sort()).toEqual(rows.map((row) => row.name).sort());
});
