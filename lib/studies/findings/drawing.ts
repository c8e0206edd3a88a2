import type { Code, Facts } from "#lib/studies/findings/problems.ts";
import { differInCases, peoplePerArm } from "#lib/studies/arms/schema.ts";
import { listJudged } from "#lib/studies/frame/planned-task.ts";
import type { Design, Finding, Sample } from "#lib/studies/schema.ts";
import { countLinked, countSets, quotaOf, sampledStrata } from "#lib/studies/strata/schema.ts";

const found = (code: Code, values?: Finding["values"]): Finding =>
  values ? { step: "sample", code, values } : { step: "sample", code };

/** What can't be drawn as it is put, and what nobody may be asked twice. */
export function findDrawingProblems(
  { sample, assignment }: Pick<Design, "sample" | "assignment">,
  { sameTexts, alike = 0, noLongerAlike = [] }: Pick<Facts, "sameTexts" | "alike" | "noLongerAlike">,
): Finding[] {
  const { groups = {}, pairBy = {}, mostFromOneSource, oncePerQuestion, ratedOnce } = sample;
  const problems = Object.entries(groups).flatMap(([track, each]) =>
    sampledStrata
      .map((stratum) => quotaOf(sample, stratum)[track] ?? 0)
      .filter((quota) => quota % each !== 0)
      .map((quota) => found("groups_cut", { track, quota, each })),
  );
  for (const track of Object.keys(pairBy))
    if (groups[track] === undefined) problems.push(found("pair_without_count", { track }));
  problems.push(...findLinkProblems(sample, assignment));
  if (mostFromOneSource !== null) {
    if (Object.keys(groups).length > 0) problems.push(found("groups_with_source_limit"));
    if (listLinked(sample).length > 0) problems.push(found("linked_with_source_limit"));
    if (oncePerQuestion) problems.push(found("question_with_source_limit"));
  }
  if (sameTexts) {
    const { first, second, cases } = sameTexts;
    const same = { track: first.track, key: first.key, otherTrack: second.track, other: second.key, cases };
    problems.push(found("same_text", alike > 0 ? { ...same, alike } : same));
  }
  for (const pair of noLongerAlike.slice(0, maxNamed))
    problems.push(found("rated_once_differs", { ...pair }));
  const { arms } = assignment;
  if (ratedOnce && arms && differInCases(arms.differ)) problems.push(found("rated_once_with_arms"));
  return problems;
}

const listLinked = ({ linked = {} }: Sample) => Object.entries(linked).filter(([, count]) => count > 0);

function findLinkProblems(sample: Sample, { design }: Design["assignment"]): Finding[] {
  const linked = listLinked(sample);
  if (linked.length > 0 && design !== "blocks") return [found("linked_without_blocks")];
  return linked.flatMap(([track, count]): Finding[] => {
    const [quota, each] = [sample.quota[track] ?? 0, sample.groups?.[track] ?? 1];
    if (count >= quota) return [found("linked_all", { track, linked: count, quota })];
    return count % each === 0 ? [] : [found("linked_cut", { track, linked: count, each })];
  });
}

const maxNamed = 5;

/** What is never drawn, and raters who will have nothing in common. */
export function findDrawingWarnings(
  { sample, assignment }: Pick<Design, "sample" | "assignment">,
  { sample: drawn, tracks, sameTexts, alike = 0 }: Pick<Facts, "sample" | "tracks" | "sameTexts" | "alike">,
): Finding[] {
  const broken = drawn?.ok ? drawn.broken : [];
  const warnings = broken.map(({ track, keys }) =>
    found("broken_pairs", {
      track,
      attribute: sample.pairBy?.[track] ?? "",
      cases: keys.length,
      list: keys.slice(0, maxNamed).join(", "),
      more: Math.max(0, keys.length - maxNamed),
    }),
  );
  if (alike > 0 && !sameTexts) warnings.push(found("rated_apart", { alike }));
  const sets = countSets({ ...assignment, people: peoplePerArm(assignment) });
  if (assignment.design !== "blocks" || sets < 2) return warnings;
  const apart = listJudged(sample.quota, tracks).filter(
    (track) => countLinked(sample, assignment, "selected", track) === 0,
  );
  return [...warnings, ...apart.map((track) => found("not_linked", { track, blocks: sets }))];
}
