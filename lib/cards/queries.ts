import "server-only";
import { system } from "#lib/auth/operator.ts";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { WaitingLine } from "#lib/auth/secrets/waiting-line.ts";
import { hashOf } from "#lib/canonical.ts";
import { renewCard } from "#lib/cards/mutations.ts";
import { isCurrent } from "#lib/cards/own-key.ts";
import { isCardCode } from "#lib/cards/requests.ts";
import { cardSchema, type Card } from "#lib/cards/schema.ts";
import { db } from "#lib/db.ts";
import { processSingleton } from "#lib/process-singleton.ts";

/** To the byte, and what is in it. */
export type PublishedCard = { code: string; text: string; sha256: string; card: Card };

/** What staff see of a card; without date and stamp where a new one is due. */
export const getCardState = (studyId: SeenStudyId) =>
  db.studyCard.findUnique({
    where: { studyId },
    select: {
      code: true,
      isPublished: true,
      withModels: true,
      licence: true,
      contact: true,
      issue: true,
      issuedAt: true,
      stamp: true,
    },
  });
export type CardState = NonNullable<Awaited<ReturnType<typeof getCardState>>>;

// Strangers ask: whatever they ask, no more than one report is computed for them at a time.
const renewing = processSingleton("renewing cards", () => ({
  line: new WaitingLine({ atOnce: 1, waiting: 20 }),
  begun: new Map<string, Promise<void>>(),
}));

/**
 * For everybody who has its address, which is all that one needs. Nobody who withdrew is in what comes: the document goes
 * with them, and the next request gets a new one.
 */
export async function getPublishedCard(code: string): Promise<PublishedCard | null> {
  if (!isCardCode(code)) return null;
  const found = await find(code);
  if (!found) return null;
  if (isCurrent(found)) return read(code, found.document);
  const { slug } = found.study;
  const begun = renewing.begun.get(slug) ?? renewing.line.pass(() => renewCard(system(), slug));
  renewing.begun.set(slug, begun);
  await begun.finally(() => renewing.begun.delete(slug));
  const renewed = await find(code);
  return renewed && isCurrent(renewed) ? read(code, renewed.document) : null;
}

const find = (code: string) =>
  db.studyCard.findFirst({
    where: { code, isPublished: true, study: { state: { in: ["closed", "archived"] } } },
    select: { document: true, fingerprint: true, study: { select: { slug: true } } },
  });

function read(code: string, text: string | null): PublishedCard | null {
  return text === null
    ? null
    : { code, text, sha256: hashOf(text), card: cardSchema.parse(JSON.parse(text)) };
}
