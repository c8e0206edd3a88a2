import { ownCategories } from "#lib/benchmarks/schema.ts";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import figures from "#lib/published/figures.json" with { type: "json" };
import type { StoredAnswer, StoredPerson } from "#lib/study-results/rows/answers-queries.ts";
import { assembleRows } from "#lib/study-results/rows/assemble-rows.ts";
import type { CaseRow, PredictionColumns, RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { StudyFacts } from "#lib/study-results/schema.ts";
import { designSchema, type Design, type StudyState } from "#lib/studies/schema.ts";

type Parts = { [Part in keyof Omit<Design, "benchmark">]?: Partial<Design[Part]> };
type RowsInput = {
  cases: readonly CaseRow[];
  people: readonly StoredPerson[];
  runs?: readonly RunRow[];
  tracks?: readonly string[];
  state?: StudyState;
  slug?: string;
  benchmark?: number;
  parts?: Parts;
  frame?: StudyRows["frame"];
};

/** Of hand-made parts, put together as a study from the database is. */
export function makeRows({ cases, people, runs = [], tracks = ["Literary"], ...rest }: RowsInput): StudyRows {
  const { state = "closed", slug = "made", benchmark = 1, parts, frame = null } = rest;
  return assembleRows({
    stamp: slug,
    study: {
      id: slug as SeenStudyId,
      slug,
      title: `Study ${slug}`,
      state,
      isDemo: false,
      hasSimulated: people.some(({ isSimulated }) => isSimulated),
      design: designSchema.parse({ ...parts, sample: { seed: 7, ...parts?.sample } }),
      benchmark: {
        id: benchmark,
        slug: "harbour",
        name: "Harbour",
        isDemo: false,
        published: null,
        filters: [],
      },
      referenceRunId: null,
      comparatorRunId: null,
      openedAt: new Date(0),
      closedAt: new Date(1),
      finished: countFinished(people),
    },
    tracks: tracks.map((name) => ({ name, language: "en", ...ownCategories })),
    cases,
    runs,
    frame,
    answers: new Map(people.map((person) => [person.sittingId, person])),
  });
}

export function countFinished(people: readonly StoredPerson[]): StudyFacts["finished"] {
  const count = (simulated: boolean) =>
    people.filter(({ state, isSimulated }) => state === "submitted" && isSimulated === simulated).length;
  return { people: count(false), simulated: count(true) };
}

/** Four options, the right one rotating through them. */
export const makeCase = (index: number, changes: Partial<CaseRow> = {}): CaseRow => ({
  id: 100 + index,
  versionId: 500 + index,
  version: 1,
  key: `case-${index + 1}`,
  kind: "choice",
  track: 0,
  stratum: "selected",
  source: null,
  optionNames: ["Ada", "Ben", "Cy", "Dee"],
  gold: index % 4,
  answerLength: null,
  report: null,
  ...changes,
});

/** Asked about these cases in their order; of each answer what is said, and right unless it says otherwise. */
export function makePerson(
  number: number,
  cases: readonly CaseRow[],
  say: (row: CaseRow, place: number) => Partial<StoredAnswer & { choice: number | null }> = () => ({}),
  changes: Partial<StoredPerson> = {},
): StoredPerson {
  const answers = cases.map((row, place): StoredAnswer => {
    const { choice = row.gold, ...said } = say(row, place);
    return {
      studyCaseId: row.id,
      position: place + 1,
      value: { choice, probabilities: [] },
      // Without a habit of the hand.
      shownAt: (number + place * 3) % 4,
      confidence: null,
      knows: null,
      activeMs: 20_000,
      firstMs: 9000,
      changes: 0,
      focusLosses: 0,
      flagged: false,
      arrivedMs: 20_000 * (place + 1),
      reason: 0,
      cannotRead: false,
      ...said,
    };
  });
  return { ...submitted(number, answers), ...changes };
}

/** Somebody who was given these cases, and answered each once. */
export const submitted = (number: number, answers: readonly StoredAnswer[]): StoredPerson => ({
  sittingId: `sitting-${number}`,
  number,
  cohort: null,
  language: "en",
  state: "submitted",
  isSimulated: false,
  excludedReason: null,
  activeMs: null,
  revisions: answers.length,
  cases: answers.length,
  answers,
});

export const wrongOf = (row: CaseRow): number => ((row.gold ?? 0) + 1) % row.optionNames.length;

/** A run that chose these options, with these probabilities of the chosen one; null where it answered nothing. */
export function makeRun(
  id: number,
  cases: readonly CaseRow[],
  say: (row: CaseRow, place: number) => { choice: number; confidence?: number } | null,
  changes: Partial<RunRow> = {},
): RunRow {
  const said = cases.map((row, place) => say(row, place));
  const nothing = () => new Float64Array(cases.length).fill(NaN);
  const predictions: PredictionColumns = {
    measures: [Float64Array.from(said, (one, i) => (one ? Number(one.choice === cases[i]?.gold) : NaN))],
    choice: Int16Array.from(said, (one) => one?.choice ?? -1),
    failed: new Uint8Array(cases.length),
    rank: new Int8Array(cases.length),
    above: new Int8Array(cases.length),
    tied: new Int8Array(cases.length),
    confidence: Float64Array.from(said, (one) => one?.confidence ?? NaN),
    squaredError: nothing(),
    goldProbability: nothing(),
    given: nothing(),
  };
  const named = { id, model: `model-${id}`, method: "zero-shot", version: "", isDemo: false, ranAt: null };
  return { ...named, apart: null, ...changes, predictions };
}

/** The paper's own Table 5 as answers: right ones first within each track, since it prints counts alone. */
export function makeTableFive(): StudyRows {
  const { rows, design } = figures.personaeval.humanStudy;
  const tracks = ["literary", "drama", "expertise"] as const;
  const cases = tracks.flatMap((track, index) =>
    Array.from({ length: design.itemsPerParticipant[track] }, (_, i) =>
      makeCase(index * 100 + i, { track: index }),
    ),
  );
  const people = rows.map(({ literary, drama, expertise }, i) => {
    const left = { literary, drama, expertise };
    return makePerson(
      i + 1,
      cases,
      (row) => {
        const track = tracks[row.track] ?? "literary";
        left[track] -= 1;
        return left[track] < 0 ? { choice: wrongOf(row) } : {};
      },
      { cohort: i < design.undergraduates ? "Undergraduate" : "PhD" },
    );
  });
  return makeRows({ cases, people, tracks: ["Literary", "Drama", "Expertise"], slug: "table-five" });
}
