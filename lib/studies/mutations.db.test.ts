import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import {
  copyStudy,
  createStudy,
  createStudyFrom,
  removeDraft,
  renameStudy,
  saveStep,
} from "#lib/studies/mutations.ts";
import { getStudy, getStudyAt, listStudies } from "#lib/studies/queries.ts";
import { makeDraft, requireStudy, smallStudy } from "#lib/studies/testing/drafts.ts";
import { someCases } from "#lib/testing/benchmark-files.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const trial = await useTrialBenchmark({ cases: someCases(8) });
const { viewer } = trial;
const colleague = viewerFor({ ...(await makePerson({ role: "admin", name: "Mei Lin" })), role: "admin" });

const rules = { failedChecks: null, haste: null, incomplete: true, interim: false };

describe("a new study", () => {
  test("begins with the template's design, fitted to the benchmark, and has an address of its own", async () => {
    const given = { title: "Night watch", benchmark: trial.slug(), template: "personaeval" } as const;
    const [first, second] = [await createStudy(viewer, given), await createStudy(viewer, given)];
    if (!first.ok || !second.ok) throw new Error("no study");
    expect(second.value.slug).not.toBe(first.value.slug);
    const study = await requireStudy(viewer, first.value.slug);
    expect(study).toMatchObject({ state: "draft", revision: 0, title: "Night watch", savedBy: null });
    expect(study.design.frame.tracks).toEqual(["Literary"]);
    expect(study.design.sample.quota).toEqual({ Literary: 45 });
    expect(study.design.benchmark).toBe(trial.slug());
  });

  test("needs a benchmark that is there, and an address that is no page's", async () => {
    const nowhere = { title: "New", benchmark: "nowhere", template: "blank" } as const;
    expect(await createStudy(viewer, nowhere)).toEqual({ ok: false, error: "unknown_benchmark" });
    const made = await createStudy(viewer, { ...nowhere, benchmark: null });
    expect(made.ok && made.value.slug).toMatch(/^new-\d+$/);
    expect(await getStudyAt(viewer, "%E0%A4%A")).toBeNull();
  });

  test("from a file names everything that isn't there, and stores nothing", async () => {
    const before = await db.study.count();
    const file = smallStudy({
      benchmark: trial.slug(),
      frame: { tracks: ["Literary", "Opera"], reference: { model: "m", method: "x", threshold: 0.5 } },
      sample: {
        seed: 1,
        quota: { Choir: 1 },
        attention: { count: 1, cases: [{ track: "Literary", key: "?" }] },
      },
      claims: {
        comparator: { by: "name", run: { model: "n", method: "x" } },
        siblings: [{ model: "m", method: "y" }],
      },
    });
    expect(await createStudyFrom(viewer, file)).toEqual({
      ok: false,
      error: "invalid",
      fields: {
        "frame.tracks.1": "unknown",
        "sample.quota.Choir": "unknown",
        "sample.attention.cases.0": "unknown",
        "frame.reference": "unknown",
        "claims.comparator.run": "unknown",
        "claims.siblings.0": "unknown",
      },
    });
    expect(await createStudyFrom(viewer, { ...smallStudy(), benchmark: "nowhere" })).toMatchObject({
      fields: { benchmark: "unknown" },
    });
    const slug = await makeDraft(viewer, trial.slug());
    expect(await createStudyFrom(viewer, { ...smallStudy(), slug })).toMatchObject({
      fields: { slug: "taken" },
    });
    expect(await db.study.count()).toBe(before + 1);
  });

  test("is a copy of another's design, at its first revision", async () => {
    const slug = await makeDraft(viewer, trial.slug());
    await saveStep(viewer, slug, { revision: 0, step: "rules", value: { ...rules, interim: true } });
    const copied = await copyStudy(viewer, slug);
    if (!copied.ok) throw new Error("no copy");
    const [from, to] = [await requireStudy(viewer, slug), await requireStudy(viewer, copied.value.slug)];
    expect(to.slug).not.toBe(from.slug);
    expect(to).toMatchObject({ design: from.design, title: from.title, state: "draft", revision: 0 });
    expect(await copyStudy(viewer, "nowhere")).toMatchObject({ error: "not_found" });
  });
});

describe("saving", () => {
  test("a step changes that step alone", async () => {
    const slug = await makeDraft(viewer, trial.slug());
    const { design } = await requireStudy(viewer, slug);
    const sample = { ...design.sample, quota: { Literary: 3 } };
    expect(await saveStep(viewer, slug, { revision: 0, step: "sample", value: sample })).toEqual({
      ok: true,
      value: { revision: 1 },
    });
    const frame = { ...design.frame, options: { least: 3, most: null } };
    await saveStep(viewer, slug, { revision: 1, step: "frame", value: { benchmark: null, frame } });
    const study = await requireStudy(viewer, slug);
    expect(study.design).toEqual({ ...design, benchmark: null, frame, sample });
    expect(study).toMatchObject({ benchmark: null, revision: 2, savedBy: { name: viewer.name } });
  });

  test("names by its path what doesn't fit, and stores nothing", async () => {
    const slug = await makeDraft(viewer, trial.slug());
    const value = { ...(await requireStudy(viewer, slug)).design.sample, quota: { Literary: -1 }, seed: 0.5 };
    expect(await saveStep(viewer, slug, { revision: 0, step: "sample", value })).toEqual({
      ok: false,
      error: "invalid",
      fields: { "quota.Literary": "too_small", seed: "whole" },
    });
    const elsewhere = { benchmark: "nowhere", frame: { tracks: [] } };
    expect(await saveStep(viewer, slug, { revision: 0, step: "frame", value: elsewhere })).toMatchObject({
      fields: { benchmark: "unknown" },
    });
    expect(await requireStudy(viewer, slug)).toMatchObject({ revision: 0 });
  });

  test("tells the second of two admins who saved, and overwrites nothing", async () => {
    const slug = await makeDraft(viewer, trial.slug());
    await saveStep(colleague, slug, { revision: 0, step: "rules", value: { ...rules, failedChecks: 2 } });
    const late = await saveStep(viewer, slug, { revision: 0, step: "rules", value: rules });
    expect(late).toMatchObject({ error: "conflict", fields: { by: "Mei Lin", revision: "1" } });
    expect(Date.parse(String(!late.ok && late.fields?.at))).toBeLessThanOrEqual(Date.now());
    expect(await renameStudy(viewer, slug, { revision: 0, title: "Mine" })).toMatchObject({
      error: "conflict",
    });
    const study = await requireStudy(viewer, slug);
    expect([study.design.rules.failedChecks, study.title]).toEqual([2, "Night watch"]);
    expect(await renameStudy(viewer, slug, { revision: 1, title: "Mine" })).toMatchObject({
      value: { revision: 2 },
    });
  });

  test("at the same moment succeeds for exactly one, whoever it is, also on different steps", async () => {
    const slug = await makeDraft(viewer, trial.slug());
    const { design } = await requireStudy(viewer, slug);
    const attempts = Array.from({ length: 8 }, (_, i) =>
      i % 2 === 0
        ? saveStep(viewer, slug, { revision: 0, step: "rules", value: { ...rules, failedChecks: i } })
        : saveStep(colleague, slug, {
            revision: 0,
            step: "power",
            value: { ...design.power, caseSpread: i / 8 },
          }),
    );
    const results = await Promise.all(attempts);
    expect(results.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { revision: 1 } }]);
    const winner = results.findIndex(({ ok }) => ok);
    const now = await requireStudy(viewer, slug);
    expect(now.design).toEqual(
      winner % 2 === 0
        ? { ...design, rules: { ...rules, failedChecks: winner } }
        : { ...design, power: { ...design.power, caseSpread: winner / 8 } },
    );
    for (const [i, result] of results.entries())
      if (i !== winner)
        expect(result).toMatchObject({
          error: "conflict",
          fields: { by: winner % 2 === 0 ? viewer.name : "Mei Lin" },
        });
    const where = { subjectId: now.id, action: "study.saved" };
    expect(await db.auditEvent.count({ where })).toBe(1);
  });
});

test("a draft is removed once its title is typed", async () => {
  const slug = await makeDraft(viewer, trial.slug());
  expect(await removeDraft(viewer, slug, "something")).toMatchObject({ error: "wrong_name" });
  expect(await removeDraft(viewer, slug, "Night watch")).toMatchObject({ ok: true });
  expect(await getStudy(viewer, slug)).toBeNull();
  expect(await removeDraft(viewer, slug, "Night watch")).toMatchObject({ error: "not_found" });
});

test("a researcher sees the studies they belong to, and no others", async () => {
  const person = await makePerson({ role: "researcher" });
  const researcher = viewerFor({ ...person, role: "researcher" });
  const [mine, other] = [await makeDraft(viewer, trial.slug()), await makeDraft(viewer, trial.slug())];
  const { id } = await requireStudy(viewer, mine);
  await db.studyMember.create({ data: { studyId: id, userId: person.id } });
  expect((await listStudies(researcher)).map(({ slug }) => slug)).toEqual([mine]);
  expect((await listStudies(viewer)).map(({ slug }) => slug)).toEqual(expect.arrayContaining([mine, other]));
  expect(await getStudy(researcher, other)).toBeNull();
  expect(await getStudy(researcher, mine)).toMatchObject({ slug: mine });
});
