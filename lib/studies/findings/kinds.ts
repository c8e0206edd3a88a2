import type { Code } from "#lib/studies/findings/codes.ts";
import type { Facts } from "#lib/studies/findings/findings.ts";
import type { TrackCount } from "#lib/studies/frame/survey.ts";
import { countAsked } from "#lib/studies/strata/schema.ts";
import type { Design, Finding } from "#lib/studies/schema.ts";

const about = (step: Finding["step"], code: Code, values: Finding["values"]): Finding => ({
  step,
  code,
  values,
});

const listKinds = (tracks: readonly Pick<TrackCount, "kinds">[]): string[] =>
  [...new Set(tracks.flatMap(({ kinds }) => kinds))].sort();

/** Cases of the first half of their stretch may come again in its second, and each kind has a stretch of its own. */
function countRepeatable(sample: Design["sample"], tracks: readonly TrackCount[]): number {
  const asked = new Map<string, number>();
  for (const { track, kinds } of tracks) {
    const [kind = ""] = kinds;
    asked.set(kind, (asked.get(kind) ?? 0) + countAsked(sample, track));
  }
  return [...asked.values()].reduce((sum, count) => sum + Math.floor(count / 2), 0);
}

/** A study may have cases of several kinds, a track of one: figures, and what is said between, go by it. */
export function findKindProblems(
  { claims, sample }: Pick<Design, "claims" | "sample">,
  tracks: readonly TrackCount[],
): Finding[] {
  const mixed = tracks.filter(({ kinds }) => kinds.length > 1);
  const kinds = listKinds(tracks);
  const { repeats = 0 } = sample;
  const most = countRepeatable(sample, tracks);
  return [
    ...(repeats > most ? [about("sample", "too_many_repeats", { repeats, most })] : []),
    ...mixed.map(({ track, kinds: own }) =>
      about("frame", "mixed_track", { track, kinds: own.toSorted().join(", ") }),
    ),
    // It looks at one figure, and there is none of all kinds.
    ...(claims?.stopping && kinds.length > 1
      ? [about("claims", "stopping_several_kinds", { kinds: kinds.join(", ") })]
      : []),
  ];
}

/** What several kinds make different from what one may expect. */
export function findKindWarnings({ claims, sample }: Design, { tracks, sample: drawn }: Facts): Finding[] {
  const kinds = listKinds(tracks);
  if (kinds.length < 2) return [];
  const practised = new Set(
    drawn?.ok
      ? drawn.plan.cases.flatMap(({ stratum, track }) => (stratum === "practice" ? [track] : []))
      : [],
  );
  const ofPractice = listKinds(tracks.filter(({ track }) => practised.has(track)));
  const lacking = kinds.filter((kind) => !ofPractice.includes(kind));
  return [
    ...(drawn?.ok && sample.practice.count > 0 && lacking.length > 0
      ? [about("sample", "practice_lacks_kinds", { kinds: lacking.join(", ") })]
      : []),
    ...(claims?.comparator ? [about("claims", "claims_by_kind", { kinds: kinds.join(", ") })] : []),
  ];
}
