import { expect, test } from "vitest";
import { optionNames, someCases } from "#lib/testing/benchmark-files.ts";
import { inspectEval } from "#lib/testing/model-logs.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const [first = expect.fail()] = someCases(1);
const trial = await useTrialBenchmark({ cases: [first] });
const whole = { track: null, model: null };
const completion = JSON.stringify(
  Object.fromEntries(optionNames.map((name, at) => [name, at === 0 ? 1 : 0])),
);
const asked = (epoch: number) => ({
  ...{ id: "a", input: first.prompt, choices: optionNames, target: first.gt, epoch, completion },
});

test("epochs are replicates by their own numbers; a log of one, or what was combined, is the one it is said to be", async () => {
  const several = inspectEval([asked(1), asked(2)]);
  const refused = await trial.importResults(several, { ...whole, replicate: 3 });
  expect(refused).toMatchObject({ stored: false, problems: [{ column: "replicate", found: "3" }] });
  const combined = { ...whole, epochs: "mean", method: "self-consistency 2", replicate: 3 } as const;
  expect((await trial.importResults(several, combined)).runs).toMatchObject([{ replicate: 3 }]);
  const one = await trial.importResults(inspectEval([asked(1)]), { ...whole, replicate: 4 });
  expect(one.runs).toMatchObject([{ version: "", replicate: 4 }]);
  const far = await trial.importResults(inspectEval([asked(1), asked(32_768)]), { ...whole, model: "far" });
  expect(far).toMatchObject({
    stored: false,
    problems: [{ problem: expect.stringMatching(/at most 32767/) as string, found: "32768" }],
  });
});
