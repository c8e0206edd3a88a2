import { expect, test } from "vitest";
import { optionScores, optionScoresFairTies } from "#lib/metrics/scores/option-scores.ts";
import { getAgreement } from "#lib/study-results/agreement/agreement.ts";
import { getAlternatives } from "#lib/study-results/agreement/alternative.ts";
import { getCaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { compareRaters } from "#lib/study-results/models/model-agreement.ts";
import { getModelDetail } from "#lib/study-results/models/models.ts";
import { writeResults } from "#lib/results/document.ts";
import { computePeers } from "#lib/study-results/people/peers.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { permuteOptions } from "#lib/study-results/testing/permuted.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { thorough } from "#lib/testing/thorough.ts";

const view = { ...mainView("people"), stratum: "all" } as const;

/** Every figure but those about places, which say how often what stood where was chosen. */
async function figuresOf(rows: StudyRows) {
  const models = rows.runs.map((run) => {
    const { run: _run, positions, ...figures } = getModelDetail(rows, view, run);
    return { ...figures, n: positions.n };
  });
  const alternatives = await getAlternatives(rows, view);
  return {
    results: { ...(await writeResults(rows, view)), stamp: null },
    agreement: await getAgreement(rows, view),
    peers: computePeers(rows, view),
    pairs: compareRaters(rows, view).pairs,
    models,
    alternatives: alternatives.map(({ run, ...figures }) => ({ ...figures, run: run.id })),
    cases: getCaseFigures(rows, view).map(({ counts, vote, ...figures }) => ({
      ...figures,
      counts: [...counts].sort((a, b) => a - b),
      vote: { credit: vote.credit, tied: vote.tied.length },
    })),
  };
}

/** The places at which two findings differ by more than rounding. */
function listDifferences(one: unknown, other: unknown, path = ""): string[] {
  if (typeof one === "number" && typeof other === "number")
    return Object.is(one, other) || Math.abs(one - other) <= 1e-12 ? [] : [path];
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return one === other ? [] : [path];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) =>
    listDifferences(one[key as never] as unknown, other[key as never] as unknown, `${path}.${key}`),
  );
}

const everyOrder = "no figure but those about places depends on the order of options in a file: seed %i";
test.each([1])(everyOrder, expectSameFigures);
thorough.each([2, 3])(everyOrder, expectSameFigures);

async function expectSameFigures(seed: number): Promise<void> {
  const drawn = makeRandomRows({
    people: 9,
    cases: 45,
    runs: 4,
    seed,
    answersEach: 40,
    controls: 0.3,
    known: 0.2,
    reported: 0.1,
    parts: { sample: { seed } },
  });
  const names = Array.from({ length: 5 }, (_, at) => `Person ${at + 1}`);
  const kinds = ["own", "shared", "ordered"] as const;
  const tracks = drawn.tracks.map((track, i) => ({
    ...track,
    categories: kinds[i] ?? "own",
    categoryNames: i === 0 ? [] : names,
  }));
  const rows = { ...drawn, tracks };
  const before = await figuresOf(rows);
  expect(before.agreement.parts.map(({ level }) => level)).toEqual([null, null, "nominal", "ordinal"]);
  expect(listDifferences(before, await figuresOf(permuteOptions(rows, seed)))).toEqual([]);
}

test("of a model's own scores only the reference code's way with ties does; its fair twin doesn't", () => {
  const tied = { options: ["a", "b", "c"], probabilities: [0.4, 0.4, 0.2], gold: "b" };
  const turned = { ...tied, options: ["b", "a", "c"] };
  expect([optionScores([tied]).top1, optionScores([turned]).top1]).toEqual([0, 1]);
  expect(optionScoresFairTies([tied])).toEqual(optionScoresFairTies([turned]));
});
