import { expect, test } from "vitest";
import type { KnownDevice } from "#lib/auth/sign-in/known-device.ts";
import type { Visitor } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { joinStudy, type JoinResult } from "#lib/sittings/joining/join-mutations.ts";
import { withdrawOwnSitting } from "#lib/sittings/ending/withdraw-mutations.ts";
import { parseManifest } from "#lib/studies/opening/manifest.ts";
import { getManifest } from "#lib/studies/queries.ts";
import { always, inviteAs } from "#lib/testing/inviting.ts";
import { elsewhere } from "#lib/testing/people.ts";
import {
  consent,
  expectValue,
  useTrialStudies,
  viewerOf,
  type TrialStudy,
} from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies({ cases: 8 });
const { inviteOne } = inviteAs(viewer);

const openWithArms = () =>
  open({
    assignment: {
      people: 40,
      arms: {
        differ: "translation",
        unit: "people",
        arms: [
          { name: "None", translation: false },
          { name: "Allowed", translation: true },
        ],
      },
    },
  });

type Newcomer = JoinResult & { arm: number | null };
async function come(
  code: string,
  { from = elsewhere(), known = null }: { from?: Visitor; known?: KnownDevice | null } = {},
): Promise<Newcomer> {
  const joined = expectValue(await joinStudy({ code, language: "en" }, from, known));
  const { arm } = await db.sitting.findUniqueOrThrow({ where: { id: joined.sittingId } });
  return { ...joined, arm };
}
const withdraw = async ({ handle, sittingId }: Newcomer) =>
  expectValue(await withdrawOwnSitting(await viewerOf(handle), sittingId, { erase: true }));

const browserOf = (...sittings: Newcomer[]): KnownDevice => ({
  id: crypto.randomUUID(),
  accounts: [],
  begun: sittings.map(({ sittingId, signInId }) => ({ sittingId, signInId })),
});

/** Until the arm has more people than the other, so that chance would give the other. */
async function fill(study: TrialStudy, arm: number | null): Promise<void> {
  const holders = (of: number | null) =>
    db.sitting.count({ where: { studyId: study.id, arm: of, state: { not: "withdrawn" } } });
  while ((await holders(arm)) <= (await holders(3 - (arm ?? 0)))) await consent(study);
}

test("whoever withdrew and comes again in the same browser has the arm they had", async () => {
  const study = await openWithArms();
  let last = await come(study.link);
  const { arm } = last;
  for (let again = 0; again < 3; again++) {
    await withdraw(last);
    await fill(study, arm);
    last = await come(study.link, { known: browserOf(last) });
    expect(last.arm).toBe(arm);
  }
  const { code } = await inviteOne(study, always);
  await withdraw(last);
  await fill(study, arm);
  expect((await come(code, { known: browserOf(last) })).arm).toBe(arm);
});

test("so has the next newcomer by an open link from their address, after each withdrawal", async () => {
  const study = await openWithArms();
  const from = elsewhere();
  const neighbour = { ...from, address: from.address.replace(/[^:]+$/, "beef") };
  let last = await come(study.link, { from });
  const { arm } = last;
  for (let again = 0; again < 2; again++) {
    await withdraw(last);
    await fill(study, arm);
    expect((await come(study.link)).arm).not.toBe(arm);
    await fill(study, arm);
    last = await come(study.link, { from: neighbour });
    expect(last.arm).toBe(arm);
    await fill(study, arm);
    expect((await come(study.link, { from })).arm).not.toBe(arm);
  }
});

test("a link of one's own is another person's, whatever the address", async () => {
  const study = await openWithArms();
  const from = elsewhere();
  const first = await come(study.link, { from });
  await withdraw(first);
  await fill(study, first.arm);
  const { code } = await inviteOne(study, always);
  expect((await come(code, { from })).arm).not.toBe(first.arm);
});

test("the manifest tells of it", async () => {
  const manifest = parseManifest((await getManifest((await openWithArms()).id))?.content ?? "");
  expect(manifest.sampling.rule).toContain("Whoever has withdrawn and consents again gets the arm they had");
});
