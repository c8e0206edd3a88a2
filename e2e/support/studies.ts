import { operator } from "#lib/auth/operator.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import type { Result } from "#lib/result.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { joinStudy } from "#lib/sittings/joining/join-mutations.ts";
import { startSitting } from "#lib/sittings/mutations.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { elsewhere, viewerFor } from "#lib/testing/people.ts";
import { makeBenchmark } from "#e2e/access-matrix/sample-benchmark.ts";
import type { Person } from "#e2e/support/people.ts";

export type OpenStudy = { id: string; slug: string; title: string; benchmark: string; link: string };
export type Sitter = { viewer: Viewer<"participant">; sittingId: string; number: number };

function need<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${result.error} ${JSON.stringify(result.fields ?? {})}`);
  return result.value;
}

type Changes = { benchmark?: string } & Record<string, unknown>;

/** A draft, both cases of its benchmark for everyone. */
export async function draftStudy({ benchmark: given, ...changes }: Changes = {}) {
  const benchmark = given ?? (await makeBenchmark()).slug;
  const title = `Night watch ${crypto.randomUUID().slice(0, 8)}`;
  const sample = { seed: 7, quota: { Literary: 2 } };
  const slug = await makeDraft(operator(), benchmark, { title, sample, ...changes });
  const { id } = await requireStudy(operator(), slug);
  return { id, slug, title, benchmark };
}

/** The same, open, with a link that many can use. */
export async function openedStudy(changes: Changes = {}): Promise<OpenStudy> {
  const study = await draftStudy(changes);
  need(await openStudy(operator(), study.slug, await lookAt(operator(), study.slug)));
  const given = { cap: 1000, cohort: "PhD", expiresAt: null };
  const { code } = need(await createOpenLink(operator(), study.id, given));
  return { ...study, link: code };
}

/** Somebody who agreed to take part. */
export async function consentTo({ link }: { link: string }): Promise<Sitter> {
  const { sittingId, handle } = need(await joinStudy({ code: link, language: "en" }, elsewhere()));
  const user = await db.user.findUniqueOrThrow({ where: { handle } });
  const { number } = await db.sitting.findUniqueOrThrow({
    where: { id: sittingId },
    select: { number: true },
  });
  return { sittingId, number, viewer: viewerFor({ ...user, role: "participant" as const }) };
}

/** Who sits there, to be signed in. */
export const personOf = ({ viewer: { userId: id, role, name, handle } }: Sitter): Person => ({
  id,
  role,
  name,
  handle,
  linkPath: "",
});

type Background = Parameters<typeof startSitting>[2];

export async function beginAt(study: { link: string; background?: Background }): Promise<Sitter> {
  const sitter = await consentTo(study);
  need(await startSitting(sitter.viewer, sitter.sittingId, study.background));
  return sitter;
}

/** The first option of one case, as a browser would send it. */
export async function answer({ viewer, sittingId }: Sitter, position: number): Promise<void> {
  const value = answerValue.parse({ choice: 0, activeMs: 90_000, firstAnswerMs: 40_000 });
  const id = crypto.randomUUID();
  need(await saveAnswer(viewer, { sittingId, position, id, revision: 1, value, clientAt: new Date() }));
}
