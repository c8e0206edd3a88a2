import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import {
  answerCase,
  begin,
  expectValue,
  finish,
  numberOf,
  useTrialStudies,
} from "#lib/testing/trial-study.ts";
import { inviteSimulated } from "#lib/invitations/mutations.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { excludeSitting, includeSitting, withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { reportCase, withdrawCaseReport } from "#lib/study-results/cases/case-report-mutations.ts";
import { computeOverview } from "#lib/study-results/overview/overview.ts";
import { memoize as recallOf } from "#lib/study-results/rows/memoize.ts";
import { getStamp, getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";

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
