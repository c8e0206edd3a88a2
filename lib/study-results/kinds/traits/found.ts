import { listDecided } from "#lib/study-results/rows/selection.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { decodeLevels, tied } from "#lib/task-kinds/traits/decoded.ts";

/** The five levels that one person gave a case. */
export type PersonProfile = { person: number; levels: readonly number[] };
export type ReadProfiles = {
  /** By the place of the case: of everybody whom the view counts. */
  byCase: readonly (readonly PersonProfile[])[];
  /** What a judge found, its runs made one already; nothing where it gave no answer. */
  ofRun: (run: RunRow, at: number) => readonly (readonly number[])[];
};

export function readProfiles(rows: StudyRows, view: View): ReadProfiles {
  const { case: caseOf, person, choice } = rows.answers;
  const byCase: PersonProfile[][] = rows.cases.map(() => []);
  for (const i of listDecided(rows, view)) {
    const levels = decodeLevels(choice[i] ?? -1);
    if (levels) byCase[caseOf[i] ?? 0]?.push({ person: person[i] ?? 0, levels });
  }
  return {
    byCase,
    ofRun({ predictions }, at) {
      const levels = decodeLevels(predictions.choice[at] ?? -1);
      return levels ? [levels] : [];
    },
  };
}

/** Levels that are neutral because the runs of a judge were tied. */
export const countTies = (profiles: readonly (readonly number[])[]): number =>
  profiles.flat().filter((level) => level === tied).length;
