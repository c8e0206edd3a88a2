import { listColumns, makeColumns } from "#lib/study-results/rows/assemble-rows.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { CaseRow, StudyRows } from "#lib/study-results/rows/rows.ts";

/** Cases that have the ratings of another: they count among those of their origin, and in nothing else. */
export const hasOthersRatings = ({ ratedAs }: Pick<CaseRow, "ratedAs">): boolean => ratedAs !== undefined;

/** How many texts were rated once, and for how many cases; null where each case has its own ratings. */
export function countRatedOnce({ cases }: Pick<StudyRows, "cases">): { texts: number; cases: number } | null {
  const repeated = cases.flatMap(({ ratedAs }) => ratedAs ?? []);
  const texts = new Set(repeated).size;
  return texts === 0 ? null : { texts, cases: texts + repeated.length };
}

/** By the place of a case that was rated for others, the places of these. */
function listOthers(cases: readonly CaseRow[]): Map<number, number[]> {
  const placeOf = new Map(cases.map(({ id }, at) => [id, at]));
  const others = new Map<number, number[]>();
  for (const [at, { ratedAs }] of cases.entries()) {
    const standIn = ratedAs === undefined ? undefined : placeOf.get(ratedAs);
    if (standIn !== undefined) others.set(standIn, (others.get(standIn) ?? []).concat(at));
  }
  return others;
}

/**
 * The rows with each answer to such a case once for every case that it counts for. Only for figures that tell origins apart:
 * anything over all of them would count an answer several times.
 */
export const repeatForOrigins = (rows: StudyRows): StudyRows =>
  memoize(rows, "repeated for origins", () => {
    const others = listOthers(rows.cases);
    return others.size === 0 ? rows : repeat(rows, others);
  });

function repeat(rows: StudyRows, others: ReadonlyMap<number, readonly number[]>): StudyRows {
  const { answers, firstOf } = rows;
  const from: number[] = [];
  const caseOf: number[] = [];
  const firstOfRepeated = new Int32Array(firstOf.length);
  for (const person of rows.people.keys()) {
    firstOfRepeated[person] = from.length;
    for (let i = firstOf[person] ?? 0; i < (firstOf[person + 1] ?? 0); i++) {
      const own = answers.case[i] as number;
      for (const at of [own].concat(others.get(own) ?? [])) {
        from.push(i);
        caseOf.push(at);
      }
    }
  }
  firstOfRepeated[rows.people.length] = from.length;
  const repeated = makeColumns(from.length, answers.measures.length);
  const into = listColumns(repeated);
  for (const [at, column] of listColumns(answers).entries())
    from.forEach((i, place) => {
      const target = into[at];
      if (target) target[place] = column[i] as number;
    });
  repeated.case.set(caseOf);
  return { ...rows, answers: repeated, firstOf: firstOfRepeated };
}
