import "server-only";
import type { Staff } from "#lib/auth/study-scope.ts";
import { sortParts, readPicks, type Pick } from "#lib/study-results/across/across.ts";
import { chooseKind, getWholeRows, type WholeRows } from "#lib/study-results/rows/rows-queries.ts";
import { hasRight } from "#lib/study-results/rows/choices.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";

export type PickedRows = { rows: StudyRows; pick: Pick };

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** The studies that an address asks for, as far as they are the viewer's and have opened. */
export async function openParts(viewer: Staff, asked: SearchParams) {
  const picks = readPicks(asked["study"]);
  const slugs = [...new Set(picks.map(({ slug }) => slug))];
  const found = new Map<string, WholeRows>();
  // One after the other: each may have to read a study of a hundred thousand answers.
  for (const slug of slugs) {
    const whole = await getWholeRows(viewer, slug);
    if (whole) found.set(slug, whole);
  }
  const picked = picks.flatMap((pick): PickedRows[] => {
    const whole = found.get(pick.slug);
    return whole ? [{ rows: chooseKind(rightFirst(whole), asked), pick }] : [];
  });
  // What there is to choose from, of all kinds.
  const studies = [...found.values()].map(({ rows }) => rows);
  return { picked, studies, ...sortParts(picked, asked) };
}

/** Shares of right answers are compared: where nothing else is asked for, those of a kind that has them. */
const rightFirst = ({ rows, byKind }: WholeRows): WholeRows => ({
  rows,
  byKind: byKind.toSorted((a, b) => Number(hasRight(b)) - Number(hasRight(a))),
});
