import "server-only";
import type { SeenStudyId, Staff } from "#lib/auth/study-scope.ts";
import { getRested } from "#lib/bounded-map.ts";
import type { SittingFlags } from "#lib/sittings/schema.ts";
import { findCareless, type Flag } from "#lib/study-results/people/flags.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { getWholeRows } from "#lib/study-results/rows/rows-queries.ts";
import type { ExclusionReason } from "#lib/study-results/schema.ts";

export type PersonFlags = {
  number: number;
  /** The plan's rules that exclude them. */
  reasons: readonly ExclusionReason[];
  flags: readonly Flag[];
};
/** Whom results exclude and flag, for the page that shows people while they answer. Nothing tells how well anybody does. */
export type ParticipantFlags = SittingFlags & { people: readonly PersonFlags[] };

export const getParticipantFlags = (
  viewer: Staff,
  { id, slug }: { id: SeenStudyId; slug: string },
): Promise<ParticipantFlags> =>
  getRested("care", id, async () => {
    const read = await getWholeRows(viewer, slug, { mayLag: true, isBlind: true });
    return judge(read?.rows ?? null);
  });

function judge(rows: StudyRows | null): ParticipantFlags {
  const people = (rows?.people ?? []).map(({ number, exclusions }, index): PersonFlags => ({
    number,
    reasons: exclusions.flatMap(({ reason }) => (reason === "by_hand" ? [] : [reason])),
    flags: rows ? findCareless(rows, index) : [],
  }));
  const numbers = (isWanted: (person: PersonFlags) => boolean) =>
    people.filter(isWanted).map(({ number }) => number);
  return {
    leftOut: numbers(({ reasons }) => reasons.some((reason) => reason !== "incomplete")),
    incomplete: numbers(({ reasons }) => reasons.length === 1 && reasons[0] === "incomplete"),
    flagged: numbers(({ flags }) => flags.length > 0),
    people: people.filter(({ reasons, flags }) => reasons.length + flags.length > 0),
  };
}
