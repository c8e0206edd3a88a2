import { operator } from "#lib/auth/operator.ts";
import { hashToken } from "#lib/auth/secrets/secrets.ts";
import { db } from "#lib/db.ts";
import {
  createInvitations,
  createOpenLink,
  reissueInvitation,
  revokeInvitation,
} from "#lib/invitations/mutations.ts";
import { codeFrom } from "#lib/invitations/schema.ts";
import { closeStudy, pauseStudy } from "#lib/studies/state-mutations.ts";
import { readDrawn } from "#e2e/support/drawn.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { beginAt, consentTo, draftStudy, openedStudy, type OpenStudy } from "#e2e/support/studies.ts";
import { t } from "#e2e/support/words.ts";

const given = { count: 1, cohort: null, expiresAt: null };

async function inviteOne({ id }: OpenStudy): Promise<{ id: string; code: string }> {
  const made = await createInvitations(operator(), id, given);
  const [invitation] = made.ok ? made.value : [];
  if (!invitation) throw new Error("no invitation was made");
  return invitation;
}

const without: Record<string, (study: OpenStudy) => Promise<string>> = {
  unknown: async () => "zzzzz-zzzzz",
  used: async ({ id }) => {
    const made = await createOpenLink(operator(), id, { cap: 1, cohort: null, expiresAt: null });
    if (!made.ok) throw new Error(made.error);
    await consentTo({ link: made.value.code });
    return made.value.code;
  },
  replaced: async (study) => {
    const { id, code } = await inviteOne(study);
    await reissueInvitation(operator(), study.id, id);
    return code;
  },
  revoked: async (study) => {
    const { id, code } = await inviteOne(study);
    await revokeInvitation(operator(), study.id, id);
    return code;
  },
  expired: async (study) => {
    const { id, code } = await inviteOne(study);
    await db.invitation.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1000) } });
    return code;
  },
  full: async () => {
    const study = await openedStudy({ assignment: { design: "blocks", people: 2, ratersPerCase: 2 } });
    await beginAt(study);
    await beginAt(study);
    return study.link;
  },
  not_open: async () => {
    const { id } = await draftStudy();
    const code = codeFrom(crypto.getRandomValues(new Uint8Array(10)));
    await db.invitation.create({ data: { studyId: id, number: 1, codeHash: hashToken(code) } });
    return code;
  },
  // What was open until now.
  paused: async ({ slug, link }) => {
    await pauseStudy(operator(), slug);
    return link;
  },
  closed: async ({ slug, title, link }) => {
    await closeStudy(operator(), slug, title);
    return link;
  },
};

test("a link that leads nowhere says why, and what to do", async () => {
  const study = await openedStudy();
  for (const [problem, bring] of Object.entries(without)) {
    const code = await bring(study);
    const { heading, words } = await readDrawn(`${product.url}/join/${code}`);
    expect(heading, problem).toBe(t(`join.problems.${problem as "used"}.title`));
    expect(words).toContain(t(`join.problems.${problem as "used"}.body`));
  }
});
