import { beforeEach, expect, test } from "vitest";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { listTrackGroups } from "#lib/studies/frame/queries.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const trial = await useTrialBenchmark();
const { viewer } = trial;

const words = (count: number, word: string) => Array.from({ length: count }, () => word).join(" ");
const scenarios = ["quay", "gate", "mill"];
const origins = ["Zero-shot", "Memory"];
/** Each scenario takes two minutes to read, each thought a minute. */
const lineOf = (group: string, method: string, judged = words(239, group) + method) =>
  JSON.stringify({
    ...{ id: `${group}-${method}`, track: "Silver", kind: "rating", scale: "rolethink-silver", group },
    attributes: { method: method, model: "quill-3", character: group },
    content: {
      parts: [
        { role: "scenario", text: words(480, group) },
        { role: "judged", text: judged },
      ],
    },
  });
const lines = scenarios.flatMap((group) => origins.map((method) => lineOf(group, method)));
const importLines = (all: readonly string[]) => trial.importCases(all.join("\n"), { track: null });

const design = (changes: object = {}) => ({
  frame: { tracks: ["Silver"] },
  sample: { seed: 7, quota: { Silver: 2 }, groups: { Silver: 2 } },
  assignment: { design: "blocks", people: 6, ratersPerCase: 2, caseOrder: "by_group" },
  ...changes,
});
const planOf = async (given: Record<string, unknown>) =>
  getPlan(viewer, await requireStudy(viewer, await makeDraft(viewer, trial.slug(), given)));
const codes = (findings: readonly { code: string }[]) => findings.map(({ code }) => code);

beforeEach(async () => {
  expect((await importLines(lines)).problems).toEqual([]);
});

test("groups of a track are counted by size, and by how many origins wrote them", async () => {
  await importLines([lineOf("mill", "Mirror")]);
  expect(await listTrackGroups(viewer, trial.id(), { ...(await frameOf()), tracks: ["Silver"] })).toEqual([
    {
      track: "Silver",
      sizes: [
        { cases: 2, groups: 2 },
        { cases: 3, groups: 1 },
      ],
      origins: 3,
    },
  ]);
});

const frameOf = async () =>
  (await requireStudy(viewer, await makeDraft(viewer, trial.slug(), design()))).design.frame;

test("a scenario is counted once where its cases come together, and with each of them where they don't", async () => {
  const { facts, problems, warnings } = await planOf(design());
  expect(codes(problems)).toEqual([]);
  if (!facts.sample?.ok) throw new Error("no sample");
  const { cases, cells } = facts.sample.plan;
  expect(cells.map((cell) => new Set(cell.cases.map((at) => cases[at]?.group)).size)).toEqual([1, 1, 1]);
  const [apart, together] = [facts.orders?.spread.median ?? 0, facts.orders?.by_group.median ?? 0];
  expect(apart - together).toBeCloseTo(120, 6);
  expect(facts.reading?.median).toBe(together);
  expect(warnings.find(({ code }) => code === "small_origins")?.values).toMatchObject({
    ...{ track: "Silver", few: 2, origins: 2, cases: 3, answers: 6 },
  });
  const spread = await planOf(design({ assignment: { people: 6, caseOrder: "spread" } }));
  expect(spread.facts.reading).toEqual(spread.facts.orders?.spread);
});

test("whoever would judge one text twice is told of, and the study doesn't open", async () => {
  await importLines([lineOf("quay", "Mirror", words(239, "quay") + "Memory")]);
  const slug = await makeDraft(
    viewer,
    trial.slug(),
    design({ sample: { seed: 7, quota: { Silver: 7 } }, assignment: { people: 6 } }),
  );
  const { problems, facts } = await getPlan(viewer, await requireStudy(viewer, slug));
  expect(facts.sameTexts).toEqual({
    first: { track: "Silver", key: "quay-Memory" },
    second: { track: "Silver", key: "quay-Mirror" },
    cases: 1,
    sets: 1,
  });
  expect(codes(problems)).toEqual(["same_text"]);
  expect(await openStudy(viewer, slug, await lookAt(viewer, slug))).toMatchObject({
    ok: false,
    fields: { same_text: "sample" },
  });
});

test("groups can't be cut, nor limited by their source", async () => {
  const sample = { seed: 7, quota: { Silver: 3 }, groups: { Silver: 2 }, mostFromOneSource: 1 };
  const { problems } = await planOf(design({ sample }));
  expect(problems).toEqual([
    { step: "sample", code: "groups_cut", values: { track: "Silver", quota: 3, each: 2 } },
    { step: "sample", code: "groups_with_source_limit" },
  ]);
  const many = await planOf(design({ sample: { ...sample, quota: { Silver: 4 }, mostFromOneSource: null } }));
  expect(many.problems).toEqual([
    {
      step: "sample",
      code: "too_few_groups",
      values: { stratum: "selected", track: "Silver", needed: 6, found: 3, each: 2 },
    },
  ]);
});
