import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import {
  createInvitations,
  inviteSimulated,
  reissueInvitation,
  revokeInvitation,
} from "#lib/invitations/mutations.ts";
import { listSittings } from "#lib/sittings/watching/list-queries.ts";
import { getLive } from "#lib/sittings/watching/live-queries.ts";
import { getTimelines } from "#lib/sittings/watching/timeline-queries.ts";
import { excludeSitting, withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import {
  answerCase,
  begin,
  consent,
  expectValue,
  becomeInactive,
  finish,
  numberOf,
  useTrialStudies,
  type Sitter,
  type TrialStudy,
} from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies({ cases: 12 });

const look = ({ id }: TrialStudy) => getLive(id);

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
