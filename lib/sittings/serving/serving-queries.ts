import "server-only";
import { lookUpSittingRows, type OwnSittingId, type OwnStudyId } from "#lib/auth/sitting-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { env } from "#lib/env.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

export type ServedCases = {
  id: OwnSittingId;
  studyId: OwnStudyId;
  /** By position. */
  cases: ReadonlyMap<number, ServedCase>;
};
type ServedCase = {
  studyCaseId: number;
  /** Which option of the case stands first, second, … */
  order: readonly number[];
  kind: KindName;
};

const memoized = processSingleton(
  "served cases",
  () => new BoundedMap<string, ServedCases>(env.peopleInMemory, "served_cases"),
);
const keyOf = ({ userId }: Viewer<"participant">, sittingId: string) => `${userId} ${sittingId}`;

/** A database that was set back, as by a failover, may have lost the start of a sitting, and be given another. */
export const forgetServing = (viewer: Viewer<"participant">, sittingId: string): void =>
  void memoized.delete(keyOf(viewer, sittingId));

/** What one's own sitting was given at its start. That never changes, so it is read once. */
export async function getServing(
  viewer: Viewer<"participant">,
  sittingId: string,
): Promise<ServedCases | null> {
  const key = keyOf(viewer, sittingId);
  const known = memoized.get(key);
  if (known) return known;
  // In SQL: every answer asks for it first, in one exchange.
  const rows = await lookUpSittingRows<{ position: number | null } & ServedCase>(viewer, sittingId, {
    name: "serving",
    columns: `v.position, v.study_case_id AS "studyCaseId", v.option_order AS "order", k.kind::text`,
    from: `own LEFT JOIN served_cases v ON v.sitting_id = own.id LEFT JOIN study_cases c ON c.id = v.study_case_id
      LEFT JOIN case_versions cv ON cv.id = c.case_version_id LEFT JOIN cases k ON k.id = cv.case_id`,
  });
  const [first] = rows;
  if (!first) return null;
  const cases = new Map(
    rows.flatMap(({ position, studyCaseId, order, kind }) =>
      position === null ? [] : [[position, { studyCaseId, order, kind }]],
    ),
  );
  const serving = { id: first.id, studyId: first.studyId, cases };
  if (cases.size === 0) return serving;
  memoized.set(key, serving);
  return serving;
}
