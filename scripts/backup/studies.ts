import { createHash } from "node:crypto";
import type pg from "pg";
import type { StudyDigest } from "#scripts/backup/archive.ts";

type Study = Omit<StudyDigest, "results">;
const none = { people: null, simulated: null };

/** Every study and the hash of its frozen plan; a database from before there were studies has none. */
async function listStudies(client: pg.ClientBase): Promise<Study[]> {
  const { rows } = await client.query<Study>(
    `SELECT s.id, s.slug, s.state::text AS state, encode(m.hash, 'hex') AS manifest
     FROM studies s LEFT JOIN study_manifests m ON m.study_id = s.id ORDER BY s.id`,
  );
  return rows;
}

/** Studies whose stored plan no longer has the hash that is stored beside it. */
export async function listBrokenPlans(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ slug: string }>(
    `SELECT slug FROM studies s JOIN study_manifests m ON m.study_id = s.id
     WHERE m.hash <> sha256(convert_to(m.content, 'UTF8')) ORDER BY slug`,
  );
  return rows.map(({ slug }) => slug);
}

/** Over every figure that the overview has, as the screens, the report and programs are told it. */
async function digestResults(slug: string): Promise<StudyDigest["results"]> {
  const { operator } = await import("#lib/auth/operator.ts");
  const { getWholeRows } = await import("#lib/study-results/rows/rows-queries.ts");
  const { mainView } = await import("#lib/study-results/schema.ts");
  const { writeResults } = await import("#lib/results/document.ts");
  const whole = await getWholeRows(operator(), slug, { isAnew: true });
  if (!whole) return none;
  const { rows, byKind } = whole;
  const digest = async (who: "people" | "simulated") => {
    const hash = createHash("sha256");
    for (const ofKind of byKind) {
      const figures = await writeResults(ofKind, mainView(who));
      const { kind: _, ...view } = figures.view;
      // Its stamp tells how the rows came to be, not what is computed from them.
      hash.update(JSON.stringify({ ...figures, view, stamp: null }));
    }
    return hash.digest("hex");
  };
  return {
    people: await digest("people"),
    simulated: rows.study.hasSimulated ? await digest("simulated") : null,
  };
}

type DigestResult = { studies: StudyDigest[]; withoutResults: string | null };

/**
 * What each study comes to, as the given connections see it. A backup is worth more than its digests: where they can't be
 * computed it says why, and goes on.
 */
export async function digestStudies(
  client: pg.ClientBase,
  openConnections: () => pg.Pool,
  { isCurrent, signal }: { isCurrent: boolean; signal?: AbortSignal },
): Promise<DigestResult> {
  const studies = await listStudies(client);
  const without = (reason: string): DigestResult => ({
    studies: studies.map((study) => ({ ...study, results: none })),
    withoutResults: reason,
  });
  if (!isCurrent) return without("the database had another version’s tables");
  const { readThrough } = await import("#lib/db.ts");
  try {
    return await readThrough(openConnections(), async () => {
      const digested: StudyDigest[] = [];
      for (const study of studies) {
        signal?.throwIfAborted();
        const results = study.state === "draft" ? none : await digestResults(study.slug);
        digested.push({ ...study, results });
      }
      return { studies: digested, withoutResults: null };
    });
  } catch (error) {
    return without(`they could not be computed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
