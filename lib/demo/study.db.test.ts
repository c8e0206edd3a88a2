import { expect, test } from "vitest";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { seedDemo } from "#lib/demo/mutations.ts";
import { inspectInvitation } from "#lib/invitations/queries.ts";
import { getManifest, getStudy } from "#lib/studies/queries.ts";
import { parseManifest } from "#lib/studies/opening/manifest.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { findReachGaps } from "#lib/studies/strata/schema.ts";
import { closeStudy } from "#lib/studies/mutations.ts";

const viewer = operator();
const seeded = await seedDemo(viewer);

async function readDemo() {
  const study = await getStudy(viewer, seeded.study.slug);
  const frozen = study && (await getManifest(study.id));
  if (!frozen) throw new Error("the demo's study has no plan");
  return { study, manifest: parseManifest(frozen.content) };
}

test("the demo's study is open by the template, sampled from the lexical baseline's confident errors", async () => {
  const { study, manifest } = await readDemo();
  expect(study).toMatchObject({ state: "open", isDemo: true });
  expect(manifest.sampling).toMatchObject({
    seed: 2025,
    counts: expect.arrayContaining([
      { stratum: "selected", track: "Literary", cases: 45 },
      { stratum: "selected", track: "Drama", cases: 3 },
      { stratum: "selected", track: "Expertise", cases: 2 },
    ]),
  });
  expect(manifest.reference).toMatchObject({ model: "Lexical overlap", method: "baseline" });
  // Real people answer here: nothing that was made up is ranked beside them.
  expect(manifest.comparator).toMatchObject({ run: { model: "Uniform" } });
  const rows = await getRows(viewer, seeded.study.slug);
  const apart = rows?.runs.map(({ model, apart }) => [model.split(" ")[0], apart]);
  expect(Object.fromEntries(apart ?? [])).toEqual({ Lexical: "selecting", Uniform: null, Synthetic: "fake" });
  const sampled = await db.studyCase.findMany({
    where: { studyId: study.id },
    select: {
      caseVersion: {
        select: {
          predictions: {
            where: { run: { model: "Lexical overlap" } },
            select: { correct: true, confidence: true },
          },
        },
      },
    },
  });
  const threshold = manifest.reference?.threshold ?? 2;
  for (const { caseVersion } of sampled) {
    const [answer] = caseVersion.predictions;
    expect(answer?.correct).toBe(false);
    expect(answer?.confidence).toBeGreaterThanOrEqual(threshold);
  }
  // A hundredth more, and a track has too few.
  const higher = manifest.design.frame.reference && {
    ...manifest.design,
    frame: {
      ...manifest.design.frame,
      reference: { ...manifest.design.frame.reference, threshold: threshold + 0.01 },
    },
  };
  const { getPlan } = await import("#lib/studies/plan-queries.ts");
  const plan = higher && (await getPlan(viewer, { ...study, design: higher }));
  expect(plan?.problems.map(({ code }) => code)).toContain("too_few");
});

test("simulated people are held against a run that was made up, and against the whole benchmark", async () => {
  const rows = await getRows(viewer, seeded.simulation.slug);
  const runs = rows?.runs.filter(({ model }) => model.startsWith("Synthetic")) ?? [];
  expect(runs.map(({ apart }) => apart)).toEqual(Array(8).fill(null));
  expect(runs.map(({ id }) => id)).toContain(rows?.study.comparatorRunId);
  expect(findReachGaps(rows?.frame?.cells ?? [])).toEqual([]);
  expect(rows?.frame?.cells).toHaveLength(9);
});

test("its link lets people in, and is the same when the demo is seeded again", async () => {
  const { study } = await readDemo();
  const again = await seedDemo(viewer);
  expect(again.study).toEqual({ ...seeded.study, isNew: false });
  const code = again.study.path?.split("/").at(-1) ?? "";
  expect(await inspectInvitation(code)).toMatchObject({ ok: true, value: { problem: null, cases: 50 } });
  const { maxUses } = await db.invitation.findFirstOrThrow({ where: { studyId: study.id } });
  expect(maxUses).toBe(1000);
  const members = await db.studyMember.findMany({
    where: { studyId: study.id },
    select: { user: { select: { role: true, isDemo: true } } },
  });
  expect(members).toEqual([{ user: { role: "researcher", isDemo: true } }]);
});

test("a demo study that an admin has closed stays closed, and nobody is led to it", async () => {
  expect(await closeStudy(viewer, seeded.study.slug)).toMatchObject({ ok: true });
  const after = await seedDemo(viewer);
  expect(after.study).toEqual({ slug: seeded.study.slug, isNew: false, path: null });
  expect(after.links.map(({ role }) => role)).toEqual(["researcher"]);
});
