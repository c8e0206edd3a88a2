import { beforeEach, describe, expect, test } from "vitest";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { db } from "#lib/db.ts";
import {
  countEligible,
  listEligible,
  listWrongConfidences,
  resolveReference,
} from "#lib/studies/frame/queries.ts";
import { drawSample } from "#lib/studies/sampling/sampling.ts";
import { frameSchema } from "#lib/studies/schema.ts";
import { makeDesign } from "#lib/studies/testing/frame.ts";
import { caseCsv, optionNames, resultCsv, someCases, type CaseFields } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const cases = someCases(10);
const { viewer, benchmark, importCases, importResults, id } = await useTrialBenchmark({ cases });

const goldOf = ({ gt }: CaseFields) => optionNames.indexOf(gt);
/** An answer whose favourite is right or wrong, at a confidence. */
const answer = (fields: CaseFields, isRight: boolean, confidence: number) => {
  const favourite = isRight ? goldOf(fields) : (goldOf(fields) + 1) % 4;
  const rest = (1 - confidence) / 3;
  return { case: fields, probs: optionNames.map((_, option) => (option === favourite ? confidence : rest)) };
};
const thresholds = (threshold: number) => ({ model: "model-a", method: "zero-shot", threshold });
const frameOf = (given: object = {}) => frameSchema.parse({ tracks: ["Literary"], ...given });

const listVersions = () => db.caseVersion.findMany({ where: { case: { track: { benchmarkId: id() } } } });

/** One more case that says what the first one says, but for what is given. */
async function addCopy(change: { answerLength?: null }, gold: number | null): Promise<void> {
  const [version] = await listVersions();
  const track = await db.track.findFirstOrThrow({ where: { benchmarkId: id(), name: "Literary" } });
  const {
    id: _id,
    caseId: _caseId,
    content,
    attributes: _attributes,
    overlap: _overlap,
    ...rest
  } = version as NonNullable<typeof version>;
  const { id: caseId } = await db.case.create({ data: { trackId: track.id, key: "copy", kind: "choice" } });
  await db.caseVersion.create({
    data: {
      ...rest,
      caseId,
      content: content ?? {},
      ...change,
      ...(gold === null ? {} : { gold: { create: { choice: gold } } }),
    },
  });
}

/** Confidences of the wrong answers: the first four right, one failed, one missing. */
const wrong = [0.29, 0.58, 0.9, 0.97];

const answers = [
  ...cases.slice(0, 4).map((fields) => answer(fields, true, 0.8)),
  ...wrong.map((confidence, index) => answer(cases[index + 4] as CaseFields, false, confidence)),
  { case: cases[8] as CaseFields, probs: [0.25, 0.25, 0.25, 0.25], success: "-1" },
];

beforeEach(async () => {
  await importResults(resultCsv(answers));
});

describe("a frame", () => {
  test("without a reference selects all of its cases and has no controls", async () => {
    expect(await countEligible(viewer, id(), frameOf())).toEqual([
      {
        track: "Literary",
        language: "en",
        cases: 10,
        selected: 10,
        unsure: 0,
        controls: 0,
        unanswered: 0,
        unparsed: 0,
        withoutGold: 0,
        withGold: 10,
        withoutContext: 0,
        kinds: ["choice"],
      },
    ]);
  });

  test("with one tells confident errors, other errors and right answers apart", async () => {
    const [count] = await countEligible(viewer, id(), frameOf({ reference: thresholds(0.58) }));
    // No answer is a wrong one, and none that the run was sure of: every case lies in one of the three.
    expect(count).toMatchObject({ cases: 10, selected: 3, unsure: 3, controls: 4, unanswered: 2 });
  });

  test("selects nothing by a run that isn't there", async () => {
    const reference = { ...thresholds(0), model: "model-z" };
    const [count] = await countEligible(viewer, id(), frameOf({ reference }));
    expect(count).toMatchObject({ cases: 10, selected: 0, unsure: 0, controls: 0, unanswered: 10 });
    expect(await resolveReference(viewer, id(), frameOf({ reference }).reference!)).toBeNull();
  });

  test("keeps to numbers of options and lengths of answers; a case without a length has none", async () => {
    const versions = await listVersions();
    const longest = Math.max(...versions.map((version) => version.answerLength ?? 0));
    const atLongest = versions.filter((version) => version.answerLength === longest).length;
    await addCopy({ answerLength: null }, 0);
    const countOf = async (given: object) =>
      (await countEligible(viewer, id(), frameOf(given))).map((counted) => counted.cases);
    expect(await countOf({})).toEqual([11]);
    expect(await countOf({ answerLength: {} })).toEqual([10]);
    expect(await countOf({ answerLength: { least: longest } })).toEqual([atLongest]);
    expect(await countOf({ options: { least: 4, most: 4 } })).toEqual([11]);
    expect(await countOf({ options: { least: 5 } })).toEqual([0]);
  });

  test("leaves out what couldn't be taken apart and what has no right answer, and counts both", async () => {
    await importCases(caseCsv([{ prompt: "Something else altogether.", gt: optionNames[0] ?? "" }]), {
      track: "Odd",
    });
    const frame = frameOf({ tracks: ["Odd", "Literary", "Nowhere"] });
    const found = await countEligible(viewer, id(), frame);
    expect(found.map((counted) => [counted.track, counted.cases, counted.unparsed])).toEqual([
      ["Literary", 10, 0],
      ["Odd", 0, 1],
    ]);
    await addCopy({}, null);
    const [literary] = await countEligible(viewer, id(), frame);
    expect(literary).toMatchObject({ cases: 10, withoutGold: 1 });
  });

  test("has a retired version's successor in its place, without the answers to the old one", async () => {
    const [before] = await listEligible(viewer, id(), frameOf({ reference: thresholds(0) }), {
      withEasy: false,
    });
    const version = await db.caseVersion.findUniqueOrThrow({ where: { id: before?.versionId ?? 0 } });
    const { id: _id, content, attributes: _attributes, overlap: _overlap, ...copy } = version;
    await db.caseVersion.update({ where: { id: version.id }, data: { retiredAt: new Date() } });
    await db.caseVersion.create({
      data: {
        ...copy,
        content: content ?? {},
        number: 2,
        gold: { create: { choice: 0 } },
      },
    });
    const after = await listEligible(viewer, id(), frameOf({ reference: thresholds(0) }), {
      withEasy: false,
    });
    expect(after).toHaveLength(10);
    expect(after.find(({ key }) => key === before?.key)).toMatchObject({ correct: null, confidence: null });
  });
});

describe("the distribution of wrong answers", () => {
  const frame = frameOf({ reference: thresholds(0) });

  test("counts at every hundredth what counting the cases at that threshold gives", async () => {
    const [curve] = await listWrongConfidences(viewer, id(), frame);
    const counted = await Promise.all(
      Array.from({ length: 101 }, async (_, k) => {
        const [count] = await countEligible(viewer, id(), frameOf({ reference: thresholds(k / 100) }));
        return count?.selected;
      }),
    );
    expect(curve?.selectedAt).toEqual(counted);
    expect([29, 30, 58, 59, 97, 98].map((k) => curve?.selectedAt[k])).toEqual([4, 3, 3, 2, 1, 0]);
  });

  test("has bars of a twentieth, with certainty in the last one", async () => {
    await db.prediction.updateMany({
      where: { confidence: 0.97, run: { benchmarkId: id() } },
      data: { confidence: 1 },
    });
    const [curve] = await listWrongConfidences(viewer, id(), frame);
    const bars = (curve?.bins ?? []).flatMap((cases, bar) => (cases > 0 ? [[bar, cases]] : []));
    expect(bars).toEqual([
      [5, 1],
      [11, 1],
      [18, 1],
      [19, 1],
    ]);
    expect(curve?.selectedAt[100]).toBe(1);
  });

  test("says how many wrong answers came without a confidence", async () => {
    await db.prediction.updateMany({
      where: { confidence: 0.9, run: { benchmarkId: id() } },
      data: { confidence: null, probabilities: [] },
    });
    const [curve] = await listWrongConfidences(viewer, id(), frame);
    expect(curve).toMatchObject({ withoutConfidence: 1 });
    expect(curve?.selectedAt[0]).toBe(3);
  });
});

describe("easy cases", () => {
  const easyKeys = async () => {
    const found = await listEligible(viewer, id(), frameOf(), { withEasy: true });
    return found.filter(({ isEasy }) => isEasy).map(({ position }) => position);
  };

  test("are those that every run which answered got right, and at least one answered", async () => {
    expect((await easyKeys()).length).toBe(4);
    const second = [
      answer(cases[0] as CaseFields, true, 0.5),
      answer(cases[1] as CaseFields, false, 0.5),
      { case: cases[2] as CaseFields, probs: [0.25, 0.25, 0.25, 0.25], success: "-1" },
      answer(cases[8] as CaseFields, true, 0.5),
    ];
    await importResults(resultCsv(second), { model: "model-b" });
    // 1 was answered wrongly by the second; 8, where the first failed, is right by all who answered.
    expect((await easyKeys()).length).toBe(4);
  });

  test("are not looked for where nobody asks", async () => {
    const found = await listEligible(viewer, id(), frameOf(), { withEasy: false });
    expect(found.some(({ isEasy }) => isEasy)).toBe(false);
  });
});

test("the same seed and frame draw the same sample from a benchmark imported in another order", async () => {
  const sample = {
    seed: 2026,
    quota: { Literary: 3 },
    controls: { Literary: 1 },
    attention: { count: 1, cases: [] },
  };
  const drawHere = async () => {
    const design = makeDesign({ sample, threshold: 0.5 });
    const frame = { ...design.frame, tracks: ["Literary"] };
    const drawn = drawSample(
      { ...design, frame },
      await listEligible(viewer, id(), frame, { withEasy: true }),
    );
    if (!drawn.ok) throw new Error(JSON.stringify(drawn.shortfalls));
    return drawn.plan;
  };
  const here = await drawHere();
  Object.assign(benchmark, await createBenchmark(viewer, { name: "Elsewhere", description: "" }));
  await importCases(caseCsv(cases.toReversed()));
  await importResults(resultCsv(answers.toReversed()));
  const there = await drawHere();
  expect(there.digest).toBe(here.digest);
  expect(there.cases.map(({ key }) => key)).toEqual(here.cases.map(({ key }) => key));
  expect(there.cases.map(({ versionId }) => versionId)).not.toEqual(
    here.cases.map(({ versionId }) => versionId),
  );
});
