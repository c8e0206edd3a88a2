import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import {
  copyStudy,
  createStudy,
  createStudyFrom,
  removeDraft,
  renameStudy,
  saveStep,
  archiveStudy,
  closeStudy,
  pauseStudy,
  reopenStudy,
} from "#lib/studies/mutations.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import { getStudy, getStudyAt, listStudies } from "#lib/studies/queries.ts";
import { stateDetails } from "#lib/studies/reporting/mutations.ts";
import { listDetails } from "#lib/studies/reporting/queries.ts";
import { mergeStated } from "#lib/studies/reporting/stated.ts";
import {
  fillTracks,
  type JudgingTemplate,
  judgingTemplates,
  ratersOf,
} from "#lib/studies/judging-templates.ts";
import { lookAt, makeDraft, requireStudy, smallStudy } from "#lib/studies/testing/drafts.ts";
import { caseCsv, makePrompt, optionNames, someCases } from "#lib/testing/benchmark-files.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { expectValue, useTrialStudies } from "#lib/testing/trial-study.ts";

describe("changing a study", async () => {
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
      const value = {
        ...(await requireStudy(viewer, slug)).design.sample,
        quota: { Literary: -1 },
        seed: 0.5,
      };
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
    expect((await listStudies(viewer)).map(({ slug }) => slug)).toEqual(
      expect.arrayContaining([mine, other]),
    );
    expect(await getStudy(researcher, other)).toBeNull();
    expect(await getStudy(researcher, mine)).toMatchObject({ slug: mine });
  });
});

describe("states", async () => {
  const trial = await useTrialBenchmark({ cases: someCases(6) });
  const { viewer } = trial;
  const moves = { pause: pauseStudy, reopen: reopenStudy, close: closeStudy, archive: archiveStudy };
  type Move = keyof typeof moves;

  async function makeOpen(): Promise<string> {
    const slug = await makeDraft(viewer, trial.slug());
    const opened = await openStudy(viewer, slug, await lookAt(viewer, slug));
    if (!opened.ok) throw new Error(opened.error);
    return slug;
  }

  const possible: Record<string, readonly Move[]> = {
    open: ["pause", "close"],
    paused: ["reopen", "close"],
    closed: ["archive"],
    archived: [],
  };
  const ways: Record<string, readonly Move[]> = {
    open: [],
    paused: ["pause"],
    closed: ["pause", "close"],
    archived: ["close", "archive"],
  };

  test.each(Object.keys(possible))("from %s only what is meant to be possible is", async (state) => {
    const make = async () => {
      const slug = await makeOpen();
      for (const step of ways[state] ?? []) await moves[step](viewer, slug);
      return slug;
    };
    const [slug, can] = [await make(), possible[state] ?? []];
    for (const name of Object.keys(moves) as Move[]) {
      expect((await requireStudy(viewer, slug)).state).toBe(state);
      const moved = await moves[name](viewer, can.includes(name) ? await make() : slug);
      expect([name, moved.ok || moved.error]).toEqual([name, can.includes(name) ? true : "not_possible"]);
    }
  });

  test("a draft can't be paused or closed, and nothing can that isn't there", async () => {
    const slug = await makeDraft(viewer, trial.slug());
    for (const move of Object.values(moves)) {
      expect(await move(viewer, slug)).toMatchObject({ error: "not_possible" });
      expect(await move(viewer, "nowhere")).toMatchObject({ error: "not_found" });
    }
  });

  test("closing sets its time, takes the typed title, and is recorded once however often it is asked", async () => {
    const slug = await makeOpen();
    expect(await closeStudy(viewer, slug, "Something")).toMatchObject({ error: "wrong_name" });
    const results = await Promise.all([1, 2, 3].map(() => closeStudy(viewer, slug, "Night watch")));
    expect(results.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { from: "open" } }]);
    const study = await requireStudy(viewer, slug);
    expect(study.closedAt).toBeInstanceOf(Date);
    expect(await db.auditEvent.count({ where: { subjectId: study.id, action: "study.closed" } })).toBe(1);
  });
});

describe("details that are reported", async () => {
  const trial = await useTrialStudies();
  const planned = {
    how: "By a mailing list.",
    payment: { kind: "paid", amount: 12, currency: "EUR", per: "hour" },
  } as const;

  test("after opening, what differs from the plan is kept beside it, and taken back it is the plan's again", async () => {
    const study = await trial.open({ recruitment: { reporting: planned } });
    const before = await db.study.findUniqueOrThrow({ where: { id: study.id }, select: { draft: true } });
    const state = (revision: number, value: object) =>
      stateDetails(trial.viewer, { slug: study.slug, revision, value });
    const payment = { per: "hour", currency: "EUR", amount: 13, kind: "paid" };
    const approval = { kind: "approved", board: "the ethics board of the harbour" };
    expectValue(await state(0, { ...planned, payment, approval }));
    const [first] = await listDetails(study.id);
    expect(first?.content).toEqual({ payment, approval });
    const { reporting, later } = mergeStated(planned, await listDetails(study.id));
    expect(reporting).toEqual({ ...planned, payment, approval });
    expect([...later.keys()]).toEqual(["payment", "approval"]);

    // The parts of the payment come in another order than in the plan.
    const again = { per: "hour", currency: "EUR", amount: 12, kind: "paid" };
    expectValue(await state(1, { ...planned, payment: again, approval: { ...approval, number: "7" } }));
    const revisions = await listDetails(study.id);
    const now = mergeStated(planned, revisions);
    expect([...now.later]).toEqual([["approval", revisions[1]?.at]]);
    expect(now.reporting.payment).toEqual(planned.payment);

    expect(await state(1, {})).toMatchObject({ error: "conflict", fields: { revision: "2" } });
    expect(await state(2, { where: "" })).toEqual({
      ok: false,
      error: "invalid",
      fields: { where: "empty" },
    });
    const bad = { period: { from: "2026-02-01", to: "2026-01-01" } };
    expect(await state(2, bad)).toMatchObject({ fields: { "period.to": "wrong_order" } });
    const events = await db.auditEvent.findMany({
      where: { subjectId: study.id, action: "study.details_stated" },
      select: { details: true },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ details }) => details)).toEqual([
      { fields: ["payment", "approval"], revision: 1 },
      { fields: ["payment", "approval"], revision: 2 },
    ]);
    expect(await db.study.findUniqueOrThrow({ where: { id: study.id }, select: { draft: true } })).toEqual(
      before,
    );
  });

  test("nobody states anything of a draft, or of others' studies", async () => {
    const study = await trial.open();
    const stranger = viewerFor({ ...(await makePerson()), role: "researcher" as const });
    const value = { how: "By word of mouth." };
    const refused = { ok: false, error: "not_found" };
    expect(await stateDetails(stranger, { slug: study.slug, revision: 0, value })).toEqual(refused);
    const { slug } = await trial.draft();
    expect(await stateDetails(trial.viewer, { slug, revision: 0, value })).toEqual(refused);
    expect(await listDetails(study.id)).toEqual([]);
  });
});

describe("templates", async () => {
  const trial = await useTrialBenchmark();
  const { viewer } = trial;
  const read = (name: string) => readFileSync(`docs/${name}.jsonl`, "utf8");

  /** The files that the page about templates begins with, and what one person is given of them. */
  const examples: readonly [JudgingTemplate, cases: string, results: string, each: number, people: number][] =
    [
      ["rolethink_gold", "rolethink-gold", "rolethink-gold-judge", 12, 5],
      ["rolethink_gold", "rolethink-gold-zh", "rolethink-gold-zh-judge", 12, 5],
      ["rolethink_silver", "rolethink-silver", "rolethink-silver-judge", 9, 5],
      ["rolethink_analysis", "thought-analysis", "thought-analysis-judge", 20, 3],
      ["rolethink_analysis", "thought-analysis-zh", "thought-analysis-zh-judge", 20, 3],
      ["side_by_side", "side-by-side", "side-by-side-judge", 15, 5],
      ["interview_consistency", "interview-consistency", "interview-consistency-judge", 20, 5],
      ["interview_personality", "../formats/traits-example", "interview-personality-judge", 6, 5],
      ["interview_similarity", "interview-similarity", "interview-similarity-judge", 12, 5],
      ["interview_mcq", "interview-mcq", "interview-mcq-model", 6, 5],
    ];

  test("there is an example of each template", () => {
    expect(new Set(examples.map(([template]) => template))).toEqual(new Set(Object.keys(judgingTemplates)));
  });

  test.each(examples)(
    "%s with %s is a study that can open",
    async (template, cases, results, each, people) => {
      expect((await trial.importCases(read(`examples/${cases}`), { track: null })).problems).toEqual([]);
      const judged = await trial.importResults(read(`examples/${results}`), { track: null, model: null });
      expect(judged.problems).toEqual([]);
      const { slug } = expectValue(
        await createStudy(viewer, { title: template, benchmark: trial.slug(), template }),
      );
      const study = await requireStudy(viewer, slug);
      const { problems, facts } = await getPlan(viewer, study);
      expect(problems).toEqual([]);
      if (!facts.sample?.ok) throw new Error("no sample");
      expect(facts.sample.plan.cells.map((cell) => cell.cases.length)).toEqual([each]);
      expect(study.design.assignment).toMatchObject({
        design: "blocks",
        ratersPerCase: ratersOf(template),
        people,
      });
      expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
    },
  );

  test("a dialogue that two cases ask about is none that one person may be asked twice", async () => {
    const prompt = makePrompt();
    const cases = [optionNames, optionNames.toReversed()].map((names) => ({ prompt, gt: names[0]!, names }));
    expect((await trial.importCases(caseCsv(cases))).problems).toEqual([]);
    const slug = await makeDraft(viewer, trial.slug(), {
      frame: { tracks: ["Literary"] },
      sample: { seed: 7, quota: { Literary: 2 } },
    });
    const { problems } = await getPlan(viewer, await requireStudy(viewer, slug));
    expect(problems.map(({ code }) => code)).toEqual(["same_text"]);
  });

  test("the whole of RoleThink is 73,920 ratings, by whole scenarios, in blocks of five raters", () => {
    const rated = { kind: "rating", questions: [], pairs: [] };
    const { sample, assignment } = fillTracks("rolethink_silver", [
      { track: "Silver", scale: "rolethink-silver", cases: 616 * 24, groups: 616, ...rated },
      { track: "Gold", scale: "rolethink-gold", cases: 24, groups: 1, ...rated },
    ]);
    expect(sample).toEqual({ quota: { Silver: 48 }, groups: { Silver: 24 } });
    expect(assignment.people * 48).toBe(73_920);
  });
});
