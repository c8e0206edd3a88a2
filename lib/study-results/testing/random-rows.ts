import { ownCategories } from "#lib/benchmarks/schema.ts";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";
import { scoreOptions } from "#lib/metrics/scores/item-score.ts";
import type { StoredAnswer, StoredPerson } from "#lib/study-results/rows/answers-queries.ts";
import { assembleRows } from "#lib/study-results/rows/assemble-rows.ts";
import { countFinished } from "#lib/study-results/testing/made-rows.ts";
import type { CaseRow, PredictionColumns, RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { designSchema, type Design, type StudyState } from "#lib/studies/schema.ts";

type Parts = { [Part in keyof Omit<Design, "benchmark">]?: Partial<Design[Part]> };

export type RandomRowsOptions = {
  people: number;
  cases: number;
  runs: number;
  seed: number;
  tracks?: readonly string[];
  /** Each answers so many cases, drawn; everybody all of them unless said. */
  answersEach?: number;
  /** Shares of cases, people or answers. */
  controls?: number;
  unsure?: number;
  attention?: number;
  reported?: number;
  excluded?: number;
  simulated?: number;
  known?: number;
  /** Of a model's answers. */
  missing?: number;
  cohorts?: readonly string[];
  /** The first run is the one whose errors the selected cases are. */
  isSelected?: boolean;
  state?: StudyState;
  parts?: Parts;
};

/** A study that never was, put together in memory as one from the database is. The same seed, the same rows. */
export function makeRandomRows(wanted: RandomRowsOptions): StudyRows {
  const draw = wholeNumbers(wanted.seed, 1);
  const share = () => toShare(draw());
  const below = (count: number) => draw() % count;
  const { tracks = ["Literary", "Drama", "Expertise"], isSelected = true, state = "closed", parts } = wanted;
  const cases = Array.from({ length: wanted.cases }, (_, i): CaseRow => {
    const track = Math.floor((i * tracks.length) / wanted.cases);
    const options = tracks[track] === "Expertise" ? 5 : 4;
    const kind = share();
    const { attention = 0, controls = 0, unsure = 0 } = wanted;
    const isControl = kind < attention + controls;
    return {
      id: 1000 + i,
      versionId: 5000 + i,
      version: 1,
      key: `case-${i + 1}`,
      kind: "choice",
      track,
      stratum:
        kind < attention
          ? "attention"
          : isControl
            ? "control"
            : kind < attention + controls + unsure
              ? "unsure"
              : "selected",
      source: `work-${below(10)}`,
      optionNames: Array.from({ length: options }, (_, at) => `Person ${at + 1}`),
      gold: below(options),
      answerLength: 5 + below(120),
      report:
        share() < (wanted.reported ?? 0) ? { reason: "unclear", at: new Date(0), by: "Ada Staff" } : null,
    };
  });
  const selecting = isSelected && wanted.runs > 0;
  const runs = Array.from({ length: wanted.runs }, (_, i): RunRow => ({
    id: i + 1,
    model: `model-${String(i + 1).padStart(2, "0")}`,
    method: i % 3 === 2 ? "cot" : "zero-shot",
    version: "",
    isDemo: false,
    ranAt: null,
    apart: selecting && i === 0 ? "selecting" : null,
    predictions: predict(cases, {
      skill: selecting && i === 0 ? null : 0.2 + 0.6 * share(),
      // Every fourth gave choices alone.
      isChoice: i % 4 === 3,
      missing: wanted.missing ?? 0.05,
      share,
      below,
    }),
  }));
  const people = Array.from({ length: wanted.people }, (_, i) => sit(i, cases, wanted, share, below));
  return assembleRows({
    stamp: `random-${wanted.seed}`,
    study: {
      id: `00000000-0000-4000-8000-${String(wanted.seed).padStart(12, "0")}` as SeenStudyId,
      slug: `random-${wanted.seed}`,
      title: "Random study",
      state,
      isDemo: false,
      hasSimulated: people.some(({ isSimulated }) => isSimulated),
      design: designSchema.parse({ ...parts, sample: { seed: wanted.seed, ...parts?.sample } }),
      benchmark: { id: 1, slug: "harbour", name: "Harbour", isDemo: false, published: null, filters: [] },
      referenceRunId: selecting ? 1 : null,
      comparatorRunId: null,
      openedAt: new Date(0),
      closedAt: state === "closed" ? new Date(1) : null,
      finished: countFinished(people),
    },
    tracks: tracks.map((name) => ({ name, language: "en", ...ownCategories })),
    cases,
    runs,
    frame: null,
    answers: new Map(people.map((person) => [person.sittingId, person])),
  });
}

type Chance = { share: () => number; below: (count: number) => number };

function predict(
  cases: readonly CaseRow[],
  {
    skill,
    isChoice,
    missing,
    share,
    below,
  }: Chance & { skill: number | null; isChoice: boolean; missing: number },
): PredictionColumns {
  const scores = new Float64Array(cases.length).fill(NaN);
  const columns: PredictionColumns = {
    measures: [scores],
    choice: new Int16Array(cases.length).fill(-1),
    failed: new Uint8Array(cases.length),
    rank: new Int8Array(cases.length),
    above: new Int8Array(cases.length),
    tied: new Int8Array(cases.length),
    confidence: new Float64Array(cases.length).fill(NaN),
    squaredError: new Float64Array(cases.length).fill(NaN),
    given: new Float64Array(cases.length).fill(NaN),
    goldProbability: new Float64Array(cases.length).fill(NaN),
  };
  cases.forEach(({ gold, optionNames, stratum }, i) => {
    if (gold === null || (skill !== null && share() < missing)) {
      columns.failed[i] = share() < 0.5 ? 1 : 0;
      return;
    }
    const isRight = skill === null ? stratum === "control" || stratum === "attention" : share() < skill;
    const top = isRight ? gold : (gold + 1 + below(optionNames.length - 1)) % optionNames.length;
    columns.choice[i] = top;
    scores[i] = isRight ? 1 : 0;
    if (isChoice) return;
    // In tenths, so that there are ties.
    const weights = optionNames.map((_, at) => (at === top ? 6 + below(5) : below(4)));
    const sum = weights.reduce((all, one) => all + one, 0);
    const probabilities = weights.map((weight) => weight / sum);
    const score = scoreOptions(probabilities, gold);
    if (!score) return;
    columns.rank[i] = score.rank ?? 0;
    columns.above[i] = score.above ?? 0;
    columns.tied[i] = score.tied ?? 0;
    columns.confidence[i] = score.confidence;
    columns.squaredError[i] = score.squaredError;
    columns.goldProbability[i] = probabilities[gold] ?? NaN;
  });
  return columns;
}

function sit(
  index: number,
  cases: readonly CaseRow[],
  wanted: RandomRowsOptions,
  share: () => number,
  below: (count: number) => number,
): StoredPerson {
  const skill = 0.5 + 0.45 * share();
  const { answersEach = cases.length, cohorts = [] } = wanted;
  const given = drawSome(cases.length, answersEach, below);
  const answers = given.map((at, place): StoredAnswer => {
    const { id, gold, optionNames } = cases[at] as CaseRow;
    const isRight = share() < skill;
    const choice = isRight && gold !== null ? gold : below(optionNames.length);
    return {
      studyCaseId: id,
      position: place + 1,
      value: { choice: share() < 0.02 ? null : choice, probabilities: [] },
      shownAt: below(optionNames.length),
      confidence: below(101) / 100,
      knows: share() < 0.3 ? null : share() < (wanted.known ?? 0),
      activeMs: 2000 + below(40_000),
      firstMs: 1000 + below(1000),
      changes: below(3),
      focusLosses: below(2),
      flagged: share() < 0.05,
      arrivedMs: null,
      reason: share() < 0.2 ? 1 + place : 0,
      cannotRead: false,
    };
  });
  const isSubmitted = share() < 0.9;
  return {
    sittingId: `00000000-0000-4000-9000-${String(index + 1).padStart(12, "0")}`,
    number: index + 1,
    cohort: cohorts.length === 0 ? null : (cohorts[below(cohorts.length)] ?? null),
    language: "en",
    state: isSubmitted ? "submitted" : "started",
    isSimulated: share() < (wanted.simulated ?? 0),
    excludedReason: share() < (wanted.excluded ?? 0) ? "answered by phone" : null,
    activeMs: null,
    revisions: answers.length,
    cases: answers.length,
    answers,
  };
}

/** The first places of a shuffled row. */
function drawSome(count: number, wanted: number, below: (count: number) => number): number[] {
  const places = Array.from({ length: count }, (_, i) => i);
  const most = Math.min(count, wanted);
  for (let i = 0; i < most; i++) {
    const other = i + below(count - i);
    [places[i], places[other]] = [places[other] as number, places[i] as number];
  }
  return places.slice(0, most);
}
