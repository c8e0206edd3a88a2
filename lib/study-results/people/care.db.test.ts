import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { listSittings } from "#lib/sittings/watching/list-queries.ts";
import { getLive } from "#lib/sittings/watching/live-queries.ts";
import { excludeSitting } from "#lib/sittings/watching/staff-mutations.ts";
import type { SittingFilter } from "#lib/sittings/filters.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { countArrivals } from "#lib/study-results/people/arrivals-queries.ts";
import { getParticipantFlags } from "#lib/study-results/people/care-queries.ts";
import { computeFlow } from "#lib/study-results/people/flow.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import {
  answerCase,
  begin,
  expectValue,
  finish,
  numberOf,
  useTrialStudies,
  type Sitter,
  type TrialStudy,
} from "#lib/testing/trial-study.ts";

const cases = 12;
const { viewer, open } = await useTrialStudies({ cases: 24 });
const sample = { quota: { Literary: cases } };

const positions = Array.from({ length: cases }, (_, i) => i + 1);

/** As if the answers had come that long after the start, one after the other. */
async function spread({ sittingId }: Sitter, secondsEach: number): Promise<void> {
  await db.$executeRaw`
    UPDATE sittings SET started_at = now() - make_interval(secs => ${cases * secondsEach}::float8)
    WHERE id = ${sittingId}::uuid`;
}

async function careOf(study: TrialStudy) {
  const care = await getParticipantFlags(viewer, study);
  const flags = new Map(care.people.map((person) => [person.number, person.flags.map(({ kind }) => kind)]));
  return { care, flagsOf: async (sitter: Sitter) => flags.get(await numberOf(sitter)) ?? [] };
}

test("twelve answers in no time are flagged, without a script and with forged times, whatever the plan says", async () => {
  const study = await open({ sample });
  const [scriptless, forged] = [await begin(study), await begin(study)];
  for (const position of positions) {
    await answerCase(scriptless, position, { choice: position % 3, activeMs: 0 });
    await answerCase(forged, position, { choice: position % 3, activeMs: 45_000 });
  }
  const { care, flagsOf } = await careOf(study);
  expect([await flagsOf(scriptless), await flagsOf(forged)]).toEqual([["server_haste"], ["server_haste"]]);
  expect(care.leftOut).toEqual([]);
});

test("the plan’s rule excludes them by the server’s clock where it says so, and spares who had the time", async () => {
  const haste = { seconds: 5, share: 0.2, byServer: true };
  const study = await open({ sample, rules: { haste } });
  const [machine, offline] = [await finish(study, cases, 45_000), await finish(study, cases, 45_000)];
  await spread(offline, 45);
  const { care, flagsOf } = await careOf(study);
  expect(care.leftOut).toEqual([await numberOf(machine)]);
  expect(await flagsOf(offline)).toContain("server_haste");
  const old = await open({ sample, rules: { haste: { seconds: 5, share: 0.2 } } });
  await finish(old, cases, 45_000);
  expect((await getParticipantFlags(viewer, old)).leftOut).toEqual([]);
});

test("answers that an earlier sitting was given come at no known time", async () => {
  const study = await open({ sample, rules: { haste: { seconds: 5, share: 0.2, byServer: true } } });
  const sitter = await finish(study, cases, 45_000);
  await db.$executeRaw`
    UPDATE sittings SET started_at = now() + interval '1 hour' WHERE id = ${sitter.sittingId}::uuid`;
  const { care, flagsOf } = await careOf(study);
  expect(care.leftOut).toEqual([]);
  expect(await flagsOf(sitter)).not.toContain("server_haste");
});

test("the same reason in many answers is flagged, however it is spaced and spelled", async () => {
  const study = await open({ sample, questions: { reason: "optional" } });
  const [copied, own] = [await begin(study), await begin(study)];
  for (const position of positions) {
    const reason = position % 2 ? "It sounds  like her." : " it sounds like HER.";
    await answerCase(copied, position, { choice: position % 3, reason });
    await answerCase(own, position, { choice: position % 3, reason: `Line ${position} gives it away.` });
  }
  const { care, flagsOf } = await careOf(study);
  expect(await flagsOf(own)).not.toContain("same_reason");
  const number = await numberOf(copied);
  expect(care.people.find((person) => person.number === number)?.flags).toContainEqual({
    kind: "same_reason",
    count: cases,
    of: cases,
  });
});

test("the live page and results exclude the same people", async () => {
  const study = await open({ sample, rules: { haste: { seconds: 5, share: 0.2 } } });
  const [fast, byHand, kept] = [
    await finish(study, cases, 900),
    await finish(study, cases, 20_000),
    await finish(study, cases, 20_000),
  ];
  const half = await begin(study);
  await answerCase(half, 1, { choice: 0, activeMs: 20_000 });
  await excludeSitting(viewer, study.id, await numberOf(byHand), "Answered by phone");
  expectValue(await closeStudy(viewer, study.slug));
  const care = await getParticipantFlags(viewer, study);
  const { totals } = await getLive(viewer, study.id, care);
  const rows = await getRows(viewer, study.slug);
  const flow = rows && computeFlow(rows, "people", await countArrivals(study.id));
  expect(totals).toMatchObject({ started: 4, submitted: 1, working: 1, excluded: 3 });
  expect(flow).toMatchObject({ excluded: totals.excluded, counted: totals.submitted });
  const numbers = async (filter: SittingFilter) =>
    (await listSittings(viewer, study.id, { filter }, care)).sittings.map(({ number }) => number);
  expect(await numbers("excluded")).toEqual(await Promise.all([fast, byHand, half].map(numberOf)));
  expect(await numbers("submitted")).toEqual([await numberOf(kept)]);
  expect(await numbers("flagged")).toEqual(await Promise.all([fast, byHand, kept].map(numberOf)));
  expect(JSON.stringify([totals, care])).not.toMatch(/right|correct|accuracy|choice|agree/i);
});
