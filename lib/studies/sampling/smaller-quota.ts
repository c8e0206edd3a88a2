import { peoplePerArm } from "#lib/studies/arms/schema.ts";
import type { Shortfall } from "#lib/studies/sampling/sampling.ts";
import type { Assignment, Sample } from "#lib/studies/schema.ts";
import { countDifferent, countLinked, countSets } from "#lib/studies/strata/schema.ts";

type Drawing = { readonly sample: Sample; readonly assignment: Assignment };

/** Where cases are too few for the blocks: fewer for each participant, or for fewer participants, whichever takes more. */
export function fitBlocks(drawing: Drawing, lacking: readonly Shortfall[]): Drawing {
  const { sample, assignment } = drawing;
  const smaller = lacking.reduce((given, one) => takeWhatIsThere(given, assignment, one), sample);
  const fewer = takeFewerPeople(drawing, lacking);
  const shorter = { sample: smaller, assignment };
  return fewer && countDrawn(fewer) > countDrawn(shorter) ? fewer : shorter;
}

function takeFewerPeople({ sample, assignment }: Drawing, lacking: readonly Shortfall[]): Drawing | null {
  if (assignment.design !== "blocks" || assignment.arms) return null;
  const possible = lacking.map(({ track, stratum, found, each = 1 }) => {
    const { [track ?? ""]: quota } = sample.quota;
    if (track === null || stratum !== "selected" || quota === undefined) return 0;
    const linked = countLinked(sample, assignment, stratum, track) / each;
    return Math.floor((found - linked) / (quota / each - linked));
  });
  const sets = Math.min(countSets(assignment), ...possible);
  return sets >= 1
    ? { sample, assignment: { ...assignment, people: sets * assignment.ratersPerCase } }
    : null;
}

const countDrawn = ({ sample, assignment }: Drawing): number =>
  Object.entries(sample.quota).reduce(
    (sum, [track, quota]) =>
      sum + countDifferent(countSets(assignment), quota, countLinked(sample, assignment, "selected", track)),
    0,
  );

/**
 * The most cases a participant can get of a track that has too few for the blocks as planned. What the blocks can't share
 * out evenly is linked, where that asks nobody for more than before.
 */
function takeWhatIsThere(
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
