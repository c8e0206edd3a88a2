import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { lookUpStudy } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import {
  createInvitations,
  inviteSimulated,
  reissueInvitation,
  revokeInvitation,
} from "#lib/invitations/mutations.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";
import { startSitting } from "#lib/sittings/mutations.ts";
import type { SittingFilter } from "#lib/sittings/filters.ts";
import { getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import { listSittings } from "#lib/sittings/watching/list-queries.ts";
import { getLive, getTimelines } from "#lib/sittings/watching/live-queries.ts";
import {
  excludeSitting,
  extendTime,
  includeSitting,
  releasePlace,
  withdrawSitting,
} from "#lib/sittings/watching/staff-mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import {
  answerCase,
  becomeInactive,
  begin,
  consent,
  expectValue,
  finish,
  numberOf,
  type Sitter,
  type TrialStudy,
  useTrialStudies,
} from "#lib/testing/trial-study.ts";

const trial = await useTrialStudies({ cases: 12 });

describe("the list of sittings", () => {
  const { viewer, open } = trial;

  const rows = ({ id }: TrialStudy, given: Parameters<typeof listSittings>[2] = {}) =>
    listSittings(viewer, id, given);
  async function makeMember(study: TrialStudy | null) {
    const person = await makePerson({ role: "researcher" });
    if (study) await db.studyMember.create({ data: { studyId: study.id, userId: person.id } });
    return viewerFor({ ...person, role: "researcher" });
  }

  test("says where everybody is", async () => {
    const study = await open({ sample: { quota: { Literary: 3 } } });
    const [middle, waiting] = [await begin(study), await consent(study)];
    await answerCase(middle, 1, { choice: 0, activeMs: 700 });
    await answerCase(middle, 3, { choice: 0, activeMs: 800 });
    const { sittings, total, pages } = await rows(study);
    expect({ total, pages }).toEqual({ total: 2, pages: 1 });
    const here = {
      number: 1,
      state: "started",
      cases: 3,
      answered: 2,
      at: 2,
      activeMs: 1500,
      cell: 1,
      language: "en",
    };
    expect(sittings[0]).toMatchObject({ ...here, code: middle.handle, isDroppedOut: false });
    expect(sittings[1]).toMatchObject({
      number: 2,
      state: "consented",
      cases: 0,
      answered: 0,
      at: null,
      activeMs: null,
    });
    expectValue(await startSitting(waiting.viewer, waiting.sittingId));
    expect((await rows(study)).sittings[1]).toMatchObject({ state: "started", cases: 3, at: 1 });
  });

  test("is filtered as the totals count", async () => {
    const study = await open({ sample: { quota: { Literary: 1 } } });
    await consent(study);
    const [, inactive, out, gone] = [
      await begin(study),
      await begin(study),
      await begin(study),
      await begin(study),
    ];
    await finish(study, 1, 1000);
    await becomeInactive(inactive, 73);
    await excludeSitting(viewer, study.id, await numberOf(out), "Two tabs");
    await withdrawSitting(viewer, study.id, await numberOf(gone), { erase: true });
    const numbers = async (filter: SittingFilter) =>
      (await rows(study, { filter })).sittings.map(({ number }) => number);
    expect(await numbers("consented")).toEqual([1]);
    expect(await numbers("working")).toEqual([2]);
    expect(await numbers("dropped_out")).toEqual([3]);
    expect(await numbers("unfinished")).toEqual([2, 3]);
    expect(await numbers("excluded")).toEqual([4]);
    expect(await numbers("withdrawn")).toEqual([5]);
    expect(await numbers("submitted")).toEqual([6]);
    const { sittings } = await rows(study, { filter: "excluded" });
    expect(sittings[0]).toMatchObject({
      excludedReason: "Two tabs",
      excludedBy: viewer.name,
      isErased: false,
    });
  });

  test("finds one by number or participant code, and has fifty a page", async () => {
    const study = await open();
    const sitters = await Promise.all(Array.from({ length: 53 }, () => consent(study)));
    const { total, pages, sittings } = await rows(study, { page: 2 });
    expect({ total, pages }).toEqual({ total: 53, pages: 2 });
    expect(sittings.map(({ number }) => number)).toEqual([51, 52, 53]);
    expect((await rows(study, { page: 99 })).page).toBe(2);
    expect((await rows(study, { find: "7" })).sittings.map(({ number }) => number)).toEqual([7]);
    const some = sitters[9];
    const byCode = await rows(study, { find: ` ${some?.handle.toUpperCase()} ` });
    expect(byCode.sittings.map(({ code }) => code)).toEqual([some?.handle]);
    expect((await rows(study, { find: "nobody" })).total).toBe(0);
  });

  test("finds whoever shows the code they got at the end, for a part, too, however it is typed", async () => {
    const study = await open();
    const [whole, part] = [await finish(study, 5, 1000), await begin(study)];
    await consent(study);
    expectValue(await closeStudy(viewer, study.slug));
    const codes = await db.sitting.findMany({
      where: { studyId: study.id },
      select: { completionCode: true, partialCode: true },
      orderBy: { number: "asc" },
    });
    const [{ completionCode }, { partialCode }] = codes as [(typeof codes)[0], (typeof codes)[0]];
    expect(partialCode).toMatch(/^PART-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    // Who has finished, or hasn't begun, has none.
    expect(codes.map((one) => one.partialCode === null)).toEqual([true, false, true]);
    const found = async (find: string) => (await rows(study, { find })).sittings.map(({ code }) => code);
    expect(await found(completionCode?.toLowerCase() ?? "")).toEqual([whole.handle]);
    expect(await found(` ${partialCode?.replaceAll("-", " ").toLowerCase()}`)).toEqual([part.handle]);
    expect(await getOwnPlace(part.viewer, part.sittingId)).toMatchObject({ partialCode, study: "closed" });
    const member = await makeMember(study);
    expect((await listSittings(member, study.id, { find: partialCode ?? "" })).total).toBe(0);
    expect((await listSittings(member, study.id)).sittings.map((one) => one.partialCode)).toEqual([
      null,
      null,
      null,
    ]);
  });

  test("shows researchers of the study no codes, and other researchers nothing", async () => {
    const study = await open();
    const { handle } = await consent(study);
    const [member, stranger] = [await makeMember(study), await makeMember(null)];
    expect((await listSittings(member, study.id)).sittings).toMatchObject([{ number: 1, code: null }]);
    expect((await listSittings(member, study.id, { find: handle })).total).toBe(0);
    expect((await getLive(member, study.id)).totals.consented).toBe(1);
    expect(await lookUpStudy(stranger, { id: study.id }, {})).toBeNull();
  });
});

describe("live figures", () => {
  const { viewer, open } = trial;

  const look = ({ id }: TrialStudy) => getLive(viewer, id);

  describe("the totals", () => {
    test("of a study that nobody has come to", async () => {
      const { totals, simulated, interim, planned } = await look(await open());
      expect(totals).toEqual({
        invited: 0,
        consented: 0,
        started: 0,
        working: 0,
        submitted: 0,
        droppedOut: 0,
        withdrawn: 0,
        excluded: 0,
        flagged: 0,
        medianActiveMs: null,
      });
      expect(simulated).toBeNull();
      expect(interim).toBeNull();
      expect(planned).toEqual({ people: 20, design: "same" });
    });

    test("keep the simulated apart from people, in every figure", async () => {
      const study = await open({ sample: { quota: { Literary: 2 } }, rules: { interim: true } });
      await finish(study, 2, 1000);
      await begin(study);
      const made = expectValue(await inviteSimulated(viewer, study.id, { count: 3, seed: 1 }));
      const [one, two] = made.map(({ code }) => ({ link: code }));
      if (!one || !two) throw new Error("no invitations");
      await finish(one, 2, 50_000);
      await finish(two, 2, 70_000);
      const { totals, simulated, interim } = await look(study);
      expect(totals).toMatchObject({ invited: 2, consented: 2, started: 2, working: 1, submitted: 1 });
      expect(totals.medianActiveMs).toBe(2000);
      expect(simulated).toMatchObject({ invited: 3, consented: 2, started: 2, working: 0, submitted: 2 });
      expect(simulated?.medianActiveMs).toBe(120_000);
      expect(interim?.reduce((sum, { answered }) => sum + answered, 0)).toBe(2);
    });

    test("count everybody where they are, once", async () => {
      const study = await open({ sample: { quota: { Literary: 2 } }, assignment: { placeHours: 48 } });
      await consent(study);
      const [, inactive, away] = [await begin(study), await begin(study), await begin(study)];
      await becomeInactive(inactive, 49);
      await becomeInactive(away, 47);
      const done = [await finish(study, 2, 1000), await finish(study, 2, 2000), await finish(study, 2, 4000)];
      const [left, out, both] = [
        await finish(study, 2, 9000),
        await finish(study, 2, 9000),
        await begin(study),
      ];
      await withdrawSitting(viewer, study.id, await numberOf(left), { erase: true });
      await excludeSitting(viewer, study.id, await numberOf(out), "Asked a friend");
      await excludeSitting(viewer, study.id, await numberOf(both), "Asked a friend");
      await withdrawSitting(viewer, study.id, await numberOf(both), { erase: false });
      const { totals, cells, silentHours } = await look(study);
      expect(done).toHaveLength(3);
      expect(silentHours).toBe(48);
      expect(totals).toMatchObject({ invited: 10, consented: 10, started: 9, working: 2, submitted: 3 });
      expect(totals).toMatchObject({ droppedOut: 1, withdrawn: 2, excluded: 1, medianActiveMs: 4000 });
      expect(cells.rows).toEqual([{ number: 1, capacity: null, taken: 6, submitted: 3 }]);
    });

    test("invited are those with a link of their own, lost links once, and who came through open ones", async () => {
      const study = await open();
      const made = expectValue(
        await createInvitations(viewer, study.id, { count: 5, cohort: null, expiresAt: null }),
      );
      expectValue(await reissueInvitation(viewer, study.id, made[0]?.id ?? ""));
      expectValue(await revokeInvitation(viewer, study.id, made[1]?.id ?? ""));
      await consent(study);
      await consent(study);
      expect((await look(study)).totals).toMatchObject({ invited: 6, consented: 2 });
    });
  });

  describe("the cells", () => {
    test("are told each, and altogether", async () => {
      const assignment = { design: "blocks", people: 6, ratersPerCase: 2 } as const;
      const study = await open({ assignment, sample: { quota: { Literary: 2 } } });
      for (let i = 0; i < 4; i++) await begin(study);
      await finish(study, 2, 1000);
      const { cells } = await look(study);
      expect(cells.rows).toEqual([
        { number: 1, capacity: 2, taken: 2, submitted: 0 },
        { number: 2, capacity: 2, taken: 2, submitted: 1 },
        { number: 3, capacity: 2, taken: 1, submitted: 0 },
      ]);
      expect(cells.summary).toEqual({
        cells: 3,
        full: 2,
        partly: 1,
        empty: 0,
        leastTaken: 1,
        mostTaken: 2,
        leastSubmitted: 0,
        mostSubmitted: 1,
      });
    });

    test("are told altogether only, where there are more than sixty", async () => {
      const study = await open({
        assignment: { design: "own", people: 61 },
        sample: { quota: { Literary: 2 } },
      });
      await begin(study);
      const { cells } = await look(study);
      expect(cells.rows).toBeNull();
      expect(cells.summary).toMatchObject({ cells: 61, full: 1, empty: 60, partly: 0 });
    });
  });

  describe("interim results", () => {
    const golds = async ({ sittingId }: Sitter) => {
      const served = await db.servedCase.findMany({
        where: { sittingId },
        orderBy: { position: "asc" },
        select: { optionOrder: true, studyCase: { select: { caseVersion: { select: { gold: true } } } } },
      });
      return served.map((item) => item.optionOrder.indexOf(item.studyCase.caseVersion.gold?.choice ?? -1));
    };

    test("stay hidden unless they were switched on before opening", async () => {
      const study = await open();
      await finish(study, 5, 1000);
      const live = await look(study);
      expect(live.interim).toBeNull();
      const list = await listSittings(viewer, study.id);
      expect(JSON.stringify([live, list])).not.toMatch(/right|correct|accuracy|choice/i);
    });

    test("count right answers by track and stratum, without those who withdrew or were excluded", async () => {
      const study = await open({ rules: { interim: true }, sample: { quota: { Literary: 3 } } });
      const sitters = [await begin(study), await begin(study), await begin(study)] as const;
      for (const sitter of sitters) {
        const right = await golds(sitter);
        await answerCase(sitter, 1, { choice: right[0] ?? 0 });
        await answerCase(sitter, 2, { choice: ((right[1] ?? 0) + 1) % 4 });
      }
      await excludeSitting(viewer, study.id, await numberOf(sitters[1]), "Asked a friend");
      await withdrawSitting(viewer, study.id, await numberOf(sitters[2]), { erase: false });
      expect((await look(study)).interim).toEqual([
        { track: "Literary", stratum: "selected", answered: 2, judged: 2, right: 1 },
      ]);
    });
  });

  describe("answers over time", () => {
    test("rise as they were saved, people apart from the simulated, without whoever withdrew", async () => {
      const study = await open({ sample: { quota: { Literary: 2 } } });
      const made = expectValue(await inviteSimulated(viewer, study.id, { count: 1, seed: 1 }));
      await finish({ link: made[0]?.code ?? "" }, 2, 1000);
      const [early, late, left] = [
        await finish(study, 2, 1000),
        await begin(study),
        await finish(study, 2, 1000),
      ];
      await answerCase(late, 1, { choice: 0 });
      await withdrawSitting(viewer, study.id, await numberOf(left), { erase: false });
      const noon = new Date("2026-03-01T12:00:00Z");
      const save = (sitter: Sitter, position: number, seconds: number) =>
        db.answer.updateMany({
          where: { sittingId: sitter.sittingId, position },
          data: { savedAt: new Date(noon.getTime() + seconds * 1000) },
        });
      await save(early, 1, 0);
      await save(early, 2, 60);
      await save(late, 1, 3600);
      const { people, simulated } = await getTimelines(study.id);
      expect(people).toEqual({
        first: noon,
        steps: [
          [0, 1],
          [60, 2],
          [3600, 3],
        ],
      });
      expect(simulated?.steps.at(-1)?.[1]).toBe(2);
    });

    test("there are none before the first", async () => {
      expect(await getTimelines((await open()).id)).toEqual({ people: null, simulated: null });
    });
  });
});

describe("what staff may do", async () => {
  const { viewer, open } = await useTrialStudies({ cases: 8 });

  const refused = (error: string) => ({ ok: false, error });
  const events = ({ id }: TrialStudy) =>
    db.auditEvent.findMany({
      where: { subjectType: "study", subjectId: id, action: { startsWith: "sitting." } },
      select: { action: true, actorId: true, details: true },
      orderBy: { id: "asc" },
    });
  const event = (action: string, details: object) => ({ action, actorId: viewer.userId, details });

  test("an exclusion has a reason and a name, is taken back, and both stand in the record", async () => {
    const study = await open();
    const { sittingId } = await begin(study);
    const reason = "Answered together with number 2";
    expectValue(await excludeSitting(viewer, study.id, 1, reason));
    expect(await excludeSitting(viewer, study.id, 1, "Again")).toEqual(refused("excluded"));
    const where = { id: sittingId };
    const excluded = { excludedReason: reason, excludedById: viewer.userId, state: "started" };
    expect(await db.sitting.findUnique({ where })).toMatchObject(excluded);
    expectValue(await includeSitting(viewer, study.id, 1));
    expectValue(await includeSitting(viewer, study.id, 1));
    expect(await db.sitting.findUnique({ where })).toMatchObject({ excludedAt: null, excludedReason: null });
    expect(await events(study)).toEqual([
      event("sitting.excluded", { number: 1, reason }),
      event("sitting.included", { number: 1 }),
    ]);
  });

  describe("withdrawing on request", () => {
    test("erases the answers with their history where asked, and nobody else's", async () => {
      const study = await open();
      const sitters = [await begin(study), await begin(study)] as const;
      for (const { viewer: person, sittingId } of sitters) {
        const given = { sittingId, position: 1, revision: 1, clientAt: new Date(), id: randomUUID() };
        expectValue(await saveAnswer(person, { ...given, value: answerValue.parse({ choice: 1 }) }));
      }
      expectValue(await withdrawSitting(viewer, study.id, 1, { erase: true }));
      const left = await db.answerRevision.findMany({ where: { served: { studyId: study.id } } });
      expect(left.map(({ sittingId }) => sittingId)).toEqual([sitters[1].sittingId]);
      expect(await db.answer.count({ where: { sittingId: sitters[0].sittingId } })).toBe(0);
      expect(await events(study)).toEqual([event("sitting.withdrawn", { number: 1, erased: true })]);
    });

    test("changes nothing the second time, but may still erase", async () => {
      const study = await open();
      await begin(study);
      for (const erase of [false, false, true, true])
        expectValue(await withdrawSitting(viewer, study.id, 1, { erase }));
      const details = (await events(study)).map((event) => event.details);
      expect(details).toEqual([
        { number: 1, erased: false },
        { number: 1, erased: true },
      ]);
      expect(await excludeSitting(viewer, study.id, 1, "Late")).toEqual(refused("withdrawn"));
      expect(await includeSitting(viewer, study.id, 1)).toEqual(refused("withdrawn"));
    });
  });

  test("a place is released once, and only of somebody in the middle of it", async () => {
    const study = await open();
    await begin(study);
    await consent(study);
    expectValue(await releasePlace(viewer, study.id, 1));
    expectValue(await releasePlace(viewer, study.id, 1));
    expect(await releasePlace(viewer, study.id, 2)).toEqual(refused("not_working"));
    expect(await events(study)).toEqual([event("sitting.released", { number: 1 })]);
  });

  test("one person may get more time where there is a limit", async () => {
    const study = await open({ questions: { timeLimitMinutes: 30 } });
    const [{ sittingId }] = [await begin(study), await begin(study)];
    expectValue(await extendTime(viewer, study.id, 1, 15));
    expectValue(await extendTime(viewer, study.id, 1, 5));
    expect(await db.sitting.findUnique({ where: { id: sittingId } })).toMatchObject({
      timeAllowanceMs: 50 * 60_000,
    });
    const other = await db.sitting.findFirst({ where: { studyId: study.id, number: 2 } });
    expect(other).toMatchObject({ timeAllowanceMs: 30 * 60_000 });
    const endless = await open();
    await begin(endless);
    expect(await extendTime(viewer, endless.id, 1, 15)).toEqual(refused("no_limit"));
  });

  test("a sitting of another study isn't found", async () => {
    const [study, other] = [await open(), await open()];
    await begin(study);
    expect(await excludeSitting(viewer, other.id, 1, "Wrong study")).toEqual(refused("not_found"));
    expect(await withdrawSitting(viewer, randomUUID(), 1, { erase: true })).toEqual(refused("not_found"));
  });
});
