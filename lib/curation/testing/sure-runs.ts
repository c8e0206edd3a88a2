import { beforeEach, expect } from "vitest";
import { filterInput } from "#lib/curation/confidence/schema.ts";
import { db } from "#lib/db.ts";
import { optionNames, resultCsv, someCases, type ResultFields } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const cases = someCases(6);

/** Rows that give this to the right option, case by case; null: the call failed. What isn't told isn't in the file. */
export const rowsOf = (given: readonly (number | null)[]): ResultFields[] =>
  given.map((right, i) => {
    const fields = cases[i] ?? expect.fail();
    if (right === null) return { case: fields, probs: ["", "", "", ""], success: "-1" };
    const rest = (1 - right) / (optionNames.length - 1);
    return { case: fields, probs: optionNames.map((name) => (name === fields.gt ? right : rest)) };
  });

/** Six cases that three models answered, and are more or less sure of, for each test. */
export async function useSureRuns() {
  const trial = await useTrialBenchmark({ cases });
  const bring = (model: string, given: readonly (number | null)[]) =>
    trial.importResults(resultCsv(rowsOf(given)), { model });

  beforeEach(async () => {
    await bring("Oar", [0.7, 0.5, 0.1, null, 0.2, 0.9]);
    await bring("lantern", [0.6, 0.2, 0.3, 0.4]);
    await bring("sieve", [0.1, 0.1, 0.1, 0.1, 0.1, 0.1]);
  });

  const idOf = async (model: string) =>
    (await db.modelRun.findFirstOrThrow({ where: { benchmarkId: trial.id(), model } })).id;
  const given = async (models: readonly string[], more: object = {}) => ({
    slug: trial.slug(),
    name: `Hard ${trial.slug()}`,
    run: (await Promise.all(models.map(idOf))).join(","),
    threshold: "0.5",
    exactly: "stays",
    rule: "any",
    kept: "4",
    ...more,
  });
  const wish = async (models: readonly string[], more: object = {}) =>
    filterInput.parse(await given(models, more));
  return { ...trial, bring, idOf, given, wish };
}

/** What was made, with the runs in it. */
export const madeOf = (slug: string) =>
  db.benchmark.findUniqueOrThrow({
    where: { slug },
    select: {
      id: true,
      modelRuns: { select: { id: true, model: true, isFilter: true }, orderBy: { model: "asc" } },
    },
  });
