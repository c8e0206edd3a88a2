import { z } from "zod";
import { altTest, type AltTest, type AltTestInput } from "#lib/metrics/agreement/alt-test.ts";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";
import { stepSchemas } from "#lib/studies/schema.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { getChoices, getCompared } from "#lib/study-results/rows/choices.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { runInThread } from "#lib/study-results/resampling/threads.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View, one } from "#lib/study-results/schema.ts";

const usual = stepSchemas.claims.parse({}).epsilon;

/** What a person is granted, which nobody can change after the fact: by the plan, or what is usual where it says nothing. */
export const readEpsilon = ({ study }: StudyRows) => ({
  epsilon: study.design.claims?.epsilon ?? usual,
  isPlanned: study.design.claims !== undefined,
});

/** Who may be compared: so many people, each with so many cases that the model and somebody else answered too. */
export const leastAnnotators = 3;
export const minItems = 30;
export const falseDiscovery = 0.05;

const query = z.object({
  page: z.preprocess(one, z.coerce.number().pipe(z.int().min(1).max(100_000))).catch(1),
  check: z.preprocess(one, z.literal("gold")).nullable().catch(null),
  model: z.preprocess(one, z.string().max(20)).nullable().catch(null),
});
export type AgreementQuery = z.output<typeof query>;
export const readAgreementQuery = (asked: Readonly<Record<string, unknown>>): AgreementQuery =>
  query.parse(asked);

export type Annotator = {
  /** Index into the people of the rows. */
  index: number;
  n: number;
  /** How often the model agrees with the others at least as well as this person. */
  advantage: number;
  p: number | null;
  adjusted: number | null;
  isBeaten: boolean;
};

export type Alternative = {
  run: RunRow;
  /** Cases that the model and at least two people answered. */
  cases: number;
  /** Who answered any of those, and who of them enough. */
  people: number;
  eligible: number;
  omega: number | null;
  rho: number | null;
  passes: boolean | null;
  /** Why there is no test; null where there is one. */
  reason: "apart" | "not_eligible" | "interim" | null;
  /** By p, the smallest first. */
  annotators: readonly Annotator[];
};

/** Whether each run could stand in for one of these people; those that win over most people come first. */
export function getAlternatives(rows: StudyRows, view: View): Promise<readonly Alternative[]> {
  return memoize(rows, `alternatives ${viewKey(view)}`, async () => {
    const found: Alternative[] = [];
    for (const run of rows.runs) {
      if (run.apart !== null) found.push({ run, ...withoutTest, reason: "apart" });
      else found.push(await testRunAside(rows, view, run));
    }
    return found.sort(
      (a, b) =>
        Number(a.run.apart !== null) - Number(b.run.apart !== null) ||
        (b.omega ?? -1) - (a.omega ?? -1) ||
        (b.rho ?? -1) - (a.rho ?? -1),
    );
  });
}

const withoutTest = {
  cases: 0,
  people: 0,
  eligible: 0,
  omega: null,
  rho: null,
  passes: null,
  annotators: [],
};

/** Above so many answers others would have to wait. */
const manyAnswers = 5000;

async function testRunAside(rows: StudyRows, view: View, run: RunRow): Promise<Alternative> {
  const input = packRun(rows, view, run);
  if (input.choice.length > manyAnswers)
    return conclude(rows, view, run, await runInThread("replace", [input]));
  await new Promise((resume) => setImmediate(resume));
  return conclude(rows, view, run, altTest(input));
}

export const testRun = (rows: StudyRows, view: View, run: RunRow): Alternative =>
  conclude(rows, view, run, altTest(packRun(rows, view, run)));

const packRun = (rows: StudyRows, view: View, run: RunRow): AltTestInput => ({
  ...getChoices(rows, view),
  model: Int8Array.from(getCompared(rows, view).cases, (at) => run.predictions.choice[at] ?? -1),
  epsilon: readEpsilon(rows).epsilon,
  q: falseDiscovery,
  minHumansPerItem: 2,
  minItemsPerHuman: minItems,
  minAnnotators: leastAnnotators,
});

function conclude(rows: StudyRows, view: View, run: RunRow, found: AltTest): Alternative {
  const counts = {
    run,
    cases: found.cases,
    people: found.casesOf.filter((count) => count > 0).length,
    eligible: found.casesOf.filter((count) => count >= minItems).length,
    rho: found.advantageProbability,
  };
  // Omega counts tests, which hold for one look alone.
  if (found.reason === null && holdsAtEveryLook(rows, view.who))
    return { ...counts, omega: null, passes: null, reason: "interim", annotators: [] };
  return {
    ...counts,
    omega: found.winningRate,
    passes: found.passes,
    reason: found.reason === null ? null : "not_eligible",
    annotators: listAnnotators(found, getCompared(rows, view).people),
  };
}

function listAnnotators(found: AltTest, people: Int32Array): Annotator[] {
  const { by } = adjustP(found.pValues.map((p) => p ?? 1));
  return found.annotators
    .map((place, i) => ({
      index: people[place] ?? 0,
      n: found.casesOf[place] ?? 0,
      advantage: found.advantage[i] ?? 0,
      p: found.pValues[i] ?? null,
      adjusted: by[i] ?? null,
      isBeaten: found.rejected[i] ?? false,
    }))
    .sort((a, b) => (a.p ?? 2) - (b.p ?? 2) || a.index - b.index);
}

/** Whose people are listed: the asked run, else the first that is tested. */
export function chooseTested({ runs }: StudyRows, asked: string | null): RunRow | null {
  const tested = runs.filter(({ apart }) => apart === null);
  return tested.find(({ id }) => String(id) === asked) ?? tested[0] ?? null;
}
