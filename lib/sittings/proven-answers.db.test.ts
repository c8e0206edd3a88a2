import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { endSignIns } from "#lib/auth/sign-in/sign-ins.ts";
import { db } from "#lib/db.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";
import { refused } from "#lib/testing/inviting.ts";
import { begin, expectValue, useTrialStudies, type Sitter } from "#lib/testing/trial-study.ts";

const { open } = await useTrialStudies({ cases: 8 });

const signIn = async ({ userId }: Sitter["viewer"]) => {
  const expiresAt = new Date(Date.now() + 60_000);
  return (await db.signIn.create({ data: { userId, method: "link", device: "a test", expiresAt } })).id;
};

/** As the server in front does it, which proved the person up to a minute ago. */
const saveBy = ({ viewer, sittingId }: Sitter, signInId: string, id: string = randomUUID()) =>
  saveAnswer(
    { ...viewer, signInId },
    {
      ...{ sittingId, position: 1, id, revision: 1 },
      ...{ value: answerValue.parse({ choice: 0 }), clientAt: new Date() },
    },
  );

const endings: [string, (sitter: Sitter, signInId: string) => Promise<unknown>][] = [
  [
    "signed out",
    (_, signInId) => db.signIn.update({ where: { id: signInId }, data: { endedAt: new Date() } }),
  ],
  ["signed out everywhere", ({ viewer }) => endSignIns(db, viewer.userId)],
  [
    "expired",
    (_, id) => {
      const ago = (ms: number) => new Date(Date.now() - ms);
      return db.signIn.update({ where: { id }, data: { createdAt: ago(60_000), expiresAt: ago(1000) } });
    },
  ],
  [
    "deactivated",
    ({ viewer }) => db.user.update({ where: { id: viewer.userId }, data: { deactivatedAt: new Date() } }),
  ],
];

test.each(endings)(
  "nothing is stored, and nothing acknowledged again, for who has been %s since",
  async (_, end) => {
    const sitter = await begin(await open());
    const [signInId, id] = [await signIn(sitter.viewer), randomUUID()];
    expectValue(await saveBy(sitter, signInId, id));
    await end(sitter, signInId);
    expect(await saveBy(sitter, signInId)).toEqual(refused("not_signed_in"));
    expect(await saveBy(sitter, signInId, id)).toEqual(refused("not_signed_in"));
    expect(await db.answerRevision.count({ where: { sittingId: sitter.sittingId } })).toBe(1);
  },
);

test("a sign-in of somebody else proves nothing", async () => {
  const study = await open();
  const [sitter, other] = [await begin(study), await begin(study)];
  expect(await saveBy(sitter, await signIn(other.viewer))).toEqual(refused("not_signed_in"));
  expect(await db.answerRevision.count({ where: { sittingId: sitter.sittingId } })).toBe(0);
});
