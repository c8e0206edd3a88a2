import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { exportPredictionLines } from "#lib/model-runs/export-runs.ts";
import { runResultImport } from "#lib/model-runs/mutations.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import { quietly, useFiles } from "#lib/testing/benchmark-files.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { expectValue, type Sitter } from "#lib/testing/trial-study.ts";
import product from "#package.json" with { type: "json" };
import { compareCompleteness } from "#scripts/migrate/testing/earlier-answers.ts";
import { findSitter, useEarlierRelease } from "#scripts/migrate/testing/earlier-release.ts";
import { outputOf, outputsOf, outputsOfPlan, outputsWithoutTimes } from "#scripts/migrate/testing/outputs.ts";

// What it said named its version.
const { version } = product;
beforeAll(() => void (product.version = "0.1.0"));
afterAll(() => void (product.version = version));

const write = useFiles();

// Made by commit 8b7b751. Two tracks, one in Chinese; people who changed their minds, failed a check, hurried, were left
// out by hand, withdrew, were erased, stopped in the middle, never began; simulated people; studies in every state.
const { expectSame } = useEarlierRelease("20261122060919_results");

let completeness: Awaited<ReturnType<typeof compareCompleteness>>;
// Before anything of it is answered again.
beforeAll(async () => {
  completeness = await compareCompleteness();
});

test("what was decided and what was lacking is said of its answers as the code says it", () => {
  const { counts, stored, computed } = completeness;
  expect(counts).toEqual({ answers: 127, revisions: 159, drafts: 0 });
  expect(stored).toEqual(computed);
  expect([...new Set(stored.flatMap(({ missing }) => missing))].sort()).toEqual([
    "choice",
    "confidence",
    "knowsWork",
  ]);
});

test("results that it imported are the same when they come again", async () => {
  const benchmark = await db.benchmark.findFirstOrThrow({ select: { id: true, slug: true } });
  const lines = await Array.fromAsync(exportPredictionLines(operator(), benchmark.id));
  const file = { ...write("results.jsonl", lines.join("")), track: null, model: null, ranAt: null };
  const files = [{ ...file, method: "zero-shot", version: "" }];
  const request = { benchmark, files, mode: "check", skipBad: false } as const;
  const { report, problems } = await runResultImport(operator(), request, quietly);
  expect(problems).toEqual([]);
  expect(report.runs.map(({ matched, outcome }) => [matched, outcome])).toEqual([
    [40, "unchanged"],
    [12, "unchanged"],
    [40, "unchanged"],
    [12, "unchanged"],
  ]);
});

describe("of an earlier release’s data, today’s says what that one said:", () => {
  test("plan, state, export, results and report of night-watch", async () =>
    expectSame("night-watch", await outputsOf("night-watch")));

  thorough.each(["made-up", "ebb"])("plan, state, export, results and report of %s", async (slug) =>
    expectSame(slug, await outputsOf(slug)),
  );

  test("a study that closes now", async () => {
    const slug = "harbour-at-noon";
    expectSame(slug, await outputsOfPlan(slug));
    await outputOf("study", "close", slug, "--yes");
    const { closedAt } = await db.study.findUniqueOrThrow({ where: { slug } });
    const today = `; closed ${closedAt?.toISOString().slice(0, 10)}.`;
    const found = Object.entries(await outputsOf(slug)).map(([name, text]) => [
      `closed/${name}`,
      text.replaceAll(today, "; closed 2026-11-22."),
    ]);
    expectSame("closed", Object.fromEntries(found) as Record<string, string>);
  });

  test("a draft that opens now", async () => {
    await outputOf("study", "open", "spring-tide");
    expectSame("spring-tide", { "spring-tide/manifest": await outputOf("study", "manifest", "spring-tide") });
  });

  test("a sitting that goes on now, changes an answer and is handed in", async () => {
    const slug = "low-tide";
    const sitter = await findSitter(slug, 1);
    const probabilities = [0.4, 0.3, 0.2, 0.1];
    for (const position of [3, 5, 6])
      await save(sitter, position, 1, {
        choice: position % 4,
        probabilities,
        activeMs: 2000,
        knowsWork: position === 3,
      });
    const second = { probabilities: [0, 0, 1, 0], reason: "second thoughts", activeMs: 4000 };
    await save(sitter, 4, 3, { choice: 2, ...second });
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    await outputOf("study", "close", slug, "--yes");
    expectSame(slug, await outputsWithoutTimes(slug));
  });
});

async function save(
  { viewer, sittingId }: Sitter,
  position: number,
  revision: number,
  given: Partial<AnswerValue>,
): Promise<void> {
  const value = answerValue.parse(given);
  const rest = { id: randomUUID(), revision, clientAt: new Date() };
  expectValue(await saveAnswer(viewer, { sittingId, position, value, ...rest }));
}
