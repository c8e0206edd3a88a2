import "server-only";
import type { Transaction } from "#lib/db.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import type { PlannedCase, PlannedSitting } from "#lib/sittings/serving/order.ts";
import { sampledStrata } from "#lib/studies/strata/schema.ts";
import type { Stratum } from "#lib/studies/schema.ts";

type StoredCase = PlannedCase & { studyCaseId: number; stratum: Stratum };

const memoized = processSingleton("cells", () => new BoundedMap<string, PlannedSitting<StoredCase>>(100));

/** The cases of one cell of a study that has opened, and those that everybody gets: frozen, so they are read once. */
export async function readPlan(
  tx: Transaction,
  studyId: string,
  cell: number,
): Promise<PlannedSitting<StoredCase>> {
  const key = `${studyId} ${cell}`;
  const plan = memoized.get(key) ?? (await readFrozen(tx, studyId, cell));
  memoized.set(key, plan);
  return plan;
}

/** In SQL: one exchange, where Prisma would need five, and others wait for a place. */
async function readFrozen(
  tx: Transaction,
  studyId: string,
  cell: number,
): Promise<PlannedSitting<StoredCase>> {
  const rows = await tx.$queryRaw<StoredCase[]>`
    SELECT sc.id AS "studyCaseId", sc.stratum::text, t.name AS track, t.position::int AS "trackPosition",
      c.key, c.kind::text, c.position, v.option_count::int AS "optionCount", v.group_name AS "group"
    FROM (
        SELECT study_case_id AS id FROM study_cell_cases WHERE study_id = ${studyId}::uuid AND cell = ${cell}
        UNION ALL SELECT id FROM study_cases
          WHERE study_id = ${studyId}::uuid AND stratum IN ('attention', 'practice')
      ) wanted
      JOIN study_cases sc ON sc.id = wanted.id JOIN case_versions v ON v.id = sc.case_version_id
      JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id`;
  const of = (stratum: Stratum) => rows.filter((row) => row.stratum === stratum);
  return {
    cell: sampledStrata.flatMap(of),
    attention: of("attention"),
    practice: of("practice"),
  };
}
