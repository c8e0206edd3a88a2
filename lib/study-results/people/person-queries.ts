import "server-only";
import { studiesOf, type Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";

export type Revision = {
  revision: number;
  /** Since the sitting began, by this server's clock; null where nobody knows when that was. */
  afterMs: number | null;
  value: AnswerValue;
  /** In the kind's short words; null where nothing is decided. */
  decision: string | null;
};

/** What only the page of one person needs, and the rows in memory therefore don't hold. */
export type PersonTexts = {
  startedAt: Date | null;
  submittedAt: Date | null;
  /** By position. */
  reasons: ReadonlyMap<number, string>;
  /** By position, from the first on; of answers that were changed. */
  revisions: ReadonlyMap<number, readonly Revision[]>;
};

const there = ["started" as const, "submitted" as const];

/** Null for a number nobody has, for who withdrew, and in another's study. */
export async function getPersonTexts(
  viewer: Staff,
  { slug, number }: { slug: string; number: number },
): Promise<PersonTexts | null> {
  const sitting = await db.sitting.findFirst({
    where: {
      number,
      state: { in: there },
      study: { slug, state: { not: "draft" }, ...studiesOf(viewer) },
    },
    select: { id: true, startedAt: true, submittedAt: true },
  });
  if (!sitting) return null;
  const { id: sittingId, startedAt, submittedAt } = sitting;
  // Asked for by the person's state again: they may withdraw between two questions.
  const ofPerson = { sittingId, served: { sitting: { state: { in: there } } } };
  const [reasons, revisions] = await Promise.all([
    db.answer.findMany({
      where: { ...ofPerson, reason: { not: null } },
      select: { position: true, reason: true },
    }),
    db.answerRevision.findMany({
      where: ofPerson,
      select: { position: true, revision: true, value: true, decision: true, savedAt: true },
      orderBy: [{ position: "asc" }, { revision: "asc" }],
    }),
  ]);
  return {
    startedAt,
    submittedAt,
    reasons: new Map(
      reasons.flatMap(({ position, reason }): [number, string][] =>
        reason?.trim() ? [[position, reason]] : [],
      ),
    ),
    revisions: groupChanges(revisions, startedAt),
  };
}

type RevisionRow = {
  position: number;
  revision: number;
  value: unknown;
  decision: string | null;
  savedAt: Date;
};

/** An answer is sent again for every word of its reason; only what was decided counts as a change. */
function groupChanges(stored: readonly RevisionRow[], startedAt: Date | null): Map<number, Revision[]> {
  const found = new Map<number, Revision[]>();
  for (const { position, revision, value: written, decision, savedAt } of stored) {
    const value = answerValue.parse(written);
    const before = found.get(position) ?? [];
    const last = before.at(-1) ?? { decision: null, value: { cannotRead: false } };
    if (last.decision === decision && last.value.cannotRead === value.cannotRead) continue;
    const afterMs = startedAt ? Math.max(0, savedAt.getTime() - startedAt.getTime()) : null;
    found.set(position, [...before, { revision, afterMs, value, decision }]);
  }
  return new Map([...found].filter(([, changes]) => changes.length > 1));
}
