import { describe, expect, test } from "vitest";
import { insert, insertNext, records, uuid, type Row } from "#lib/testing/records.ts";
import { prepareTrial } from "#lib/testing/trial.ts";
import { checks } from "#prisma/invariants/checks.ts";
import { foreignKeys, targets, uniques } from "#prisma/invariants/keys.ts";

const { client, given, expectPermitted, expectRefused } = prepareTrial();

// Ids that don't come from the database: what is sent twice is stored once by them.
const madeOnDevices = ["decisions", "blind_decisions", "checks", "dispute_steps", "audits"]
  .map((what) => `review_${what}_pkey`)
  .join();

const names = async (query: string) =>
  (await client.query<{ name: string }>(query)).rows.map((row) => row.name);

describe("checks", () => {
  test.each(Object.entries(checks))("%s", async (constraint, { table, refused, permitted }) => {
    await expectPermitted(...permitted.map((changes) => insertNext(table, changes)));
    for (const changes of refused) await expectRefused(insertNext(table, changes), { constraint });
  });

  test("every check of the schema is tried", async () => {
    const there = await names(`SELECT conname AS name FROM pg_constraint
      WHERE contype = 'c' AND connamespace = 'public'::regnamespace`);
    expect(Object.keys(checks).sort()).toEqual(there.sort());
  });
});

describe("unique keys", () => {
  test.each(uniques)("%s", async (constraint, table, columns) => {
    const first: Row = records[table](1);
    const same = Object.fromEntries(columns.map((column) => [column, first[column]]));
    await expectPermitted(insertNext(table));
    await expectRefused(insertNext(table, same), { constraint });
  });

  test("case_versions_case_id_number_variation_key", async () => {
    const again = { case_id: 1, retired_at: "2026-02-01" };
    await expectPermitted(insertNext("case_versions", { ...again, number: 2 }));
    await expectRefused(insertNext("case_versions", again), {
      constraint: "case_versions_case_id_number_variation_key",
    });
    const varied = insertNext("case_versions", { ...again, variation: "context:2" });
    await expectPermitted(varied);
  });

  test("case_versions_one_current: a case has one version that isn't retired", async () => {
    const second = insertNext("case_versions", { case_id: 1, number: 2 });
    await expectRefused(second, { constraint: "case_versions_one_current" });
    await given({ text: "UPDATE case_versions SET retired_at = now() WHERE case_id = 1" });
    await expectPermitted(second);
  });

  test("invitations_replaced_by_id_key: an invitation replaces one other", async () => {
    await given({
      text: "UPDATE invitations SET replaced_by_id = $1 WHERE id = $2",
      values: [uuid(2), uuid(1)],
    });
    const constraint = "invitations_replaced_by_id_key";
    await expectRefused(insertNext("invitations", { replaced_by_id: uuid(2) }), { constraint });
    await expectPermitted(insertNext("invitations", { replaced_by_id: uuid(1) }));
  });

  test("case_reports_one_open: a case is reported once, until the report is taken back", async () => {
    const again = insertNext("case_reports", { study_case_id: 1 });
    await expectRefused(again, { constraint: "case_reports_one_open" });
    await expectPermitted(insertNext("case_reports", { study_case_id: 1, withdrawn_at: "2026-02-01" }));
    await given({ text: "UPDATE case_reports SET withdrawn_at = now() WHERE study_case_id = 1" });
    await expectPermitted(again);
  });

  test("a case is served once in a sitting, and once more where that says what it repeats", async () => {
    const first = { study_case_id: 1 };
    await expectRefused(insertNext("served_cases", first), { constraint: "served_cases_shown_once" });
    await expectPermitted(insertNext("served_cases", { ...first, repeats: 1 }));
    await given(insertNext("served_cases", { ...first, repeats: 1 }));
    await expectRefused(insert("served_cases", { ...records.served_cases(9), ...first, repeats: 1 }), {
      constraint: "served_cases_sitting_id_repeats_key",
    });
  });

  test("jobs_one_running_per_key: jobs of one key run one after the other", async () => {
    const running = { state: "running", exclusive_key: "import:1" };
    await given(insertNext("jobs", running));
    const another = { ...records.jobs(9), ...running };
    await expectRefused(insert("jobs", another), { constraint: "jobs_one_running_per_key" });
    await expectPermitted(
      insert("jobs", { ...another, state: "queued" }),
      insert("jobs", { ...another, exclusive_key: "import:2" }),
      insert("jobs", { ...another, exclusive_key: null }),
    );
  });

  test("model_endpoints_name_in_use: a name is free again once its endpoint is retired", async () => {
    const again = insertNext("model_endpoints", { name: "Endpoint 1" });
    await expectRefused(again, { constraint: "model_endpoints_name_in_use" });
    await given({ text: "UPDATE model_endpoints SET removed_at = now(), sealed_key = NULL WHERE id = 1" });
    await expectPermitted(again);
  });

  test("endpoint_runs_one_unended_per_name: a name is free again once its run has ended", async () => {
    const again = insertNext("endpoint_runs", { model: "asked-1" });
    await expectRefused(again, { constraint: "endpoint_runs_one_unended_per_name" });
    await expectPermitted(
      insertNext("endpoint_runs", { model: "asked-1", version: "2" }),
      insertNext("endpoint_runs", { model: "asked-1", purpose: "trial", run_id: null }),
    );
    await given({
      text: `UPDATE endpoint_runs SET state = 'cancelled', ended_at = now() WHERE model = 'asked-1'`,
    });
    await expectPermitted(again);
  });

  test("the same name may stand in another benchmark, track or study", async () => {
    await given(insertNext("benchmarks"), insertNext("tracks"));
    await expectPermitted(
      insert("tracks", { ...records.tracks(3), benchmark_id: 2, name: "Track 1", position: 1 }),
      insertNext("cases", { track_id: 2, key: "case-1" }),
      insertNext("model_runs", { benchmark_id: 2, model: "model-1" }),
      insertNext("model_runs", { model: "model-1", method: "few-shot" }),
      insertNext("model_runs", { model: "model-1", version: "2" }),
      insertNext("study_texts", { study_id: uuid(2), version: 1 }),
      insertNext("study_texts", { language: "zh-CN", version: 1 }),
      insertNext("study_cases", { study_id: uuid(2), case_version_id: 1 }),
      insertNext("sittings", {
        external_id: null,
        completion_code: null,
        partial_code: null,
        join_hash: null,
      }),
    );
  });

  test("every unique index of the schema is tried", async () => {
    const serial = `SELECT indexrelid FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
      WHERE indisprimary AND indnatts = 1 AND attname = 'id'`;
    const there = await names(`SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indisunique AND relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations_pkey'
        AND (relname = ANY ('{answer_revisions_pkey,${madeOnDevices}}') OR indexrelid NOT IN (${serial}))`);
    const byHand = [
      "case_reports_one_open",
      "review_checks_item_id_round_place_key",
      "review_checks_item_id_round_reviewer_id_key",
      "case_versions_case_id_number_variation_key",
      "case_versions_one_current",
      "invitations_replaced_by_id_key",
      "jobs_one_running_per_key",
      "endpoint_runs_one_unended_per_name",
      "model_endpoints_name_in_use",
      "served_cases_shown_once",
      "served_cases_sitting_id_repeats_key",
    ];
    expect([...uniques.map(([name]) => name), ...targets, ...byHand].sort()).toEqual(there.sort());
  });
});

describe("foreign keys", () => {
  test.each(foreignKeys)("%s: no orphan", async (constraint, table, column) => {
    const valid: Row = records[table](1);
    // What is repeated is a place of the same sitting: 1 is that of another case.
    const isNumber = typeof valid[column] === "number" || column === "asked_with";
    const nobody = column === "repeats" ? 1 : isNumber ? 999 : uuid(999);
    // Somebody who is neither of the two can only have ruled.
    const ruling =
      table === "review_dispute_steps" && column === "by_id"
        ? { check_id: uuid(1), step: "ruling", stands: true }
        : {};
    // Only a call about several cases has one that isn't its first.
    const beside = column === "asked_with" ? { place: 1, in_call: 2 } : ruling;
    await expectRefused(insertNext(table, { ...beside, [column]: nobody }), { constraint, code: "23503" });
  });

  test("each says whether a removed parent takes its rows along, and all are tried", async () => {
    const { rows } = await client.query<{ name: string; action: string }>(`SELECT conname AS name,
        CASE confdeltype WHEN 'c' THEN 'cascade' WHEN 'r' THEN 'restrict' WHEN 'n' THEN 'clear'
          WHEN 'a' THEN 'together' ELSE confdeltype::text END AS action
      FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`);
    const there = Object.fromEntries(rows.map(({ name, action }) => [name, action]));
    expect(Object.fromEntries(foreignKeys.map(([name, , , action]) => [name, action]))).toEqual(there);
  });

  test("a served case, its sitting and the sample belong to one study", async () => {
    await given(insertNext("study_cases", { id: 50, study_id: uuid(2) }));
    const [ofSample, ofSitting] = [
      "served_cases_study_case_id_study_id_fkey",
      "served_cases_sitting_id_study_id_fkey",
    ];
    await expectRefused(insertNext("served_cases", { study_case_id: 50 }), { constraint: ofSample });
    await expectRefused(insertNext("served_cases", { study_case_id: 50, study_id: uuid(2) }), {
      constraint: ofSitting,
    });
  });

  test("a sitting's invitation, consent text and cell belong to its study", async () => {
    await given(
      insertNext("study_texts", { id: uuid(50), study_id: uuid(2) }),
      insertNext("invitations", { id: uuid(50), study_id: uuid(2) }),
    );
    await expectRefused(insertNext("sittings", { invitation_id: uuid(50) }), {
      constraint: "sittings_invitation_id_study_id_fkey",
    });
    await expectRefused(insertNext("sittings", { consent_text_id: uuid(50) }), {
      constraint: "sittings_consent_text_id_study_id_fkey",
    });
    const elsewhere = { study_id: uuid(2), invitation_id: uuid(50), consent_text_id: uuid(50) };
    const place = { constraint: "sittings_study_id_cell_fkey" };
    await expectRefused(insertNext("sittings", elsewhere), place);
    await given(insertNext("study_cells", { study_id: uuid(2), number: 1 }));
    await expectPermitted(insertNext("sittings", elsewhere));
  });

  test("a reported case is one of the study's", async () => {
    const constraint = "case_reports_study_case_id_study_id_fkey";
    await expectRefused(insertNext("case_reports", { study_id: uuid(2) }), { constraint });
  });

  test("a case of a cell belongs to the cell's study", async () => {
    await given(
      insertNext("study_cases", { id: 50, study_id: uuid(2) }),
      insertNext("study_cells", { study_id: uuid(2), number: 3 }),
    );
    const constraint = "study_cell_cases_study_case_id_study_id_fkey";
    await expectRefused(insertNext("study_cell_cases", { study_case_id: 50 }), { constraint });
    await expectPermitted(
      insertNext("study_cell_cases", { study_id: uuid(2), cell: 3, study_case_id: 50 }),
      insertNext("study_cell_cases", { cell: 2, study_case_id: 1 }),
    );
  });

  test("whoever took part, acted or made something can't be removed; a mere visitor can", async () => {
    await expectRefused(
      { text: `DELETE FROM users WHERE id = '${uuid(1)}'` },
      { constraint: "sittings_user_id_fkey" },
    );
    await expectRefused(
      { text: `DELETE FROM users WHERE id = '${uuid(2)}'` },
      { code: expect.stringMatching(/^23(001|503)$/) },
    );
    await given(
      insertNext("users"),
      insertNext("sign_ins", { user_id: uuid(7) }),
      insertNext("sign_in_links", { user_id: uuid(7) }),
      insertNext("api_tokens", { user_id: uuid(7) }),
    );
    await expectPermitted({ text: `DELETE FROM users WHERE id = '${uuid(7)}'` });
  });
});
