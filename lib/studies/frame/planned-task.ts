import type { TrackCount } from "#lib/studies/frame/survey.ts";
import type { Estimate, Filter } from "#lib/task-kinds/spec.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf, unnamedKind } from "#lib/task-kinds/server-registry.ts";

/** A track of the frame: as it was counted, or as an opening froze it. */
type CountedTrack = Pick<TrackCount, "cases"> & Partial<Pick<TrackCount, "kinds" | "withGold">>;

export type TaskMeasure = "accuracy" | Estimate;

/** What people are asked to do, and so what can be said of a plan: the screens of the builder know kinds by this alone. */
export type PlannedTask = {
  kinds: readonly KindName[];
  /** What figures are about. */
  measures: readonly TaskMeasure[];
  /** Whether an answer can be right or wrong. */
  hasRight: boolean;
  /** Whether it is known of some cases what is to be expected, so that they can be practised. */
  hasGold: boolean;
  /** Whether it is known of every case. */
  needsGold: boolean;
  /** Whether it is tested if a model could take a person's place. */
  testsAnnotators: boolean;
  filters: readonly Filter[];
  /** Whether the plan says in which order options stand. */
  ordersOptions: boolean;
  hasProfiles: boolean;
  asksProbabilities: boolean;
};

/** Where nothing is chosen yet, the kind that a benchmark has most often. */
const unchosen: readonly CountedTrack[] = [{ cases: 1 }];

export function taskOf(tracks: readonly CountedTrack[]): PlannedTask {
  const there = tracks.filter((track) => listKinds(track).length > 0);
  const known = there.length === 0 ? unchosen : there;
  const kinds = [...new Set(known.flatMap(listKinds))];
  const each = kinds.map(serverKindOf);
  const measures = [...new Set(known.map(measureOf))];
  return {
    kinds,
    measures,
    hasRight: measures.includes("accuracy"),
    testsAnnotators: measures.some((measure) => measure === "accuracy" || measure === "mean"),
    hasGold: known.some(({ cases, withGold = cases }) => withGold > 0),
    needsGold: each.every(({ needsGold }) => needsGold),
    filters: [...new Set(each.flatMap(({ filters }) => filters))],
    ordersOptions: each.some(({ ordersOptions }) => ordersOptions),
    hasProfiles: each.some((kind) => kind.hasProfiles === true),
    asksProbabilities: each.some(({ asksProbabilities }) => asksProbabilities),
  };
}

/** What figures of a track are about. */
export function measureOf(track: CountedTrack): TaskMeasure {
  const each = listKinds(track).map(serverKindOf);
  const { cases, withGold = cases } = track;
  const isJudged = each.length > 0 && (withGold === 0 || !each.some(({ hasRight }) => hasRight));
  return (isJudged && each[0]?.estimates) || "accuracy";
}

/** What is asked of tracks that have no accuracy. */
export const listJudged = (
  quota: Readonly<Record<string, number>>,
  tracks: readonly (CountedTrack & { track: string })[],
): string[] =>
  tracks.flatMap((one) => ((quota[one.track] ?? 0) > 0 && measureOf(one) !== "accuracy" ? [one.track] : []));

const listKinds = ({ kinds }: CountedTrack): readonly KindName[] => kinds ?? [unnamedKind];
