import "server-only";
import type { Staff } from "#lib/auth/study-scope.ts";
import { sortParts } from "#lib/study-results/across/across-comparison.ts";
import { readPicks, type Pick } from "#lib/study-results/across/across.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";

export type Picked = { rows: StudyRows; pick: Pick };

type Asked = Readonly<Record<string, string | string[] | undefined>>;

/** The studies that an address asks for, as far as they are the viewer's and have opened. */
export async function openParts(viewer: Staff, asked: Asked) {
  const picks = readPicks(asked["study"]);
  const slugs = [...new Set(picks.map(({ slug }) => slug))];
  const found = new Map<string, StudyRows>();
  // One after the other: each may have to read a study of a hundred thousand answers.
  for (const slug of slugs) {
    const rows = await getRows(viewer, slug);
    if (rows) found.set(slug, rows);
  }
  const picked = picks.flatMap((pick): Picked[] => {
    const rows = found.get(pick.slug);
    return rows ? [{ rows, pick }] : [];
  });
  return { picked, studies: [...found.values()], ...sortParts(picked, asked) };
}
