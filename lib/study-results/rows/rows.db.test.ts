import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { inviteSimulated } from "#lib/invitations/mutations.ts";
import { editRun } from "#lib/model-runs/mutations.ts";
import { runEdit } from "#lib/model-runs/schema.ts";
import { excludeSitting, includeSitting, withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { lookAt, makeDraft } from "#lib/studies/testing/drafts.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { reportCase, withdrawCaseReport } from "#lib/study-results/cases/case-report-mutations.ts";
import { computeOverview } from "#lib/study-results/overview/overview.ts";
import { memoize as recallOf } from "#lib/study-results/rows/memoize.ts";
import { getRows, getStamp } from "#lib/study-results/rows/rows-queries.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";
import { optionNames, resultCsv, someCases } from "#lib/testing/benchmark-files.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import {
  answerCase,
  begin,
  expectValue,
  finish,
  numberOf,
  useTrialStudies,
} from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies();
const everybody: View = { ...mainView("people"), excluded: "with" };

async function memoize(slug: string) {
  const rows = await getRows(viewer, slug);
  if (!rows) throw new Error("the study is gone");
  return rows;
}

async function countIn(slug: string, view: View = everybody) {
  const { people } = computeOverview(await memoize(slug), view);
  return { ...people.n, right: people.right };
}

/** What the database itself makes of the answers that are there, without a rule. */
async function countBySql(studyId: string) {
  const [found] = await db.$queryRaw<{ answers: number; people: number; cases: number; right: number }[]>`
    SELECT count(*)::int AS answers, count(DISTINCT s.id)::int AS people,
      count(DISTINCT c.id)::int AS cases, count(*) FILTER (WHERE a.decision = g.choice::text)::int AS right
    FROM sittings s JOIN answers a ON a.sitting_id = s.id AND a.decision IS NOT NULL
      JOIN served_cases v ON v.sitting_id = s.id AND v.position = a.position
      JOIN study_cases c ON c.id = v.study_case_id JOIN case_golds g ON g.case_version_id = c.case_version_id
    WHERE s.study_id = ${studyId}::uuid AND s.state IN ('started', 'submitted')
      AND c.stratum IN ('selected', 'control')`;
  return found;
}

describe("the rows of a study", () => {
  test("hold the answers that are there, as the database counts them", async () => {
    const study = await open({ sample: { quota: { Literary: 6 }, attention: { count: 1, cases: [] } } });
    await finish(study, 7, 1000);
    const sitter = await begin(study);
    await answerCase(sitter, 1, { choice: 1 });
    await answerCase(sitter, 2, { choice: 2 });
    await answerCase(sitter, 3, { isFlagged: true });
    const rows = await memoize(study.slug);
    expect(await countIn(study.slug, { ...everybody, stratum: "all" })).toEqual(await countBySql(study.id));
    expect(rows.people.map(({ answered, cases, state }) => [answered, cases, state])).toEqual([
      [6, 6, "submitted"],
      [2, 6, "started"],
    ]);
    // The run answered every case right, which is held against exactly what people answered.
    const [model] = computeOverview(rows, everybody).models;
    expect([model?.top1, model?.answered]).toEqual([1, (await countIn(study.slug)).cases]);
  });

  test("are read anew only when something has happened, and then are up to date at once", async () => {
    const study = await open();
    const sitter = await begin(study);
    await answerCase(sitter, 1, { choice: 0 });
    const before = await memoize(study.slug);
    expect(await memoize(study.slug)).toBe(before);
    expect(await getStamp(viewer, study.slug)).toBe(before.stamp);
    await answerCase(sitter, 2, { choice: 0 });
    const after = await memoize(study.slug);
    expect(after.stamp).not.toBe(before.stamp);
    expect([before.answers.length, after.answers.length]).toEqual([1, 2]);
    expect((await countIn(study.slug)).answers).toBe(2);
  });

  test("are without a participant from the moment they withdraw, erased or not", async () => {
    const study = await open();
    const sitters = [
      await finish(study, 5, 1000),
      await finish(study, 5, 1000),
      await finish(study, 5, 1000),
    ];
    expectValue(await closeStudy(viewer, study.slug));
    expect(await countIn(study.slug)).toMatchObject({ people: 3, answers: 15 });
    for (const [i, erase] of [true, false].entries()) {
      const sitter = sitters[i];
      if (!sitter) continue;
      const number = await numberOf(sitter);
      expectValue(await withdrawSitting(viewer, study.id, number, { erase }));
      const rows = await memoize(study.slug);
      expect(rows.people.map((person) => person.sittingId)).not.toContain(sitter.sittingId);
      expect(await countIn(study.slug)).toMatchObject({ people: 2 - i, answers: 10 - 5 * i });
    }
  });

  test("count who is excluded only where that is asked for", async () => {
    const study = await open({ rules: { incomplete: true } });
    const sitter = await finish(study, 5, 1000);
    await finish(study, 5, 1000);
    const late = await begin(study);
    await answerCase(late, 1, { choice: 0 });
    const number = await numberOf(sitter);
    const both = async () => [
      (await countIn(study.slug, mainView("people"))).people,
      (await countIn(study.slug)).people,
    ];
    expect(await both()).toEqual([3, 3]);
    expectValue(await excludeSitting(viewer, study.id, number, "Answered by phone"));
    expect(await both()).toEqual([2, 3]);
    expect((await memoize(study.slug)).people[number - 1]?.exclusions).toEqual([
      { reason: "by_hand", note: "Answered by phone" },
    ]);
    expectValue(await includeSitting(viewer, study.id, number));
    expect(await both()).toEqual([3, 3]);
    // Nobody is incomplete while they may still go on.
    expectValue(await closeStudy(viewer, study.slug));
    expect(await both()).toEqual([2, 3]);
  });

  test("leave out known works and reported cases only where that is asked for", async () => {
    const study = await open({ questions: { knowsWork: "optional" } });
    const sitter = await begin(study);
    for (const position of [1, 2, 3, 4, 5])
      await answerCase(sitter, position, { choice: 0, knowsWork: position < 3 });
    const without = (change: Partial<View>) => countIn(study.slug, { ...everybody, ...change });
    expect([(await without({})).answers, (await without({ known: "without" })).answers]).toEqual([5, 3]);
    const [first] = (await memoize(study.slug)).cases;
    const asked = { slug: study.slug, track: "Literary", key: first?.key ?? "" };
    expectValue(await reportCase(viewer, { ...asked, reason: "Two options are right" }));
    expect(await without({ reported: "without" })).toMatchObject({ answers: 4, cases: 4 });
    expect(await without({})).toMatchObject({ answers: 5, cases: 5 });
    expectValue(await withdrawCaseReport(viewer, asked));
    expect(await without({ reported: "without" })).toMatchObject({ answers: 5, cases: 5 });
  });

  test("never count people and simulated people together, and tell cohorts apart", async () => {
    const study = await open();
    const [invited] = expectValue(await inviteSimulated(viewer, study.id, { count: 1, seed: 1 }));
    await finish({ link: invited?.code ?? "" }, 5, 1000);
    const real = await finish(study, 5, 1000);
    await db.sitting.update({ where: { id: real.sittingId }, data: { cohort: "PhD" } });
    const rows = await memoize(study.slug);
    expect([rows.cohorts, rows.has]).toEqual([["PhD"], { people: true, simulated: true }]);
    expect(await countIn(study.slug)).toMatchObject({ people: 1 });
    expect(await countIn(study.slug, { ...everybody, who: "simulated" })).toMatchObject({ people: 1 });
    expect(await countIn(study.slug, { ...everybody, cohort: "PhD" })).toMatchObject({ people: 1 });
    expect(await countIn(study.slug, { ...everybody, who: "simulated", cohort: "PhD" })).toMatchObject({
      people: 0,
    });
  });
});

describe("while answers arrive faster than figures are computed", () => {
  test("those who look are shown what is being computed, unless somebody withdrew", async () => {
    const study = await open();
    const sitters = [await begin(study), await begin(study)] as const;
    await answerCase(sitters[0], 1, { choice: 0 });
    const first = await memoize(study.slug);
    const { promise, resolve } = Promise.withResolvers<null>();
    const lagging = async () => {
      const [rows, stamp] = [
        await getRows(viewer, study.slug, { mayLag: true }),
        await getStamp(viewer, study.slug, { mayLag: true }),
      ];
      expect(stamp).toBe(rows?.stamp);
      return rows;
    };
    recallOf(first, "intervals", () => promise);
    await answerCase(sitters[1], 1, { choice: 0 });
    expect((await lagging())?.stamp).toBe(first.stamp);
    resolve(null);
    await promise;
    expect((await lagging())?.answers.length).toBe(2);

    const second = await memoize(study.slug);
    recallOf(second, "intervals", () => new Promise(() => undefined));
    await answerCase(sitters[0], 2, { choice: 0 });
    expect((await lagging())?.stamp).toBe(second.stamp);
    // Files and programs get the newest all the same.
    expect((await memoize(study.slug)).answers.length).toBe(3);
    expectValue(await withdrawSitting(viewer, study.id, await numberOf(sitters[1]), { erase: false }));
    expect((await lagging())?.people.map(({ sittingId }) => sittingId)).toEqual([sitters[0].sittingId]);
  });

  test("many who ask at once have them read once", async () => {
    const study = await open();
    const sitter = await begin(study);
    await memoize(study.slug);
    await answerCase(sitter, 1, { choice: 0 });
    const found = await Promise.all(Array.from({ length: 12 }, () => memoize(study.slug)));
    expect(new Set(found).size).toBeLessThanOrEqual(2);
    expect(found.every(({ answers }) => answers.length === 1)).toBe(true);
  });

  test("who is left out and let in again leaves another stamp behind", async () => {
    const study = await open();
    const number = await numberOf(await begin(study));
    const before = await getStamp(viewer, study.slug);
    expectValue(await excludeSitting(viewer, study.id, number, "By phone"));
    expectValue(await includeSitting(viewer, study.id, number));
    expect(await getStamp(viewer, study.slug)).not.toBe(before);
  });
});

test("a researcher has the rows of their own studies and of no other, not even once they are in memory", async () => {
  const [mine, others] = [await open(), await open()];
  const person = await makePerson({ role: "researcher" });
  const researcher = viewerFor({ ...person, role: "researcher" as const });
  expectValue(await addMember(viewer, { studyId: mine.id, userId: person.id }));
  await memoize(others.slug);
  expect((await getRows(researcher, mine.slug))?.study.id).toBe(mine.id);
  expect([await getRows(researcher, others.slug), await getStamp(researcher, others.slug)]).toEqual([
    null,
    null,
  ]);
  expect([await getRows(viewer, "nowhere"), await getStamp(viewer, "nowhere")]).toEqual([null, null]);
});

describe("runs without an answer", async () => {
  const { viewer, open } = await useTrialStudies({ cases: 12 });

  test("a run that answered none of a study's cases is not among its runs", async () => {
    const study = await open();
    const served = await db.studyCase.findFirstOrThrow({ where: { studyId: study.id } });
    const { runId, caseVersionId, run } = await db.prediction.findFirstOrThrow({
      where: { caseVersionId: served.caseVersionId },
      include: { run: true },
    });
    const { benchmarkId, model } = run;
    const [some] = await Promise.all(
      ["some", "judge"].map((method) => db.modelRun.create({ data: { benchmarkId, model, method } })),
    );
    await db.prediction.updateMany({ where: { runId, caseVersionId }, data: { runId: some?.id ?? 0 } });
    const methods = (await getRows(viewer, study.slug))?.runs.map(({ method }) => method);
    expect(methods).toContain("some");
    expect(methods).not.toContain("judge");
  });
});

describe("rows of runs", async () => {
  const { viewer, open } = await useTrialStudies({ cases: 12 });

  test("every run's answers come as they are stored, and of each case whether it failed or is missing", async () => {
    const study = await open();
    const [failed, missing] = await db.studyCase.findMany({ where: { studyId: study.id } });
    const unscored = { correct: null, rank: null, above: null, tied: null, confidence: null, bin: null };
    await db.prediction.updateMany({
      where: { caseVersionId: failed?.caseVersionId ?? 0 },
      data: { ...unscored, failed: true, choice: null, probabilities: [], squaredError: null },
    });
    await db.prediction.deleteMany({ where: { caseVersionId: missing?.caseVersionId ?? 0 } });

    const rows = await getRows(viewer, study.slug);
    const [run] = rows?.runs ?? [];
    if (!rows || !run) throw new Error("the study has no run");
    const { measures, ...columns } = run.predictions;
    for (const [i, { versionId, gold }] of rows.cases.entries()) {
      const stored = await db.prediction.findFirst({ where: { runId: run.id, caseVersionId: versionId } });
      const read = Object.entries({ ...columns, score: measures[0] }).map(([name, column]) => [
        name,
        column?.[i],
      ]);
      expect(Object.fromEntries(read)).toEqual({
        choice: stored?.choice ?? -1,
        failed: Number(stored?.failed ?? false),
        rank: stored?.rank ?? 0,
        above: stored?.above ?? 0,
        tied: stored?.tied ?? 0,
        confidence: stored?.confidence ?? NaN,
        squaredError: stored?.squaredError ?? NaN,
        goldProbability: stored?.probabilities[gold ?? -1] ?? NaN,
        given: stored?.score ?? NaN,
        score: stored?.correct ? 1 : NaN,
      });
    }
    expect([...columns.failed].reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(columns.choice.filter((choice) => choice === -1)).toHaveLength(2);
  });
});

describe("rows of the whole benchmark", async () => {
  const cases = someCases(45);
  const { viewer, importResults, slug: benchmark, id } = await useTrialBenchmark({ cases });

  const answer = (index: number, isRight: boolean, confidence: number) => {
    const fields = cases[index]!;
    const gold = optionNames.indexOf(fields.gt);
    const favourite = isRight ? gold : (gold + 1) % 4;
    const probs = optionNames.map((_, at) => (at === favourite ? confidence : (1 - confidence) / 3));
    return { case: fields, probs };
  };
  const places = Array.from(cases.keys());

  /** Fifteen right, fifteen wrong and sure, twelve wrong and unsure; one call failed, and two weren't made. */
  const chooser = [
    ...places.slice(0, 15).map((i) => answer(i, true, 0.8)),
    ...places.slice(15, 30).map((i) => answer(i, false, 0.9)),
    ...places.slice(30, 42).map((i) => answer(i, false, 0.4)),
    { ...answer(42, true, 0.4), success: "-1" },
  ];

  async function open(changes: Record<string, unknown>) {
    const slug = await makeDraft(viewer, benchmark(), changes);
    expect(await openStudy(viewer, slug, await lookAt(viewer, slug))).toMatchObject({ ok: true });
    const rows = await getRows(viewer, slug);
    return rows!.frame;
  }

  test("a study that can speak for the whole benchmark has its frozen strata, and each run over all of its cases", async () => {
    await importResults(resultCsv(chooser), { model: "lamp" });
    await importResults(resultCsv(places.slice(0, 40).map((i) => answer(i, i % 4 !== 0, 0.6))), {
      model: "oar",
    });
    const reference = { model: "lamp", method: "zero-shot", version: "", threshold: 0.7 };
    const frame = { tracks: ["Literary"], reference };
    const ten = { Literary: 10 };
    const runs = await db.modelRun.findMany({ where: { benchmarkId: id() } });
    const idOf = (model: string) => runs.find((run) => run.model === model)!.id;
    const cell = (stratum: string, served: number) => ({ track: "Literary", stratum, cases: 15, served });

    const all = { frame, sample: { seed: 7, quota: ten, unsure: ten, controls: ten } };
    expect(await open(all)).toEqual({
      cells: [cell("selected", 10), cell("unsure", 10), cell("control", 10)],
      now: {
        cases: 45,
        runs: new Map([
          [idOf("lamp"), { answered: 42, failed: 1, right: 15 }],
          [idOf("oar"), { answered: 40, failed: 0, right: 30 }],
        ]),
      },
    });
    // What was frozen before there was a third stratum leaves it to what the two others aren't.
    expect(await open({ frame, sample: { seed: 7, quota: ten, controls: ten } })).toEqual({
      cells: [cell("selected", 10), cell("unsure", 0), cell("control", 10)],
      now: null,
    });
    expect(await open({ sample: { seed: 7, quota: ten } })).toBeNull();
  });
});

describe("runs that stand apart", async () => {
  const cases = someCases(6);
  const trial = await useTrialBenchmark({ cases });
  const { viewer } = trial;

  const named = (model: string, method = "zero-shot") => ({ model, method, version: "" });

  async function bring(model: string, method = "zero-shot") {
    const rows = cases.map((item) => {
      const wrong = optionNames.findIndex((name) => name !== item.gt);
      return { case: item, probs: optionNames.map((_, at) => (at === wrong ? 0.7 : 0.1)) };
    });
    await trial.importResults(resultCsv(rows), { model, method });
    return (await db.modelRun.findFirstOrThrow({ where: { benchmarkId: trial.id(), model, method } })).id;
  }

  /** What the form of a run would send. */
  const edit = (runId: number, change: object) => {
    const { runId: _runId, ...given } = runEdit.parse({ runId, ...change });
    return editRun(viewer, runId, given);
  };

  async function open(changes: Record<string, unknown>) {
    const slug = await makeDraft(viewer, trial.slug(), changes);
    const opened = await openStudy(viewer, slug, await lookAt(viewer, slug));
    if (!opened.ok) throw new Error(JSON.stringify(opened));
    return slug;
  }

  async function read(slug: string) {
    const rows = await getRows(viewer, slug);
    if (!rows) throw new Error("the study is gone");
    return { stamp: rows.stamp, marks: rows.runs.map(({ model, method, apart }) => [model, method, apart]) };
  }

  test("stand the selecting run, those that the plan confirms as its siblings, and whatever filtered the benchmark", async () => {
    await bring("lamp");
    const sibling = await bring("lamp", "few-shot");
    await bring("lamp", "unconfirmed");
    const comparator = await bring("oar");
    const sieve = await bring("sieve");
    const slug = await open({
      frame: { tracks: ["Literary"], reference: { ...named("lamp"), threshold: 0.5 } },
      claims: { comparator: { by: "name", run: named("oar") }, siblings: [named("lamp", "few-shot")] },
    });
    const plain = await open({ claims: { siblings: [named("oar")] } });
    const before = await read(slug);
    expect(before.marks).toEqual([
      ["lamp", "few-shot", "sibling"],
      ["lamp", "unconfirmed", null],
      ["lamp", "zero-shot", "selecting"],
      ["oar", "zero-shot", null],
      ["sieve", "zero-shot", null],
    ]);

    expect(await edit(sieve, { model: "sieve", isFilter: "on" })).toMatchObject({ ok: true });
    const after = await read(slug);
    expect(after.stamp).not.toBe(before.stamp);
    expect(after.marks.at(-1)).toEqual(["sieve", "zero-shot", "filter"]);
    // Where no run chose the cases nobody is its sibling.
    expect((await read(plain)).marks.filter(([, , apart]) => apart !== null)).toEqual([
      ["sieve", "zero-shot", "filter"],
    ]);
    const where = { action: "model_run.edited", subjectId: String(sieve) };
    const { details } = await db.auditEvent.findFirstOrThrow({ where });
    expect(details).toMatchObject({ before: { isFilter: false }, after: { isFilter: true } });
    // An import of the same run says nothing of it, and changes nothing.
    expect(await bring("sieve")).toBe(sieve);
    expect((await read(slug)).marks.at(-1)).toEqual(["sieve", "zero-shot", "filter"]);

    // Whatever else it is: no model made it.
    await db.modelRun.update({ where: { id: sibling }, data: { isFake: true } });
    expect((await read(slug)).marks[0]).toEqual(["lamp", "few-shot", "fake"]);
    expect(await edit(sibling, { model: "lantern", method: "few-shot" })).toMatchObject({
      error: "named_in_plan",
    });
    expect(await edit(comparator, { model: "oars" })).toMatchObject({ error: "named_in_plan" });
    expect(await edit(comparator, { model: "oar", notes: "Asked twice." })).toMatchObject({ ok: true });
    expect(await edit(sieve, { model: "riddle" })).toMatchObject({ ok: true });
  });
});
