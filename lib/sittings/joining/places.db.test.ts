import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { startSitting } from "#lib/sittings/mutations.ts";
import { withdrawOwnSitting } from "#lib/sittings/ending/withdraw-mutations.ts";
import {
  excludeSitting,
  includeSitting,
  releasePlace,
  withdrawSitting,
} from "#lib/sittings/watching/staff-mutations.ts";
import { thorough } from "#lib/testing/thorough.ts";
import {
  begin,
  consent,
  becomeInactive,
  numberOf,
  useTrialStudies,
  type Sitter,
  type TrialStudy,
} from "#lib/testing/trial-study.ts";

// Connections for nearly all who begin at once, so that they really meet in the database.
env.databasePool = 30;

const { viewer, open } = await useTrialStudies({ cases: 60 });

const blocks = (people: number, ratersPerCase: number) =>
  ({ design: "blocks", people, ratersPerCase, placeHours: null }) as const;
const full = { ok: false, error: "full" };

async function gather(study: TrialStudy, count: number): Promise<Sitter[]> {
  return Promise.all(Array.from({ length: count }, () => consent(study)));
}
const start = ({ viewer: person, sittingId }: Sitter) => startSitting(person, sittingId);

/** How many people each cell has and each case is asked of, counted from what was served, not from the counter. */
async function measure({ id }: TrialStudy) {
  const cells = await db.$queryRaw<{ taken: number; counted: number }[]>`
    SELECT c.taken, count(s.id) FILTER (WHERE s.state <> 'withdrawn' AND s.released_at IS NULL AND s.excluded_at IS NULL)::int AS counted
    FROM study_cells c LEFT JOIN sittings s ON s.study_id = c.study_id AND s.cell = c.number
    WHERE c.study_id = ${id}::uuid GROUP BY c.number, c.taken ORDER BY c.number`;
  const cases = await db.$queryRaw<{ asked: number }[]>`
    SELECT count(s.id)::int AS asked FROM study_cases c LEFT JOIN served_cases v ON v.study_case_id = c.id
      LEFT JOIN sittings s ON s.id = v.sitting_id AND s.state <> 'withdrawn' AND s.released_at IS NULL AND s.excluded_at IS NULL
    WHERE c.study_id = ${id}::uuid AND c.stratum IN ('selected', 'control') GROUP BY c.id`;
  for (const cell of cells) expect(cell.counted).toBe(cell.taken);
  return { cells: cells.map((cell) => cell.taken), cases: cases.map((row) => row.asked) };
}

describe("forty people who begin in the same second", () => {
  test("on ten cells of four fill each of them, and no case is asked of more than four", async () => {
    const study = await open({ assignment: blocks(40, 4) });
    const sitters = await gather(study, 40);
    const results = await Promise.all(sitters.map(start));
    expect(results.filter((result) => result.ok)).toHaveLength(40);
    const { cells, cases } = await measure(study);
    expect(cells).toEqual(Array.from({ length: 10 }, () => 4));
    expect(cases).toEqual(Array.from({ length: 50 }, () => 4));
  });

  thorough("where there is room for thirty: thirty begin and ten are told that it is full", async () => {
    const study = await open({ assignment: blocks(30, 3) });
    const sitters = await gather(study, 40);
    const results = await Promise.all(sitters.map(start));
    expect(results.filter((result) => result.ok)).toHaveLength(30);
    expect(results.filter((result) => !result.ok)).toEqual(Array.from({ length: 10 }, () => full));
    expect((await measure(study)).cells).toEqual(Array.from({ length: 10 }, () => 3));
    const waiting = await db.sitting.findMany({ where: { studyId: study.id, state: "consented" } });
    expect(waiting.map(({ cell }) => cell)).toEqual(Array.from({ length: 10 }, () => null));
  });

  thorough("each with their own cases get a cell each", async () => {
    const assignment = { design: "own", people: 40, placeHours: null } as const;
    const study = await open({ assignment, sample: { quota: { Literary: 6 } } });
    const sitters = await gather(study, 41);
    const results = await Promise.all(sitters.map(start));
    expect(results.filter((result) => !result.ok)).toEqual([full]);
    const { cells, cases } = await measure(study);
    expect(cells).toEqual(Array.from({ length: 40 }, () => 1));
    // 240 places among 60 cases: no case is used a fifth time before all were used four times.
    expect(cases).toEqual(Array.from({ length: 60 }, () => 4));
  });
});

thorough("at any number of people the cells differ by one at most", async () => {
  const study = await open({ assignment: blocks(40, 4) });
  for (const wave of [3, 8, 2, 9]) {
    await Promise.all((await gather(study, wave)).map(start));
    const { cells } = await measure(study);
    expect(Math.max(...cells) - Math.min(...cells)).toBeLessThanOrEqual(1);
  }
});

test("whoever begins twice in the same instant has one place and one set of cases", async () => {
  const study = await open({ assignment: blocks(4, 2) });
  const sitter = await consent(study);
  const results = await Promise.all([start(sitter), start(sitter), start(sitter)]);
  expect(results).toEqual(Array.from({ length: 3 }, () => ({ ok: true, value: { cases: 5 } })));
  expect((await measure(study)).cells).toEqual([1, 0]);
});

test("whoever begins and withdraws in the same instant is told so, and holds no place", async () => {
  const study = await open({ assignment: blocks(10, 5) });
  const sitters = await gather(study, 10);
  const results = await Promise.all(
    sitters.map((sitter) =>
      Promise.all([start(sitter), withdrawOwnSitting(sitter.viewer, sitter.sittingId, { erase: true })]),
    ),
  );
  for (const [begun, gone] of results) {
    if (!begun.ok) expect(begun).toEqual({ ok: false, error: "withdrawn" });
    expect(gone).toMatchObject({ ok: true });
  }
  expect((await measure(study)).cells).toEqual([0, 0]);
});

describe("a place that is given free", () => {
  const leave = {
    withdrawn: (id: string, number: number) => withdrawSitting(viewer, id, number, { erase: false }),
    excluded: (id: string, number: number) => excludeSitting(viewer, id, number, "Two people in one room"),
    released: (id: string, number: number) => releasePlace(viewer, id, number),
  };

  test.each(Object.entries(leave))("because one was %s goes to the next who comes", async (_why, go) => {
    const study = await open({ assignment: blocks(6, 2) });
    const sitters = await gather(study, 6);
    const late = await consent(study);
    for (const sitter of sitters) await start(sitter);
    expect(await start(late)).toEqual(full);
    const gone = await db.sitting.findUniqueOrThrow({ where: { id: sitters[2]?.sittingId ?? "" } });
    await go(study.id, gone.number);
    expect(await start(late)).toMatchObject({ ok: true });
    const came = await db.sitting.findUniqueOrThrow({ where: { id: late.sittingId } });
    expect(came.cell).toBe(gone.cell);
    expect((await measure(study)).cells).toEqual([2, 2, 2]);
  });

  test("is raced for by two, and one gets it", async () => {
    const study = await open({ assignment: blocks(2, 1) });
    const late = await gather(study, 2);
    const [first] = [await begin(study), await begin(study)];
    await withdrawSitting(viewer, study.id, await numberOf(first), { erase: false });
    const results = await Promise.all(late.map(start));
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect((await measure(study)).cells).toEqual([1, 1]);
  });

  test("is taken back by whoever lost it, where there is still room", async () => {
    const study = await open({ assignment: blocks(2, 1) });
    const [lost] = [await begin(study), await begin(study)];
    const before = await db.servedCase.findMany({ where: { sittingId: lost.sittingId } });
    await releasePlace(viewer, study.id, await numberOf(lost));
    expect((await measure(study)).cells.toSorted()).toEqual([0, 1]);
    expect(await start(lost)).toMatchObject({ ok: true });
    expect((await measure(study)).cells).toEqual([1, 1]);
    expect(await db.servedCase.findMany({ where: { sittingId: lost.sittingId } })).toEqual(before);
  });

  test("is full when somebody else has it", async () => {
    const study = await open({ assignment: blocks(2, 1) });
    const [lost] = [await begin(study), await begin(study)];
    await releasePlace(viewer, study.id, await numberOf(lost));
    await begin(study);
    expect(await start(lost)).toEqual(full);
    expect((await measure(study)).cells).toEqual([1, 1]);
  });

  test("by an exclusion comes back with its end only where there is room", async () => {
    const study = await open({ assignment: blocks(2, 1) });
    const [out] = [await begin(study), await begin(study)];
    const number = await numberOf(out);
    await excludeSitting(viewer, study.id, number, "Asked a friend");
    const other = await begin(study);
    expect(await includeSitting(viewer, study.id, number)).toEqual(full);
    await withdrawSitting(viewer, study.id, await numberOf(other), { erase: false });
    expect(await includeSitting(viewer, study.id, number)).toMatchObject({ ok: true });
    expect((await measure(study)).cells).toEqual([1, 1]);
  });
});

describe("after so many hours of inactivity", () => {
  const patient = { ...blocks(2, 1), placeHours: 48 };

  test("a place goes to somebody who needs it: that of the longest inactive, once", async () => {
    const study = await open({ assignment: patient });
    const late = await gather(study, 3);
    const sitters = [await begin(study), await begin(study)] as const;
    await becomeInactive(sitters[0], 49);
    await becomeInactive(sitters[1], 60);
    const results = await Promise.all(late.map(start));
    expect(results.filter((result) => result.ok)).toHaveLength(2);
    expect(results.filter((result) => !result.ok)).toEqual([full]);
    expect((await measure(study)).cells).toEqual([1, 1]);
    expect(await start(sitters[0])).toEqual(full);
  });

  test("nobody loses a place while another is free", async () => {
    const study = await open({ assignment: patient });
    const sitter = await begin(study);
    await becomeInactive(sitter, 100);
    await begin(study);
    expect(await db.sitting.findUnique({ where: { id: sitter.sittingId } })).toMatchObject({
      releasedAt: null,
    });
  });

  test("who is heard of in time and who has submitted lose nothing", async () => {
    const study = await open({ assignment: patient });
    const late = await consent(study);
    const [heard, done] = [await begin(study), await begin(study)];
    await becomeInactive(heard, 47);
    await becomeInactive(done, 100);
    await db.sitting.update({
      where: { id: done.sittingId },
      data: { state: "submitted", submittedAt: new Date() },
    });
    expect(await start(late)).toEqual(full);
  });

  test("without such a rule a place is kept for good", async () => {
    const study = await open({ assignment: blocks(1, 1) });
    const late = await consent(study);
    await becomeInactive(await begin(study), 10_000);
    expect(await start(late)).toEqual(full);
  });
});
