import { beforeAll, expect, test } from "vitest";
import {
  createInvitations,
  createOpenLink,
  inviteSimulated,
  revokeInvitation,
} from "#lib/invitations/mutations.ts";
import { listInvitations } from "#lib/invitations/queries.ts";
import { begin, consent, expectValue, useTrialStudies, type TrialStudy } from "#lib/testing/trial-study.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const { run, read } = useCommands();
const { viewer, open } = await useTrialStudies();
const nowhere = "http://127.0.0.1:9";
const simulate = (slug: string, ...more: string[]) =>
  run("simulate", slug, "--people", "2", "--url", nowhere, ...more);

/** So that nobody who isn't made up can come any more. */
async function takeLinksBack({ id }: TrialStudy): Promise<void> {
  const { invitations } = await listInvitations(viewer, id);
  for (const invitation of invitations) expectValue(await revokeInvitation(viewer, id, invitation.id));
}

let study: TrialStudy;
beforeAll(async () => {
  study = await open();
  await takeLinksBack(study);
});

const countInvitations = async () =>
  (await read("SELECT FROM invitations WHERE study_id = $1 AND is_simulated", study.id)).length;

test("without a product that answers nobody is invited", async () => {
  const { code, err } = await simulate(study.slug);
  expect([code, err]).toEqual([1, expect.stringContaining(`nothing answers at ${nowhere}`)]);
  expect(await countInvitations()).toBe(0);
});

test("a study with people is left alone unless it is said", async () => {
  const peopled = await open();
  await consent(peopled);
  await begin(peopled);
  await takeLinksBack(peopled);
  const refused = await simulate(peopled.slug);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("2 real people take part")]);
  expect(refused.err).toContain("mark the study for good");
  expect((await simulate(peopled.slug, "--beside-people")).err).toContain("nothing answers");
});

test("neither is a study that people are only invited to", async () => {
  const given = { cohort: null, expiresAt: null };
  const invited = await open();
  await takeLinksBack(invited);
  await createInvitations(viewer, invited.id, { ...given, count: 3 });
  await createOpenLink(viewer, invited.id, { ...given, cap: 5 });
  const refused = await simulate(invited.slug);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("4 invitations or links")]);
  expect(refused.err).toContain("--beside-people");
  expect((await simulate(invited.slug, "--beside-people")).err).toContain("nothing answers");
  // Those of simulated people are no reason.
  await takeLinksBack(invited);
  await inviteSimulated(viewer, invited.id, { count: 2, seed: 1 });
  expect((await simulate(invited.slug)).err).toContain("nothing answers");
});

test("only an open study takes anybody", async () => {
  const closed = await open();
  await closeStudy(viewer, closed.slug);
  expect((await simulate(closed.slug)).err).toContain(`${closed.slug} is closed`);
  expect((await simulate("nowhere")).err).toContain("there is no study");
});

test.each([
  ["--people", "0"],
  ["--people", "x"],
  ["--seed", "-1"],
  ["--pace", "1.5"],
  ["--url", "ftp://127.0.0.1"],
])("%s %s is refused", async (option, value) => {
  const { code, err } = await simulate(study.slug, option, value);
  expect([code, err]).toEqual([1, expect.stringContaining(`refused: ${option}: `)]);
});
