import "server-only";
import { lookUpSitting } from "#lib/auth/sitting-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { storedTicks } from "#lib/sittings/schema.ts";
import { parseWords, type FrozenWords, type StudyLanguage } from "#lib/studies/schema.ts";

export type SignedConsent = {
  /** The study's title as participants read it. */
  title: string;
  language: StudyLanguage;
  /** Of the text in this language. */
  version: number;
  /** Markdown. */
  text: string;
  /** Contact, institution and so on, where the plan has them; `listConsentLines` puts them in order. */
  ethics: FrozenWords["ethics"];
  /** The statements that were ticked, as they were worded. */
  ticks: { key: string; label: string; at: Date }[];
  consentedAt: Date;
};

/** The consent as the person signed it: the version they read, not what a study says now. */
export async function getSignedConsent(
  viewer: Viewer<"participant">,
  sittingId: string,
): Promise<SignedConsent | null> {
  const found = await lookUpSitting(viewer, sittingId, {
    language: true,
    consentedAt: true,
    consentTicks: true,
    consentText: { select: { version: true, content: true } },
  });
  if (!found) return null;
  const { version, content } = found.consentText;
  const words = parseWords(content);
  const labels = new Map(words.ticks?.map(({ key, label }) => [key, label]));
  return {
    title: words.title,
    language: found.language as StudyLanguage,
    version,
    text: words.consent,
    ethics: words.ethics,
    ticks: storedTicks
      .parse(found.consentTicks ?? [])
      .map(({ key, at }) => ({ key, label: labels.get(key) ?? key, at: new Date(at) })),
    consentedAt: found.consentedAt,
  };
}
