import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { optionNames, someCases } from "#lib/testing/benchmark-files.ts";
import { choiceLine, inspectEval, inspectJson, zip, type InspectSample } from "#lib/testing/model-logs.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const cases = someCases(2);
const trial = await useTrialBenchmark({ cases });
const [first, second] = cases as [(typeof cases)[0], (typeof cases)[0]];

const sure = JSON.stringify(Object.fromEntries(optionNames.map((name, at) => [name, Number(at === 0)])));
const sample = (rest: Partial<InspectSample> = {}): InspectSample => ({
  ...{ id: "1", input: first.prompt, choices: optionNames, target: first.gt, completion: sure },
  ...rest,
});
const other = { id: "1", input: "Who else?", target: "Nobody", completion: "{}" };
const wrong = optionNames.find((name) => name !== first.gt) ?? "";
const measured = choiceLine(0, {
  prompt: first.prompt,
  options: optionNames,
  target: optionNames.indexOf(first.gt),
  logarithms: [-1, -2, -3, -4],
});

/** What is wrong with a log, as a whole or with a sample of it, and what it says to do. */
const bad: Record<string, [content: () => string | Buffer, says: RegExp]> = {
  "cut off": [
    () => inspectEval([sample()]).subarray(0, 400),
    /broken or cut off\. Copy the \.eval file again/,
  ],
  "JSON that is cut off": [() => inspectJson([sample()]).slice(0, -20), /cut off\. Copy the log again/],
  encrypted: [() => zip([["header.json", "{}"]], "deflated", { flags: 1 }), /encrypted\. Unpack it/],
  "with a name that leads out of it": [
    () => zip([["../samples/1_epoch_1.json", "{}"]]),
    /outside of itself.* Import the \.eval file/,
  ],
  "a bomb": [() => zip([["header.json", " ".repeat(70 << 20)]]), /larger than 64 MB\. Write the log without/],
  "a sample that is a bomb": [
    () =>
      inspectEval([sample({ id: "2", input: second.prompt, target: second.gt })], {
        more: [["samples/9_epoch_1.json", " ".repeat(70 << 20)]],
      }),
    /larger than 64 MB/,
  ],
  "of no samples": [() => inspectEval([]), /no samples: import that of a run that answered some/],
  "of another benchmark": [
    () => inspectEval([other]),
    /none of its 1 samples belongs to this benchmark.*Import the log into/,
  ],
  cancelled: [
    () => inspectEval([sample()], { status: "cancelled" }),
    /was cancelled.* Import the log of a run that ended well/,
  ],
  "ended by an error": [
    () => inspectEval([sample()], { status: "error" }),
    /ended with an error.* Import the log of a run/,
  ],
  "whose scores were edited": [
    () => inspectEval([sample({ isEdited: true })]),
    /edited after the run\. Import the log as the run wrote it/,
  ],
  "whose score says right of a wrong answer": [
    () => inspectEval([sample({ value: "C", answer: wrong })]),
    /isn’t what follows from its answer and its target.* Import the log as the run wrote it/,
  ],
  "whose score says wrong of a right answer": [
    () => inspectEval([sample({ value: "I", answer: "ABCD"[optionNames.indexOf(first.gt)] ?? "" })]),
    /isn’t what follows/,
  ],
  "of whose options one has no number": [
    () => measured.replaceAll('"-2"', '"nan"'),
    /log-likelihood of this line is no number \(NaN\)\. Ask the model anew/,
  ],
};

async function expectRefused([content, says]: (typeof bad)[string]) {
  for (const skipBad of [false, true]) {
    const report = await trial.importResults(content(), { track: null, model: "m", skipBad });
    expect(report.problems.map(({ problem }) => problem)).toEqual([expect.stringMatching(says)]);
    // Good samples may be stored without the bad ones, where somebody says so.
    if (skipBad && report.stored) expect(report.runs).toMatchObject([{ matched: 1 }]);
    else expect(await db.modelRun.count({ where: { benchmarkId: trial.id() } })).toBe(0);
  }
}

const title = "a log %s is refused, says what to do, and leaves nothing";
const isLargest = (what: string) => what === "a sample that is a bomb";
test.each(Object.entries(bad).filter(([what]) => !isLargest(what)))(title, (_what, one) =>
  expectRefused(one),
);
thorough.each(Object.entries(bad).filter(([what]) => isLargest(what)))(title, (_what, one) =>
  expectRefused(one),
);

test("where all of several options were asked for, one of them alone may be wrong", async () => {
  const partly = sample({ target: [first.gt, wrong], answer: first.gt, value: "I" });
  const report = await trial.importResults(inspectEval([partly]), { track: null, model: "m" });
  expect([report.problems, report.runs]).toMatchObject([[], [{ matched: 1 }]]);
});

test("NaN in place of a number that nobody needs refuses nothing; in an answer there is no answer", async () => {
  const text = inspectJson([sample(), sample({ id: "2", input: second.prompt, target: second.gt })])
    .replace('"value": 1', '"value": NaN')
    .replace(JSON.stringify(sure), JSON.stringify(sure.replace("1", "NaN")));
  const report = await trial.importResults(text, { track: null, model: "m" });
  expect([report.problems, report.runs]).toMatchObject([[], [{ matched: 2, failed: 1 }]]);
});
