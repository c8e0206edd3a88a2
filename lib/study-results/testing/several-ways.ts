import type { Arms } from "#lib/studies/arms/schema.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";

/** For a test that draws every figure: of models that were asked in several ways, of arms, or of a run that the plan names. */
export function asDrawn(figure: string, rows: StudyRows): StudyRows {
  if (figure === "model-methods") return askInWays(rows);
  if (figure === "arms") return divideInArms(rows);
  if (figure !== "robustness") return rows;
  return { ...rows, study: { ...rows.study, comparatorRunId: rows.runs.at(-1)?.id ?? null } };
}

/** The same, with the last of its runs as one model that was asked in these ways. */
export function askInWays(
  rows: StudyRows,
  methods: readonly string[] = ["zero-shot", "few-shot 3", "self-consistency 5"],
): StudyRows {
  const first = rows.runs.length - methods.length;
  const model = rows.runs[first]?.model ?? "";
  const runs = rows.runs.map((run, n) => {
    const method = methods[n - first];
    return method === undefined ? run : { ...run, model, method, apart: null };
  });
  return { ...rows, runs };
}

const arms: Arms = {
  differ: "translation",
  unit: "people",
  arms: [
    { name: "甲", translation: true },
    { name: "乙", translation: false },
  ],
};

/** The same, with every second person under the other arm. */
function divideInArms(rows: StudyRows): StudyRows {
  const { design } = rows.study;
  return {
    ...rows,
    people: rows.people.map((person, at) => ({ ...person, arm: (at % arms.arms.length) + 1 })),
    study: { ...rows.study, design: { ...design, assignment: { ...design.assignment, arms } } },
  };
}
