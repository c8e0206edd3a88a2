import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { insert, insertNext, records, type Statement, uuid } from "#lib/testing/records.ts";
import { prepareTrial } from "#lib/testing/trial.ts";
import { kept } from "#prisma/invariants/kept-rows.ts";

const trial = prepareTrial();

const { client, given, expectPermitted, expectRefused } = trial;

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
    // prisma/invariants/studies.db.test.ts
    "studies_frozen",
    "study_cases_frozen_insert",
    "study_cases_frozen_update",
    "study_cases_frozen_delete",
    "study_cells_frozen_insert",
    "study_cells_frozen_delete",
    "study_cell_cases_frozen_insert",
    "study_cell_cases_frozen_delete",
    "study_texts_frozen_insert",
    // prisma/invariants/studies.db.test.ts
    "sittings_places",
    // prisma/invariants/studies.db.test.ts
    "answers_not_erased",
    "answer_revisions_not_erased",
    "sittings_erase_comprehension",
    "sittings_change_card", // prisma/invariants/studies.db.test.ts
    // tried below
    "model_endpoints_stay",
    "prompt_templates_kept",
    "prompt_template_versions_kept",
    "model_calls_kept",
    "model_calls_summed",
    // prisma/invariants/studies.db.test.ts
    "users_mark_kept",
    "invitations_mark_kept",
    "sittings_mark_kept",
    "studies_mark_kept",
    "sittings_mark_study",
    // prisma/invariants/studies.db.test.ts
    "sittings_erase_what_was_told",
    // lib/demo/removal.db.test.ts
    "users_demo_kept",
    "benchmarks_demo_kept",
    "studies_demo_kept",
  ];
  expect(tried.sort()).toEqual(rows.map((row) => row.name).sort());
});

describe("names of triggers", () => {
  /** What the comments above the models say of triggers, by table. */
  function readSchema(): Map<string, string[]> {
    const schema = readFileSync("prisma/schema.prisma", "utf8");
    const models = schema.matchAll(/((?:^\/\/\/.*\n)*)^model \w+ \{\n([\s\S]*?)^\}/gm);
    return new Map(
      Array.from(models, ([, comment = "", body = ""]) => {
        const named = /^\/\/\/ Triggers: (.*)$/m.exec(comment)?.[1] ?? "";
        const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? "";
        return [table, named.match(/\w+_\w+/g)?.sort() ?? []];
      }),
    );
  }

  test("every trigger is named at the model whose table it watches, and no other", async () => {
    const rows = await db.$queryRaw<{ table: string; name: string }[]>`
    SELECT tgrelid::regclass::text AS table, tgname AS name FROM pg_trigger
    WHERE NOT tgisinternal AND tgrelid::regclass::text NOT LIKE '%.%' ORDER BY tgname`;
    const found = Map.groupBy(rows, ({ table }) => table);
    for (const [table, named] of readSchema()) {
      const names = (found.get(table) ?? []).map(({ name }) => name);
      expect(named, table).toEqual(names.sort());
    }
  });
});

describe("endpoints", () => {
  const { client, given, expectPermitted, expectRefused } = trial;
  const change = (what: string): Statement => ({ text: `UPDATE model_endpoints SET ${what} WHERE id = 1` });

  test("model_calls_kept: a try is filled in once", async () => {
    const fill = (text: string): Statement => ({
      text: `UPDATE model_calls SET ended_at = now(), text = '${text}' WHERE case_version_id = 1`,
    });
    await given(fill("Anna."));
    await expectRefused(fill("Bela."), {
      message: "UPDATE on model_calls is refused: its rows are kept as they were written",
    });
    await expectPermitted({ text: "DELETE FROM benchmarks WHERE id = 2" });
  });

  test("model_calls_summed: what tries bring and cost is added up as they end, each once", async () => {
    const begin = (attempt: number): Statement => ({
      text: `INSERT INTO model_calls (endpoint_run_id, case_version_id, sample, attempt)
      SELECT '${uuid(2)}', case_version_id, 1, ${attempt} FROM endpoint_run_cases WHERE endpoint_run_id = '${uuid(2)}'`,
    });
    await given(
      { text: "DELETE FROM model_calls" },
      {
        text: `INSERT INTO endpoint_run_cases (endpoint_run_id, case_version_id, position)
        SELECT '${uuid(2)}', id, id FROM case_versions WHERE id <= 2`,
      },
      begin(1),
    );
    const sums = async () =>
      (await client.query(`SELECT * FROM model_call_sums WHERE endpoint_run_id = '${uuid(2)}'`)).rows;
    await given({ text: "UPDATE model_calls SET detail = 'still under way'" });
    expect(await sums()).toEqual([]);
    await given({ text: "UPDATE model_calls SET ended_at = now(), failure = 'rate', status = 429" });
    expect(await sums()).toMatchObject([{ ended: 2, answered: 0, unpriced: 0, money: 0 }]);
    await given(begin(2));
    await given(
      {
        text: `UPDATE model_calls SET ended_at = now(), money = 0.25, input_tokens = 90, cached_tokens = 5,
      output_tokens = 7, reasoning_tokens = 3 WHERE attempt = 2 AND case_version_id = 1`,
      },
      { text: `UPDATE model_calls SET ended_at = now() WHERE attempt = 2 AND case_version_id = 2` },
    );
    expect(await sums()).toMatchObject([
      {
        ended: 4,
        answered: 2,
        unpriced: 1,
        money: 0.25,
        input_tokens: "90",
        cached_tokens: "5",
        output_tokens: "7",
        reasoning_tokens: "3",
      },
    ]);
  });

  describe("prompt_templates_kept, prompt_template_versions_kept", () => {
    const refused = (what: string) => ({
      message: `${what} is refused: its rows are kept as they were written`,
      code: "23000",
    });

    test("a version is never written anew, nor its template", async () => {
      await expectRefused(
        { text: "UPDATE prompt_template_versions SET text = '{turns}' WHERE id = 2" },
        refused("UPDATE on prompt_template_versions"),
      );
      await expectRefused(
        { text: "UPDATE prompt_templates SET name = 'Another' WHERE id = 1" },
        refused("UPDATE on prompt_templates"),
      );
    });

    test("they go with their benchmark, and alone not", async () => {
      await expectRefused(
        { text: "DELETE FROM prompt_template_versions WHERE id = 2" },
        refused("DELETE on prompt_template_versions"),
      );
      await expectRefused(
        { text: "DELETE FROM prompt_templates WHERE id = 2" },
        refused("DELETE on prompt_templates"),
      );
      await given(
        { text: "INSERT INTO prompt_templates (id, benchmark_id, name) VALUES (50, 2, 'Plain')" },
        {
          text: `INSERT INTO prompt_template_versions (id, template_id, number, text, sha256)
          VALUES (50, 50, 1, 'Who?', sha256('Who?'))`,
        },
      );
      await expectPermitted({ text: "DELETE FROM benchmarks WHERE id = 2" });
    });
  });

  describe("model_endpoints_stay", () => {
    test("what is fake stays so, whatever becomes of it", async () => {
      await expectPermitted(change("is_fake = false"), change("is_fake = true"));
      await given(change("is_fake = true"));
      const message = "an endpoint that is fake stays so";
      await expectRefused(change("is_fake = false"), { message, code: "23514" });
      await expectRefused(change("is_fake = false, address = 'https://elsewhere.example.org/v1'"), {
        message,
      });
      await expectPermitted(change("address = 'https://elsewhere.example.org/v1'"));
    });

    test("what is retired doesn't come back", async () => {
      await given(change("removed_at = now(), sealed_key = NULL"));
      const message = "an endpoint that is retired stays so";
      await expectRefused(change("removed_at = NULL"), { message, code: "23514" });
      await expectRefused(change("removed_at = removed_at + interval '1 day'"), { message });
      await expectPermitted(change("is_fake = true"));
    });
  });
});
