import { hasEnoughData } from "#lib/metrics/claim.ts";
import { isFewNearCeiling } from "#lib/metrics/two-way/ceiling.ts";
import type { Facts } from "#lib/studies/findings/findings.ts";
import { taskOf } from "#lib/studies/frame/planned-task.ts";
import type { Design, Finding } from "#lib/studies/schema.ts";

/** Where so much is asked that little can be said of it, by the rules of results. */
export function findSizeWarnings(
  design: Design,
  { sample: drawn, tracks }: Pick<Facts, "sample" | "tracks">,
): Finding[] {
  const { sample, assignment, power } = design;
  const countSelected = (track?: string) =>
    drawn?.ok
      ? drawn.plan.cases.filter((one) => one.stratum === "selected" && (!track || one.track === track)).length
      : null;
  const warnings = Object.entries(sample.quota).flatMap(([track, quota]): Finding[] => {
    const [cases, answers] = [countSelected(track) ?? quota, quota * assignment.people];
    return quota === 0 || hasEnoughData({ answers, people: assignment.people, cases })
      ? []
      : [{ step: "sample", code: "small_track", values: { track, cases, answers } }];
  });
  const all = countSelected() ?? 0;
  if (all > 0 && taskOf(tracks).hasRight && isFewNearCeiling(all, power.accuracy)) {
    const values = { cases: all, accuracy: Math.round(100 * power.accuracy) };
    warnings.push({ step: "power", code: "few_near_ceiling", values });
  }
  return warnings;
}
