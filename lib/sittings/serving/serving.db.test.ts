import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { endSignIns, findSignIn } from "#lib/auth/sign-in/sign-ins.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { createOpenLink, reissueInvitation, revokeInvitation } from "#lib/invitations/mutations.ts";
import { startSitting, submitSitting } from "#lib/sittings/mutations.ts";
import { withdrawOwnSitting } from "#lib/sittings/ending/withdraw-mutations.ts";
import { getOwnSitting, listOwnSittings } from "#lib/sittings/queries.ts";
import { findSittingByCode, getOwnEnding, inspectReturn } from "#lib/sittings/returning/queries.ts";
import { getOwnPlace, getOwnScore } from "#lib/sittings/serving/case-queries.ts";
import { countInterim } from "#lib/sittings/watching/live-queries.ts";
import { addKinds, getManifest } from "#lib/studies/queries.ts";
import { parseManifest } from "#lib/studies/opening/manifest.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { readManifest } from "#lib/studies/opening/plan-reading.ts";
import { closeStudy, pauseStudy } from "#lib/studies/mutations.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { readExport, readLines } from "#lib/study-exports/testing/read-export.ts";
import { writeResults } from "#lib/results/document.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { goBack, inviteAs, join, later, refused } from "#lib/testing/inviting.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { answerCase, begin, expectValue, useTrialStudies, viewerOf } from "#lib/testing/trial-study.ts";

describe("one’s own score", async () => {
  const trial = await useTrialBenchmark();
  const { viewer } = trial;
  const read = (name: string) =>
    readFileSync(`docs/formats/${name}-example.jsonl`, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  const levels = { openness: 0, conscientiousness: 0, extraversion: 0, agreeableness: 0, neuroticism: 0 };

  /** Two texts and three labels of which it is known what is right, one of which it isn't, and a judged person with expected levels. */
  async function open(questions: object) {
    const texts = read("texts")
      .filter(({ gold }) => gold !== undefined)
      .slice(0, 2);
    const labels = read("labels").map(({ gold: _, ...rest }) => rest);
    const known = labels.slice(0, 3).map((line) => ({ ...line, gold: "Contradiction" }));
    const [person] = read("traits");
    const expected = Object.fromEntries(Object.keys(levels).map((trait) => [trait, "Low"]));
    const lines = [
      ...texts,
      ...known,
      ...labels.slice(3, 4),
      { ...person, gold: expected, track: "Traits" },
    ].map((line, position) => ({ ...line, id: `case-${position}`, group: undefined }));
    const all = lines.map((line) => JSON.stringify(line)).join("\n");
    expect((await trial.importCases(all, { track: null })).problems).toEqual([]);
    const quota = { [String(texts[0]?.["track"])]: 2, Consistency: 4, Traits: 1 };
    const slug = await makeDraft(viewer, trial.slug(), {
      frame: { tracks: Object.keys(quota) },
      sample: { seed: 7, quota },
      questions,
    });
    expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
    const { id } = await requireStudy(viewer, slug);
    const { code } = expectValue(
      await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }),
    );
    return { id, link: code };
  }

  test("the score at the end is told kind by kind, of cases of which it is known what is right", async () => {
    const study = await open({ showScore: true, mayPass: true });
    const sitter = await begin(study);
    const place = await getOwnPlace(sitter.viewer, sitter.sittingId);
    expect(place?.kinds).toEqual(["texts", "label", "traits"]);
    let passes = 1;
    for (const { position, asked } of place?.progress ?? [])
      await answerCase(
        sitter,
        position,
        asked.kind === "traits"
          ? levels
          : asked.kind === "label" && passes-- > 0
            ? { cannotRead: true }
            : { choice: 0 },
      );
    expect(await getOwnScore(sitter.viewer, sitter.sittingId)).toEqual([]);
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    const scores = await getOwnScore(sitter.viewer, sitter.sittingId);
    expect(scores.map(({ kind, count, passed }) => [kind, count + passed])).toEqual([
      ["texts", 2],
      ["label", 3],
    ]);
    for (const { right, count } of scores) expect(right).toBeLessThanOrEqual(count);
  });

  test("a manifest that names no kinds has those of the cases that the study drew", async () => {
    const study = await open({});
    const stored = await getManifest(study.id);
    const manifest = parseManifest(stored?.content ?? "");
    const old = manifest.eligible.map(({ kinds: _, withGold: __, ...rest }) => rest);
    expect(readManifest({ ...manifest, eligible: old }, null).task.kinds).toEqual(["choice"]);
    const named = await addKinds(study.id, old);
    const kindsOf = (eligible: typeof manifest.eligible) =>
      eligible.map(({ track, kinds = [] }) => `${track}: ${kinds.join(", ")}`);
    expect(kindsOf(named)).toEqual(kindsOf(manifest.eligible));
    expect(readManifest({ ...manifest, eligible: named }, null).task).toMatchObject({
      kinds: readManifest(manifest, null).task.kinds,
      measures: readManifest(manifest, null).task.measures,
    });
    // Of a track of which no case was drawn nothing is known, and nothing is said.
    const undrawn = await addKinds(
      study.id,
      old.map((one) => ({ ...one, track: `no ${one.track}` })),
    );
    expect(undrawn.flatMap(({ kinds }) => kinds)).toEqual([]);
    // What it names itself stands.
    expect(await addKinds(study.id, manifest.eligible)).toBe(manifest.eligible);
  });
});

describe("repeats", async () => {
  const { viewer, open } = await useTrialStudies({ cases: 12 });

  const sample = { quota: { Literary: 6 }, repeats: 2 };

  test("what comes again is answered like any case, and is in no figure", async () => {
    const study = await open({ sample });
    const sitter = await begin(study);
    const served = await db.servedCase.findMany({
      where: { sittingId: sitter.sittingId },
      orderBy: { position: "asc" },
    });
    expect(served).toHaveLength(8);
    const again = served.filter(({ repeats }) => repeats !== null);
    expect(again.map(({ studyCaseId }) => studyCaseId)).toEqual(
      again.map(({ repeats }) => served[(repeats ?? 0) - 1]?.studyCaseId),
    );
    for (const { position, repeats } of served)
      if (repeats === null) await answerCase(sitter, position, { choice: 1 });
    // Two are left, and nobody hands in without them.
    expect(await submitSitting(sitter.viewer, sitter.sittingId)).toMatchObject({
      ok: false,
      error: "incomplete",
      fields: Object.fromEntries(again.map(({ position }) => [String(position), "choice"])),
    });
    for (const { position } of again) await answerCase(sitter, position, { choice: 0 });
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    expect(await countInterim(study.id)).toMatchObject([{ track: "Literary", answered: 6 }]);
    expectValue(await closeStudy(viewer, study.slug));
    const rows = await getRows(viewer, study.slug);
    expect(rows?.people).toMatchObject([{ cases: 6, answered: 6 }]);
    expect(rows?.answers.length).toBe(6);
    const firsts = served.filter(({ repeats }) => repeats === null).map(({ position }) => position);
    expect([...(rows?.answers.position ?? [])]).toEqual(firsts);
  });

  test("how far people agree with themselves is told of those who answered both times", async () => {
    const study = await open({ sample });
    for (const isSteady of [true, false]) {
      const sitter = await begin(study);
      const served = await db.servedCase.findMany({
        where: { sittingId: sitter.sittingId },
        orderBy: { position: "asc" },
      });
      for (const { position, repeats } of served)
        await answerCase(sitter, position, { choice: repeats === null || isSteady ? 1 : 2 });
      expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    }
    // Who hasn't come to the second showing has no part in it.
    const third = await begin(study);
    await answerCase(third, 1, { choice: 1 });
    expectValue(await closeStudy(viewer, study.slug));
    const rows = await getRows(viewer, study.slug);
    const told = rows && (await writeResults(rows, mainView("people"))).selfAgreement;
    // Options stand in another order the second time: what is the same is the option, not its place.
    const answers = await db.answer.findMany({
      where: { served: { repeats: { not: null }, sitting: { studyId: study.id } } },
      select: { decision: true, served: { select: { first: { select: { answer: true } } } } },
    });
    const same = answers.filter(({ decision, served }) => decision === served.first?.answer?.decision);
    expect(told).toMatchObject({ pairs: 4, people: 2, kappa: null, change: null });
    expect(told?.same.value).toBe(same.length / 4);
    const plain = await open();
    expectValue(await closeStudy(viewer, plain.slug));
    const without = await getRows(viewer, plain.slug);
    expect(without && (await writeResults(without, mainView("people")))).not.toHaveProperty("selfAgreement");
  });

  test("an export says of each answer what it repeats, and counts it nowhere", async () => {
    const study = await open({ sample });
    const sitter = await begin(study);
    const served = await db.servedCase.findMany({
      where: { sittingId: sitter.sittingId },
      orderBy: { position: "asc" },
    });
    for (const { position } of served) await answerCase(sitter, position, { choice: 1 });
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    expectValue(await closeStudy(viewer, study.slug));
    const files = await readExport(viewer, study.slug, { numbers: "study" });
    const answers = readLines(files.get("answers.jsonl"));
    expect(answers.map(({ position, repeats }) => [position, repeats])).toEqual(
      served.map(({ position, repeats }) => [position, repeats]),
    );
    expect(readLines(files.get("participants.jsonl"))).toMatchObject([{ cases: 6, answered: 6 }]);
    const model = files.get("people-as-model/Literary_people.csv") ?? "";
    expect([...model.matchAll(/1 answer: /g)]).toHaveLength(6);
    expect(files.get("codebook.md")).toContain("`repeats`");
    const plain = await open();
    expectValue(await closeStudy(viewer, plain.slug));
    expect((await readExport(viewer, plain.slug)).get("answers.csv")).not.toContain("repeats");
  });

  test("a study doesn’t open that would bring again more than half of somebody’s cases", async () => {
    await expect(open({ sample: { quota: { Literary: 5 }, repeats: 3 } })).rejects.toThrow(
      "too_many_repeats",
    );
    await open({ sample: { quota: { Literary: 5 }, repeats: 2 } });
  });
});

describe("returning", async () => {
  env.databasePool = 12;

  const { viewer, open } = await useTrialStudies({ cases: 8 });

  const { inviteOne } = inviteAs(viewer);
  const send = (code: string, form: string) => join(code, { form });

  describe("the same form sent again", () => {
    test("makes one person, however many times and through whichever kind of link", async () => {
      const study = await open();
      for (const code of [study.link, (await inviteOne(study)).code]) {
        const form = randomUUID();
        const sent = await Promise.all(Array.from({ length: 5 }, () => send(code, form)));
        const ids = sent.map((result) => expectValue(result).sittingId);
        expect(new Set(ids).size).toBe(1);
        expect(sent.map((result) => expectValue(result).isReturn).toSorted()).toEqual([
          false,
          true,
          true,
          true,
          true,
        ]);
      }
      expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(2);
      expect(await db.user.count({ where: { sittings: { some: { studyId: study.id } } } })).toBe(2);
      const uses = await db.invitation.aggregate({ where: { studyId: study.id }, _sum: { uses: true } });
      expect(uses._sum.uses).toBe(2);
    });

    test("opens nothing of another link, nor once its person has begun or a day has gone by", async () => {
      const [study, other] = [await open(), await open()];
      const form = randomUUID();
      const { sittingId } = expectValue(await send(study.link, form));
      expect(expectValue(await send(other.link, form)).sittingId).not.toBe(sittingId);
      const tick = (consentedAt: Date) =>
        db.sitting.update({ where: { id: sittingId }, data: { consentedAt } });
      await tick(later(-25));
      expect(await send(study.link, form)).toEqual(refused("begun"));
      await tick(new Date());
      expect(await send(study.link, form)).toMatchObject({ ok: true });
      const { userId } = await db.sitting.findUniqueOrThrow({ where: { id: sittingId } });
      const { handle } = await db.user.findUniqueOrThrow({ where: { id: userId } });
      expectValue(await startSitting(await viewerOf(handle), sittingId));
      expect(await send(study.link, form)).toEqual(refused("begun"));
      expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(1);
    });
  });

  test("a form that stays on a screen is of no use once its person has signed out", async () => {
    const study = await open();
    const form = randomUUID();
    const { userId } = expectValue(await send(study.link, form));
    await endSignIns(db, userId);
    expect(await send(study.link, form)).toEqual(refused("begun"));
    expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(1);
  });

  describe("coming back", () => {
    test("by a re-issued invitation leads to the sitting begun with the one before, once", async () => {
      const study = await open();
      const first = await inviteOne(study);
      const joined = expectValue(await join(first.code));
      const second = expectValue(await reissueInvitation(viewer, study.id, first.id));
      const third = expectValue(await reissueInvitation(viewer, study.id, second.id));
      expect(await join(second.code)).toEqual(refused("replaced"));
      // Those in the middle of a sitting may finish.
      expectValue(await pauseStudy(viewer, study.slug));
      expect(await join(third.code)).toEqual({
        ok: true,
        value: { ...joined, isReturn: true, signInId: expect.any(String) },
      });
      expect(await join(third.code)).toEqual(refused("used"));
      expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(1);
    });

    test("is refused to whoever was deactivated: no second sitting comes of it", async () => {
      const study = await open();
      const first = await inviteOne(study);
      const { handle } = expectValue(await join(first.code));
      await db.user.update({ where: { handle }, data: { deactivatedAt: new Date() } });
      const second = expectValue(await reissueInvitation(viewer, study.id, first.id));
      expect(await join(second.code)).toEqual(refused("revoked"));
      expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(1);
    });

    test("by the personal link itself signs its person in, as long as they have no passphrase", async () => {
      const study = await open();
      const { id, code } = await inviteOne(study);
      expect(await goBack(code)).toEqual(refused("unknown"));
      const { sittingId, userId } = expectValue(await join(code));
      expect(await inspectReturn(code, null)).toMatchObject({ asks: "nothing" });
      for (let i = 0; i < 2; i++) {
        const back = expectValue(await goBack(code));
        expect(back.sittingId).toBe(sittingId);
        expect((await findSignIn(back.signInId))?.user.id).toBe(userId);
      }
      // Its end is the end of beginning.
      await db.invitation.update({ where: { id }, data: { expiresAt: later(-1) } });
      expectValue(await closeStudy(viewer, study.slug));
      expect(expectValue(await goBack(code)).sittingId).toBe(sittingId);
      await revokeInvitation(viewer, study.id, id);
      expect(await goBack(code)).toEqual(refused("revoked"));
      expect(await inspectReturn(code, null)).toMatchObject({ asks: null });
      expect(await db.invitation.findUnique({ where: { id } })).toMatchObject({ uses: 1 });
    });

    test("by the newest of several personal links alone, and not for who was deactivated", async () => {
      const study = await open();
      const first = await inviteOne(study);
      const { sittingId, handle } = expectValue(await join(first.code));
      const second = expectValue(await reissueInvitation(viewer, study.id, first.id));
      expect(await goBack(first.code)).toEqual(refused("replaced"));
      expect(expectValue(await goBack(second.code)).sittingId).toBe(sittingId);
      expect(await db.invitation.findUnique({ where: { id: second.id } })).toMatchObject({ uses: 1 });
      await db.user.update({ where: { handle }, data: { deactivatedAt: new Date() } });
      expect(await goBack(second.code)).toEqual(refused("revoked"));
      expect(await inspectReturn(second.code, null)).toMatchObject({ asks: null });
    });

    test("by the personal link tells that it is over, and when; the link of another tells it to nobody", async () => {
      const study = await open();
      const [mine, theirs] = [await inviteOne(study), await inviteOne(study)];
      const { sittingId, handle } = expectValue(await join(mine.code));
      const me = await viewerOf(handle);
      expect(await inspectReturn(mine.code, null)).toMatchObject({ asks: "nothing", ended: null });
      expect(await getOwnEnding(me, sittingId)).toBeNull();
      expectValue(await withdrawOwnSitting(me, sittingId, { erase: false }));
      const { withdrawnAt: at } = await db.sitting.findUniqueOrThrow({ where: { id: sittingId } });
      expect(await inspectReturn(mine.code, null)).toMatchObject({ ended: { state: "withdrawn", at } });
      expect(await getOwnEnding(me, sittingId)).toEqual({ state: "withdrawn", at });
      expect(await inspectReturn(theirs.code, null)).toMatchObject({ asks: null, ended: null });
      const other = await viewerOf(expectValue(await join(theirs.code)).handle);
      expect(await getOwnEnding(other, sittingId)).toBeNull();
    });

    test("by an open link leads nobody anywhere", async () => {
      const study = await open();
      await join(study.link);
      expect(await inspectReturn(study.link, null)).toEqual({ asks: null, ended: null, isFull: false });
      expect(await goBack(study.link)).toEqual(refused("unknown"));
      expect(await goBack("no code")).toEqual(refused("unknown"));
    });

    test("is tried so often and not more", async () => {
      const study = await open();
      const { code } = await inviteOne(study);
      for (let i = 0; i < 5; i++) expect(await goBack(code)).toEqual(refused("unknown"));
      expect(await goBack(code)).toMatchObject(refused("throttled"));
    });

    test("by one's own link while signed in leads to one's sitting; a stranger's link leads nowhere", async () => {
      const study = await open();
      const [mine, theirs] = [await inviteOne(study), await inviteOne(study)];
      const joined = expectValue(await join(mine.code));
      await join(theirs.code);
      const me = await viewerOf(joined.handle);
      expect(await findSittingByCode(me, mine.code)).toBe(joined.sittingId);
      expect(await findSittingByCode(me, theirs.code)).toBeNull();
      expect(await findSittingByCode(me, "nothing")).toBeNull();
      expect(await getOwnSitting(me, joined.sittingId)).toMatchObject({ number: 1, state: "consented" });
      const own = await listOwnSittings(me);
      expect(own.map(({ id }) => id)).toEqual([joined.sittingId]);
      // What the team calls a study may tell why its cases were chosen.
      expect(own[0]?.study.title).toBe("Who is speaking?");
      const others = await db.sitting.findFirstOrThrow({ where: { studyId: study.id, number: 2 } });
      expect(await getOwnSitting(me, others.id)).toBeNull();
    });
  });
});
