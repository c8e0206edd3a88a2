import { peoplePerArm } from "#lib/studies/arms/schema.ts";
import type { Shortfall } from "#lib/studies/sampling/sampling.ts";
import type { Assignment, Sample } from "#lib/studies/schema.ts";
import { countLinked, countSets } from "#lib/studies/strata/schema.ts";

/**
 * The most cases a participant can get of a track that has too few for the blocks as planned. What the blocks can't share
 * out evenly is linked, where that asks nobody for more than before.
 */
export function takeWhatIsThere(
  sample: Sample,
  assignment: Assignment,
  { track, stratum, found, each = 1 }: Shortfall,
): Sample {
  const { [track ?? ""]: quota } = sample.quota;
  if (track === null || stratum !== "selected" || quota === undefined || assignment.design !== "blocks")
    return sample;
  const sets = countSets({ ...assignment, people: peoplePerArm(assignment) });
  const linked = countLinked(sample, assignment, stratum, track) / each;
  const own = Math.max(0, Math.floor((found - linked) / sets));
  const rest = found - sets * own;
  const isShared = linked > 0 && (own + rest) * each <= quota;
  const shared = isShared ? rest : linked;
  return {
    ...sample,
    quota: { ...sample.quota, [track]: (own + shared) * each },
    ...(sample.linked && { linked: { ...sample.linked, [track]: shared * each } }),
  };
}
