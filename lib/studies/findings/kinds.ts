import type { Code } from "#lib/studies/findings/codes.ts";
import type { Facts } from "#lib/studies/findings/findings.ts";
import type { TrackCount } from "#lib/studies/frame/survey.ts";
import type { Design, Finding } from "#lib/studies/schema.ts";

const about = (step: Finding["step"], code: Code, values: Finding["values"]): Finding => ({
  step,
  code,
  values,
});

const listKinds = (tracks: readonly Pick<TrackCount, "kinds">[]): string[] =>
  [...new Set(tracks.flatMap(({ kinds }) => kinds))].sort();

/** A study may have cases of several kinds, a track of one: figures, and what is said between, go by it. */
export function findKindProblems(
  { claims }: Pick<Design, "claims">,
  tracks: readonly TrackCount[],
): Finding[] {
  const mixed = tracks.filter(({ kinds }) => kinds.length > 1);
  const kinds = listKinds(tracks);
  return [
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
