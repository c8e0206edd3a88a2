import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { startSitting } from "#lib/sittings/mutations.ts";
import { getOwnCase, getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import type { Arms } from "#lib/studies/arms/schema.ts";
import { listTrackGroups } from "#lib/studies/frame/queries.ts";
import { parseManifest } from "#lib/studies/opening/manifest.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import { getPreviewCases } from "#lib/studies/preview-queries.ts";
import { getManifest, getStudy } from "#lib/studies/queries.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { optionNames } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import {
  answerCase,
  becomeInactive,
  begin,
  consent,
  type Sitter,
  type TrialStudy,
  useTrialStudies,
} from "#lib/testing/trial-study.ts";

const others = ["Anselm Vane", "The Harbour Clerk", "Widow Marsh", "Joss the Elder"];
const trial = await useTrialStudies({ cases: 60, casts: [optionNames, others] });

const context = (unit: Arms["unit"], turns = 1): Arms => ({
  differ: "context",
  unit,
  arms: [
    { name: "All turns", turns: null },
    { name: "Some turns", turns },
  ],
});
const distractors: Arms = {
  differ: "distractors",
  unit: "people",
  arms: [
    { name: "Near", distractors: "near" },
    { name: "Random", distractors: "random" },
  ],
};
const instructions: Arms = {
  differ: "instructions",
  unit: "people",
  arms: [
    { name: "As before", instructions: { en: "", "zh-CN": "" } },
    { name: "Slowly", instructions: { en: "Read {cases} passages slowly.", "zh-CN": "慢慢读。" } },
  ],
};
const translation: Arms = {
  differ: "translation",
  unit: "people",
  arms: [
    { name: "None", translation: false },
    { name: "Allowed", translation: true },
  ],
};

const armOf = async ({ sittingId }: Sitter) =>
  (await db.sitting.findUniqueOrThrow({ where: { id: sittingId }, select: { arm: true } })).arm;

/** What somebody was given: the key of each case and how it is varied, in the order of keys. */
async function listServed({ sittingId }: Sitter): Promise<[key: string, variation: string | null][]> {
  const served = await db.servedCase.findMany({
    where: { sittingId },
    select: {
      studyCase: {
        select: { caseVersion: { select: { variation: true, case: { select: { key: true } } } } },
      },
    },
  });
  return served
    .map(({ studyCase: { caseVersion } }): [string, string | null] => [
      caseVersion.case.key,
      caseVersion.variation,
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

async function beginMany(study: TrialStudy, count: number): Promise<Sitter[]> {
  const sitters: Sitter[] = [];
  for (let i = 0; i < count; i++) sitters.push(await begin(study));
  return sitters;
}

async function readManifestOf({ id }: TrialStudy) {
  return parseManifest((await getManifest(id))?.content ?? "");
}

describe("arms of people", () => {
  test("are balanced, never change, and show each the same cases in their own way", async () => {
    const study = await trial.open({ assignment: { arms: context("people", 0), people: 8 } });
    const sitters = await beginMany(study, 8);
    const arms = await Promise.all(sitters.map(armOf));
    expect(arms.toSorted()).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
    const served = await Promise.all(sitters.map(listServed));
    const keys = served[0]?.map(([key]) => key);
    expect(keys).toHaveLength(5);
    served.forEach((cases, i) => {
      expect(cases.map(([key]) => key)).toEqual(keys);
      expect(new Set(cases.map(([, variation]) => variation))).toEqual(
        new Set([arms[i] === 1 ? null : "context:0"]),
      );
    });
    const cut = sitters[arms.indexOf(2)] as Sitter;
    await expect(db.sitting.update({ where: { id: cut.sittingId }, data: { arm: 1 } })).rejects.toThrow();
    const shown = await getOwnCase(cut.viewer, cut.sittingId, 1);
    expect(shown?.content).toMatchObject({ turns: [{ speaker: null }] });
    await answerCase(cut, 1, { choice: 0 });
  });

  test("the manifest says of each case how it is shown, and counts it once", async () => {
    const study = await trial.open({ assignment: { arms: context("people", 0), people: 4 } });
    const { cases, cells, sampling, design } = await readManifestOf(study);
    expect(cases.map(({ variation }) => variation ?? null)).toEqual(
      Array.from({ length: 5 }).flatMap(() => [null, "context:0"]),
    );
    const [shown, varied] = cases;
    expect(varied).toMatchObject({ key: shown?.key, version: shown?.version });
    expect(varied?.sha256).not.toBe(shown?.sha256);
    expect(cells.count).toBe(2);
    expect(sampling.counts).toEqual([{ stratum: "selected", track: "Literary", cases: 5 }]);
    expect(sampling.rule).toContain("Every cell comes once for each arm");
    expect(design.assignment.arms).toEqual(context("people", 0));
  });

  test("a second study uses the versions of the first, and none of them is a case of the benchmark", async () => {
    const count = () => db.caseVersion.count({ where: { variation: "context:3" } });
    const arms = context("people", 3);
    await trial.open({ assignment: { arms, people: 4 } });
    expect(await count()).toBe(5);
    await trial.open({ assignment: { arms, people: 4 } });
    expect(await count()).toBe(5);
    expect(await db.caseVersion.count({ where: { variation: { not: null }, retiredAt: null } })).toBe(0);
  });

  test("blocks and own cases come once under each arm", async () => {
    const arms = context("people", 0);
    const [blocks, own] = [
      await trial.open({ assignment: { arms, design: "blocks", people: 8, ratersPerCase: 2 } }),
      await trial.open({ assignment: { arms, design: "own", people: 4 } }),
    ];
    for (const { id } of [blocks, own]) {
      const cells = await db.studyCell.findMany({
        where: { studyId: id },
        orderBy: { number: "asc" },
        select: {
          arm: true,
          cases: { select: { studyCase: { select: { caseVersion: { select: { caseId: true } } } } } },
        },
      });
      expect(cells.map(({ arm }) => arm)).toEqual([1, 2, 1, 2]);
      const ids = cells.map(({ cases }) =>
        cases.map(({ studyCase }) => studyCase.caseVersion.caseId).toSorted((a, b) => a - b),
      );
      expect(ids[0]).toEqual(ids[1]);
      expect(ids[2]).toEqual(ids[3]);
      expect(ids[0]).not.toEqual(ids[2]);
    }
    await beginMany(own, 4);
    await expect(consent(own)).rejects.toThrow("full");
  });

  test("who takes the place of somebody who stays away takes their arm", async () => {
    const assignment = { arms: context("people", 0), design: "own", people: 2, placeHours: 24 } as const;
    const study = await trial.open({ assignment });
    const [first, second] = await beginMany(study, 2);
    if (!first || !second) throw new Error("two began");
    await becomeInactive(second, 30);
    const third = await begin(study);
    expect(await armOf(third)).toBe(await armOf(second));
    expect(await listServed(third)).toEqual(await listServed(second));
  });

  test("others stand in the place of all but the right answer, the same by the same seed", async () => {
    const assignment = { arms: distractors, people: 2 };
    const study = await trial.open({ assignment });
    const stored = await db.studyCase.findMany({
      where: { studyId: study.id },
      select: {
        caseVersion: {
          select: { caseId: true, optionNames: true, variation: true, gold: { select: { choice: true } } },
        },
      },
    });
    const pairs = [...Map.groupBy(stored, ({ caseVersion }) => caseVersion.caseId).values()];
    expect(pairs).toHaveLength(5);
    for (const pair of pairs) {
      const [near, random] = pair
        .map(({ caseVersion }) => caseVersion)
        .toSorted((a, b) => Number(a.variation !== null) - Number(b.variation !== null));
      const gold = near?.gold?.choice ?? -1;
      expect(random?.gold?.choice).toBe(gold);
      expect(random?.optionNames[gold]).toBe(near?.optionNames[gold]);
      const others = random?.optionNames.filter((_, at) => at !== gold) ?? [];
      expect(others.some((name) => near?.optionNames.includes(name))).toBe(false);
      expect(new Set(random?.optionNames).size).toBe(near?.optionNames.length);
    }
  });
});

describe("arms of cases", () => {
  test("each sees cases under both arms, each case is seen under both, and no one twice", async () => {
    const study = await trial.open({
      assignment: { arms: context("cases", 0), people: 6 },
      sample: { quota: { Literary: 6 } },
    });
    const served = await Promise.all((await beginMany(study, 6)).map(listServed));
    const under = new Map<string, Set<string | null>>();
    for (const cases of served) {
      expect(new Set(cases.map(([key]) => key)).size).toBe(6);
      expect(cases.filter(([, variation]) => variation !== null)).toHaveLength(3);
      for (const [key, variation] of cases) under.set(key, (under.get(key) ?? new Set()).add(variation));
    }
    expect([...under.values()].every((ways) => ways.size === 2)).toBe(true);
    expect(new Set(served.map((cases) => JSON.stringify(cases))).size).toBe(2);
  });
});

describe("arms that read otherwise", () => {
  test("the addition follows the instructions of its arm alone, with its fields filled", async () => {
    const study = await trial.open({ assignment: { arms: instructions, people: 4 } });
    for (const sitter of [await consent(study), await consent(study)]) {
      const place = await getOwnPlace(sitter.viewer, sitter.sittingId);
      const isSlow = (await armOf(sitter)) === 2;
      expect(place?.words.instructions.endsWith("Read 5 passages slowly.")).toBe(isSlow);
      expect(place?.translation).toBeNull();
    }
  });

  test("who may have texts translated is told, and who may not", async () => {
    const study = await trial.open({ assignment: { arms: translation, people: 4 } });
    const told = [];
    for (const sitter of [await consent(study), await consent(study)]) {
      await startSitting(sitter.viewer, sitter.sittingId);
      const place = await getOwnPlace(sitter.viewer, sitter.sittingId);
      told.push(place?.translation);
    }
    expect(told.toSorted()).toEqual([false, true]);
  });
});

test("a preview of a draft shows what its arms will, and stores nothing", async () => {
  const before = await db.caseVersion.count();
  for (const arms of [context("people", 0), distractors]) {
    const { slug } = await trial.draft({ assignment: { arms, people: 4 } });
    const study = await getStudy(trial.viewer, slug);
    if (!study) throw new Error("the draft is gone");
    const [first, second] = [
      await getPreviewCases(trial.viewer, study, 1),
      await getPreviewCases(trial.viewer, study, 2),
    ];
    expect(second.cell.map(({ key }) => key)).toEqual(first.cell.map(({ key }) => key));
    expect(second.cell.map(({ content, optionNames }) => [content, optionNames])).not.toEqual(
      first.cell.map(({ content, optionNames }) => [content, optionNames]),
    );
  }
  expect(await db.caseVersion.count()).toBe(before);
});

describe("groups that are read together", async () => {
  const trial = await useTrialBenchmark();
  const { viewer } = trial;

  const words = (count: number, word: string) => Array.from({ length: count }, () => word).join(" ");
  const scenarios = ["quay", "gate", "mill"];
  const origins = ["Zero-shot", "Memory"];
  /** Each scenario takes two minutes to read, each thought a minute. */
  const lineOf = (group: string, method: string, judged = words(239, group) + method) =>
    JSON.stringify({
      id: `${group}-${method}`,
      track: "Silver",
      kind: "rating",
      scale: "rolethink-silver",
      group,
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
        attribute: null,
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
      track: "Silver",
      few: 2,
      origins: 2,
      cases: 3,
      answers: 6,
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
      repeated: [{ track: "Silver", key: "quay-Mirror" }],
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
    const many = await planOf(
      design({ sample: { ...sample, quota: { Silver: 4 }, mostFromOneSource: null } }),
    );
    expect(many.problems).toEqual([
      {
        step: "sample",
        code: "too_few_groups",
        values: { stratum: "selected", track: "Silver", needed: 6, found: 3, each: 2 },
      },
    ]);
  });
});
