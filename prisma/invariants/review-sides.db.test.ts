import { describe, expect, test } from "vitest";
import { insert, insertNext, records, uuid } from "#lib/testing/records.ts";
import { prepareTrial } from "#lib/testing/trial.ts";

const { given, expectPermitted, expectRefused } = prepareTrial();

describe("review_dispute_steps_in_order", () => {
  const of = { ...records.review_dispute_steps(9), check_id: uuid(1), words: "So it is." };
  const answer = (stands: boolean) =>
    insert("review_dispute_steps", { ...of, id: uuid(11), step: "answer", by_id: uuid(2), stands });
  const ruling = insert("review_dispute_steps", {
    ...{ ...of, id: uuid(12), step: "ruling", by_id: uuid(4), stands: true },
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
