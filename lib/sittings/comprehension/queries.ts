import "server-only";
import { lookUpSitting, type OwnSittingId } from "#lib/auth/sitting-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import {
  judgeUnderstanding,
  withoutRight,
  type PublicQuestion,
  type ComprehensionState,
} from "#lib/sittings/comprehension/comprehension.ts";
import { getDesign } from "#lib/sittings/queries.ts";
import { storedTries } from "#lib/sittings/schema.ts";
import type { Design } from "#lib/studies/schema.ts";

/** Where a sitting stands with the questions after its instructions; asked of the database only where there are any. */
export async function readUnderstanding(
  design: Design,
  sittingId: OwnSittingId,
): Promise<ComprehensionState> {
  if (!design.questions.comprehension?.length) return "not_asked";
  const { comprehension } = await db.sitting.findUniqueOrThrow({
    where: { id: sittingId },
    select: { comprehension: true },
  });
  return judgeUnderstanding(design, storedTries.parse(comprehension ?? []));
}

export type OwnComprehension = {
  understanding: ComprehensionState;
  questions: PublicQuestion[];
  /** Which try comes next, from 1. */
  tryNumber: number;
  /** The questions that the last try got wrong. */
  wrong: PublicQuestion[];
};

export async function getOwnComprehension(
  viewer: Viewer<"participant">,
  sittingId: string,
): Promise<OwnComprehension | null> {
  const found = await lookUpSitting(viewer, sittingId, { comprehension: true });
  if (!found) return null;
  const design = await getDesign(found.studyId);
  const tries = storedTries.parse(found.comprehension ?? []);
  const questions = withoutRight(design.questions.comprehension ?? []);
  return {
    understanding: judgeUnderstanding(design, tries),
    questions,
    tryNumber: tries.length + 1,
    wrong: questions.filter(({ key }) => tries.at(-1)?.wrong.includes(key)),
  };
}
