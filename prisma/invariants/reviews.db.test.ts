import { describe, expect, test } from "vitest";
import { insert, insertNext, records, type Statement, uuid } from "#lib/testing/records.ts";
import { prepareTrial } from "#lib/testing/trial.ts";

const trial = prepareTrial();

const { client, given, expectPermitted, expectRefused } = trial;

const sql = (text: string): Statement => ({ text });
const review = uuid(1);
const open = sql(`UPDATE reviews SET state = 'open', seed = 1, opened_at = now() WHERE id = '${review}'`);
const moveTo = (state: string) =>
  sql(`UPDATE reviews SET state = '${state}', seed = coalesce(seed, 1),
    opened_at = CASE WHEN '${state}' = 'draft' THEN opened_at ELSE coalesce(opened_at, now()) END,
    closed_at = CASE WHEN '${state}' = 'closed' THEN coalesce(closed_at, now()) END WHERE id = '${review}'`);

describe("reviews_transition", () => {
  const ways: Readonly<Record<string, readonly string[]>> = {
    draft: [],
    open: ["open"],
    paused: ["open", "paused"],
    closed: ["open", "closed"],
  };
  const allowed: Readonly<Record<string, readonly string[]>> = {
    draft: ["open"],
    open: ["paused", "closed"],
    paused: ["open", "closed"],
    closed: ["open"],
  };

  test.each(Object.entries(ways))("from %s", async (from, way) => {
    await given(...way.map(moveTo));
    for (const to of Object.keys(ways)) {
      if (to === from || allowed[from]?.includes(to)) await expectPermitted(moveTo(to));
      else
        await expectRefused(moveTo(to), {
          message: `a review cannot go from ${from} to ${to}`,
          code: "23514",
        });
    }
  });

  test("a review begins as a draft, and opens with a manifest and items", async () => {
    const begun = insertNext("reviews", { state: "open", opened_at: "2026-02-01T00:00:00Z", seed: 1 });
    await expectRefused(begun, { message: "a review begins as a draft" });
    const second = sql(
      `UPDATE reviews SET state = 'open', seed = 1, opened_at = now() WHERE id = '${uuid(2)}'`,
    );
    await expectRefused(second, { message: "a review opens only with a frozen manifest" });
    await given(insertNext("review_manifests"));
    await expectRefused(second, { message: "a review opens only with items" });
  });

  test("an open one has its seed and its benchmark", async () => {
    const constraint = "reviews_opened_with_all";
    await expectRefused(sql(`UPDATE reviews SET state = 'open', opened_at = now() WHERE id = '${review}'`), {
      constraint,
    });
    const without = sql(`UPDATE reviews SET state = 'open', seed = 1, benchmark_id = NULL, opened_at = now()
      WHERE id = '${review}'`);
    await expectRefused(without, { constraint });
  });
});

/** What a draft lets change, and what has opened doesn't. */
const frozen: Readonly<Record<string, readonly Statement[]>> = {
  reviews_frozen: [
    "slug = 'another'",
    "title = 'Another'",
    "template = 'gold-audit'",
    "benchmark_id = 2",
    "study_id = NULL",
    `settings = '{"blind": false}'`,
    "settings_revision = 1",
    "seed = 2",
    "created_at = now()",
  ].map((change) => sql(`UPDATE reviews SET ${change} WHERE id = '${review}'`)),
  review_items_frozen_insert: [insertNext("review_items")],
  review_items_frozen_delete: [sql("DELETE FROM review_items WHERE id = 5")],
  review_batches_frozen_insert: [insertNext("review_batches")],
  review_batches_frozen_delete: [sql("DELETE FROM review_batches WHERE number = 2")],
};

test.each(Object.entries(frozen))("%s", async (_trigger, statements) => {
  await expectPermitted(...statements);
  await given(open);
  const message = "the plan of a review that has opened is frozen";
  for (const statement of statements) await expectRefused(statement, { message, code: "23514" });
});

/** What each trigger keeps from being rewritten, even by the owner of the tables. */
const kept: Readonly<Record<string, readonly Statement[]>> = {
  review_items_kept: [
    ..."id = 99, number = 99, batch = 2, case_version_id = 6"
      .split(", ")
      .map((change) => sql(`UPDATE review_items SET ${change} WHERE id = 5`)),
    sql(`UPDATE review_items SET review_id = '${uuid(2)}' WHERE id = 5`),
    sql("TRUNCATE review_items CASCADE"),
  ],
  ...Object.fromEntries(
    [
      ["review_manifests", "frozen_at = now()"],
      ["review_batch_outcomes", "words = 'Otherwise.'"],
      ["review_decisions", "accepts = false, reason = 'monologue'"],
      ["review_blind_decisions", "accepts = true, reason = NULL"],
      ["review_checks", "comment = 'Otherwise.'"],
      ["review_dispute_steps", "words = 'Otherwise.'"],
      ["review_audits", "agrees = false"],
      ["review_filters", "model = 'another'"],
      ["review_filter_decisions", "accepts = false"],
    ].flatMap(([table, change]) => [
      [`${table}_kept`, [sql(`UPDATE ${table} SET ${change}`), sql(`TRUNCATE ${table} CASCADE`)]],
      [`${table}_not_taken`, [sql(`DELETE FROM ${table}`)]],
    ]),
  ),
};

test.each(Object.entries(kept))("%s", async (_trigger, statements) => {
  const message = expect.stringMatching(/is refused: its rows are kept as they were written$/) as string;
  for (const statement of statements) await expectRefused(statement, { message, code: "23000" });
});

test("what is kept may be added to", () =>
  expectPermitted(
    insertNext("review_manifests"),
    insertNext("review_batch_outcomes"),
    insertNext("review_decisions"),
    insertNext("review_blind_decisions"),
    insertNext("review_checks"),
    insertNext("review_dispute_steps"),
    insertNext("review_audits"),
    insertNext("review_filters"),
    insertNext("review_filter_decisions"),
  ));

test("review_items_round: an item's round goes up one by one, and its state goes on", async () => {
  const round = (number: number) => sql(`UPDATE review_items SET round = ${number} WHERE id = 5`);
  await given(open);
  await expectPermitted(round(1), round(2), sql("UPDATE review_items SET state = 'decided' WHERE id = 5"));
  await given(round(2));
  const message = "on review_items, rounds go up one by one";
  for (const other of [1, 4]) await expectRefused(round(other), { message, code: "23514" });
});

test("review_batches_transition: rounds go up one by one, and what was accepted stays", async () => {
  const change = (what: string) => sql(`UPDATE review_batches SET ${what} WHERE number = 1`);
  await given(open);
  await expectPermitted(change("round = 2"), change("state = 'accepted'"));
  const rounds = { message: "on review_batches, rounds go up one by one" };
  await expectRefused(change("round = 3"), rounds);
  await expectRefused(change("round = 2, state = 'accepted'"), rounds);
  const stays = { message: "a batch keeps its number, and one that was accepted stays so" };
  await expectRefused(change("number = 7"), stays);
  await given(change("state = 'accepted'"));
  await expectRefused(change("state = 'open'"), stays);
  await expectRefused(change("round = 2"), stays);
});

test("review_decisions_own: a decision is changed by who made it", async () => {
  const drawn = [
    "ordinal",
    "draw",
    "rate",
    "drawn",
    "drawn_twice",
    "reviewed_before",
    "right_before",
    "band",
  ];
  const none = Object.fromEntries(drawn.map((column) => [column, null]));
  const change = (by: number) =>
    insertNext("review_decisions", { item_id: 1, revision: 2, annotator_id: uuid(by), ...none });
  await expectPermitted(change(1));
  await expectRefused(change(2), { message: "a decision is changed by who made it", code: "23514" });
});

test("review_leases_recorded: whoever is given an item to decide or check is recorded with its round", async () => {
  await given(
    open,
    sql("UPDATE review_items SET round = 2 WHERE id = 2"),
    insertNext("review_leases", { user_id: uuid(1) }),
    sql(`UPDATE review_leases SET user_id = '${uuid(3)}' WHERE item_id = 2`),
    sql(`UPDATE review_leases SET user_id = '${uuid(1)}' WHERE item_id = 2`),
    insertNext("review_leases", { step: "audit", user_id: uuid(4) }),
  );
  const { rows } = await client.query(
    "SELECT step::text, place, round, user_id FROM review_assignments WHERE item_id = 2 ORDER BY user_id",
  );
  const decides = { step: "decide", place: 1, round: 2 };
  expect(rows).toEqual([
    { ...decides, user_id: uuid(1) },
    { ...decides, user_id: uuid(3) },
  ]);
});

describe("the mark of simulated people", () => {
  const message = (table: string) => `on ${table}, the mark of simulated people is kept as it is`;
  const made = insertNext("review_members", { is_simulated: true });

  test("review_members_mark_review and reviews_mark_kept: a simulated member marks the review for good", async () => {
    const unmark = sql("UPDATE reviews SET has_simulated = false");
    await expectPermitted(unmark);
    await given(open, made);
    const { rows } = await client.query("SELECT id FROM reviews WHERE has_simulated");
    expect(rows).toEqual([{ id: review }]);
    await expectRefused(unmark, { message: message("reviews"), code: "23000" });
  });

  test("review_members_mark_kept", async () => {
    await given(made);
    const set = (value: boolean) => sql(`UPDATE review_members SET is_simulated = ${value} WHERE number = 6`);
    await expectRefused(set(false), { message: message("review_members"), code: "23000" });
    await expectPermitted(set(true));
  });
});

test("every trigger of reviews is tried", async () => {
  const { rows } = await client.query<{ name: string }>(`SELECT tgname AS name FROM pg_trigger
    WHERE NOT tgisinternal AND tgrelid::regclass::text LIKE 'review%'`);
  const tried = [
    ...Object.keys(frozen),
    ...Object.keys(kept),
    "reviews_transition",
    "reviews_begin_as_draft",
    "review_items_round",
    "review_batches_transition",
    "review_decisions_own",
    "review_leases_recorded",
    // tried below
    "review_dispute_steps_in_order",
    "review_members_mark_review",
    "review_members_mark_kept",
    "reviews_mark_kept",
    // lib/demo/removal.db.test.ts
    "reviews_demo_kept",
  ];
  expect(tried.sort()).toEqual(rows.map((row) => row.name).sort());
});

describe("who speaks when", () => {
  const { given, expectPermitted, expectRefused } = trial;

  describe("review_dispute_steps_in_order", () => {
    const of = { ...records.review_dispute_steps(9), check_id: uuid(1), words: "So it is." };
    const answer = (stands: boolean) =>
      insert("review_dispute_steps", { ...of, id: uuid(11), step: "answer", by_id: uuid(2), stands });
    const ruling = insert("review_dispute_steps", {
      ...of,
      id: uuid(12),
      step: "ruling",
      by_id: uuid(4),
      stands: true,
    });
    const order = {
      message: "a dispute goes by objection, answer and ruling, and ends where a check is taken back",
    };

    test("an answer and a ruling follow an objection", async () => {
      await expectPermitted(answer(true), ruling);
      for (const step of [
        { step: "answer", by_id: uuid(2) },
        { step: "ruling", by_id: uuid(4) },
      ])
        await expectRefused(insertNext("review_dispute_steps", { ...step, stands: true }), order);
    });

    test("a ruling follows an answer that stands, and nothing follows a ruling", async () => {
      await given(answer(true));
      await expectPermitted(ruling);
      await given(ruling);
      await expectRefused(answer(true), { code: expect.stringMatching(/^23/) as string });
    });

    test("what was taken back is not ruled on", async () => {
      await given(answer(false));
      await expectRefused(ruling, order);
    });

    test("nobody objects to being right", async () => {
      const none = { error_type: null, corrected_accepts: null, corrected_reason: null };
      await given(insertNext("review_checks", { is_right: true, ...none }));
      const objection = insert("review_dispute_steps", records.review_dispute_steps(4));
      await expectRefused(objection, { message: "nobody objects to being right", code: "23514" });
    });
  });

  describe("nobody checks themselves", () => {
    test("nor says that somebody else made the decision", async () => {
      const constraint = "review_checks_decision_fkey";
      const asIfBy = { annotator_id: uuid(3), reviewer_id: uuid(1) };
      await expectRefused(insertNext("review_checks", asIfBy), { constraint });
      await expectRefused(insertNext("review_blind_decisions", asIfBy), {
        constraint: "review_blind_decisions_decision_fkey",
      });
      await expectRefused(insertNext("review_audits", { auditor_id: uuid(1), annotator_id: uuid(4) }), {
        constraint: "review_audits_check_fkey",
      });
      await expectRefused(insertNext("review_dispute_steps", { annotator_id: uuid(4), by_id: uuid(4) }), {
        constraint: "review_dispute_steps_check_fkey",
      });
    });

    test("a second reviewer is another, and each place is taken once", async () => {
      const again = { item_id: 1, decision_id: uuid(1), place: 2 };
      await expectRefused(insertNext("review_checks", again), {
        constraint: "review_checks_item_id_round_reviewer_id_key",
      });
      await expectPermitted(insertNext("review_checks", { ...again, reviewer_id: uuid(3) }));
      await expectRefused(insertNext("review_checks", { ...again, place: 1, reviewer_id: uuid(3) }), {
        constraint: "review_checks_item_id_round_place_key",
      });
    });

    test("only members have a part", async () => {
      const stranger = { reviewer_id: uuid(6) };
      await expectRefused(insertNext("review_checks", stranger), {
        constraint: "review_checks_review_id_reviewer_id_fkey",
      });
    });
  });
});
