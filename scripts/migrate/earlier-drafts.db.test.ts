import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { expectValue } from "#lib/testing/trial-study.ts";
import product from "#package.json" with { type: "json" };
import { compareCompleteness, compareRules } from "#scripts/migrate/testing/earlier-answers.ts";
import { findSitter, useEarlierRelease } from "#scripts/migrate/testing/earlier-release.ts";
import { outputOf, outputsOf, outputsOfPlan, outputsWithoutTimes } from "#scripts/migrate/testing/outputs.ts";

// What it said named its version.
const { version } = product;
beforeAll(() => void (product.version = "0.1.0"));
afterAll(() => void (product.version = version));

// Made by commit 7bd30c4, with what came after the other one: cases that couldn't be read, drafts, answers that were given
// before those they came after, profiles, statements to tick, a comprehension check, reports of passages, last words.
const { expectSame } = useEarlierRelease("20261122170800_second_factor");

// Before anything of it is answered again.
thorough("what was decided and what was lacking is said of its answers as the code says it", async () => {
  const { counts, stored, computed } = await compareCompleteness();
  expect(counts).toEqual({ answers: 39, revisions: 49, drafts: 4 });
  expect(stored).toEqual(computed);
});

thorough("and would be of any answer that a study could have", async () => {
  const { byMigration, byCode } = await compareRules();
  expect(byCode.length).toBeGreaterThan(1000);
  expect(byMigration).toEqual(byCode);
});

describe("of data with drafts, today’s says what an earlier release said:", () => {
  thorough("plan, state, export, results and report of a study that is over", async () =>
    expectSame("dog-watch", await outputsOf("dog-watch")),
  );

  thorough("a study that closes now: whole drafts count, others don’t", async () => {
    expectSame("fairway", await outputsOfPlan("fairway"));
    await outputOf("study", "close", "fairway", "--yes");
    const found = Object.entries(await outputsWithoutTimes("fairway"));
    expectSame("closed", Object.fromEntries(found.map(([name, text]) => [`closed/${name}`, text])));
  });

  thorough("a sitting that goes on now from a draft, passes a case and is handed in", async () => {
    const { viewer, sittingId } = await findSitter("flood", 1);
    const given = [
      { choice: 3, confidence: 0.75 },
      { cannotRead: true },
      { choice: 1, confidence: 0, unfolded: true },
      { choice: 2, confidence: 1, reason: "last" },
    ];
    for (const [index, said] of given.entries()) {
      const value = answerValue.parse({ ...said, activeMs: 2000 });
      const rest = { id: randomUUID(), revision: 1, clientAt: new Date() };
      expectValue(await saveAnswer(viewer, { sittingId, position: index + 2, value, ...rest }));
    }
    expectValue(await submitSitting(viewer, sittingId));
    await outputOf("study", "close", "flood", "--yes");
    expectSame("flood", await outputsWithoutTimes("flood"));
  });
});
