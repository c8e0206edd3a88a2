import type { KindName } from "#lib/task-kinds/registry.ts";

export type TrackCount = {
  track: string;
  language: string;
  /** In the frame: current, taken apart, with a right answer where their kind needs one, within the filters. */
  cases: number;
  /** Of those, what the study asks about: all, or the reference run's confident errors. */
  selected: number;
  /** Of those, what the reference run got wrong while it was unsure, or has no answer to. */
  unsure: number;
  /** Of those, what the reference run got right. */
  controls: number;
  /** Of those in the frame, what the reference run has no answer to. */
  unanswered: number;
  /** Left out because their prompt couldn't be taken apart. */
  unparsed: number;
  /** Left out because no right answer is known. */
  withoutGold: number;
  /** Of those in the frame. */
  kinds: KindName[];
  /** Of those in the frame, whose right answer is known. */
  withGold: number;
  /** Of those in the frame, that show nothing of what is to be known before one can choose. */
  withoutContext: number;
};

/** How the reference run's wrong answers in the frame spread over its confidence. */
export type ThresholdCurve = {
  track: string;
  /** Wrong answers with a confidence of k hundredths or more, for k from 0 to 100. */
  selectedAt: number[];
  /** Wrong answers in twenty bins of equal width, the last one with 1 in it. */
  bins: number[];
  /** Wrong answers that came without probabilities: no threshold selects them. */
  withoutConfidence: number;
};

/** How the cases of a track that are in the frame stand in groups. */
export type TrackGroups = {
  track: string;
  /** The attribute whose values make them; null where the benchmark does. */
  attribute: string | null;
  /** How many groups have so many cases. */
  sizes: readonly { cases: number; groups: number }[];
  origins: number;
};

/** Groups from which so many cases can be drawn. */
export const countGroupsOf = ({ sizes }: Pick<TrackGroups, "sizes">, each: number): number =>
  sizes.reduce((sum, { cases, groups }) => (cases >= each ? sum + groups : sum), 0);

export type EligibleCase = {
  versionId: number;
  track: string;
  trackPosition: number;
  key: string;
  position: number;
  /** Hexadecimal. */
  hash: string;
  source: string | null;
  /** Cases of one scenario or person have the same. */
  group: string | null;
  /** Who wrote what is judged. */
  origin: string | null;
  /** What is asked, and of whom, where the file says so and an answer to it is chosen: several cases may ask the same. */
  question: string | null;
  /** What it is paired by, where the plan says by which attribute. */
  pair: string | null;
  /** Whether the reference run got it right; null without an answer, or without a reference. */
  correct: boolean | null;
  confidence: number | null;
  /** Every run that answered it, at least one, got it right. False where nobody asked. */
  isEasy: boolean;
  /** Whether it is known what is right. */
  hasGold: boolean;
};

/** Of a track, with a confidence that reaches so many hundredths. */
export type ThresholdCount = TrackCount & { wrong: number; reached: number | null };

export const hundredths = 100;
const barCount = 20;

const sumOf = (rows: readonly ThresholdCount[], pick: (row: ThresholdCount) => number): number =>
  rows.reduce((total, row) => total + pick(row), 0);

export function countTrack(rows: readonly ThresholdCount[]): TrackCount {
  const { track = "", language = "" } = rows[0] ?? {};
  return {
    track,
    language,
    cases: sumOf(rows, (row) => row.cases),
    selected: sumOf(rows, (row) => row.selected),
    unsure: sumOf(rows, (row) => row.unsure),
    controls: sumOf(rows, (row) => row.controls),
    unanswered: sumOf(rows, (row) => row.unanswered),
    unparsed: sumOf(rows, (row) => row.unparsed),
    withoutGold: sumOf(rows, (row) => row.withoutGold),
    withGold: sumOf(rows, (row) => row.withGold),
    withoutContext: sumOf(rows, (row) => row.withoutContext),
    kinds: [...new Set(rows.flatMap(({ kinds }) => kinds))],
  };
}

export function drawCurve(rows: readonly ThresholdCount[]): ThresholdCurve {
  const wrong = (within: (reached: number) => boolean) =>
    sumOf(rows, (row) => (within(row.reached ?? 0) ? row.wrong : 0));
  const barOf = (reached: number) =>
    Math.min(barCount - 1, Math.floor(((reached - 1) * barCount) / hundredths));
  return {
    track: rows[0]?.track ?? "",
    selectedAt: Array.from({ length: hundredths + 1 }, (_, k) => wrong((reached) => reached > k)),
    bins: Array.from({ length: barCount }, (_, bar) =>
      wrong((reached) => reached > 0 && barOf(reached) === bar),
    ),
    withoutConfidence: wrong((reached) => reached === 0),
  };
}
