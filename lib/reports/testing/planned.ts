import type { PlannedStudy } from "#lib/reports/preregistration/write.ts";
import { type Claims, designSchema, type Design } from "#lib/studies/schema.ts";
import { taskOf } from "#lib/studies/frame/planned-task.ts";
import { computePower } from "#lib/studies/opening/power-plan.ts";

export const lamp = { model: "lamp", method: "zero-shot", version: "" };
export const claims: Claims = {
  comparator: { by: "name", run: { ...lamp, model: "lens" } },
  margin: 0.05,
  epsilon: 0.2,
  siblings: [{ ...lamp, method: "few-shot" }],
  stopping: { halfWidth: 0.04, mostPeople: 60 },
};
export const written = {
  benchmark: "harbour",
  frame: { tracks: ["Literary"], reference: { ...lamp, threshold: 0.8 } },
  sample: { seed: 7, quota: { Literary: 12 } },
  assignment: { people: 6 },
  rules: { interim: true, failedChecks: 1, haste: { seconds: 5, share: 0.25 } },
};
export const hash = "0f".repeat(32);

export const said = { title: "", welcome: "", consent: "", instructions: "", debrief: "" };
export const texts = { en: said, "zh-CN": said };

const power = await computePower(designSchema.parse(written), [
  { track: "Literary", cases: 40, selected: 40, controls: 0 },
]);

type Eligible = PlannedStudy["plan"]["eligible"][number];
export const describeTrack = (track: Eligible) => ({ eligible: [track], task: taskOf([track]) });

/** A plan that was frozen, of one track of choices. */
export function imaginePlanned(changes: Partial<Design> = {}): PlannedStudy {
  return {
    title: "Who * speaks?",
    slug: "who-speaks",
    power,
    plan: {
      texts,
      design: { ...designSchema.parse(written), ...changes },
      benchmark: { slug: "harbour", name: "Harbour" },
      filters: [],
      comparator: null,
      ...describeTrack({ track: "Literary", language: "en", cases: 90, selected: 40, controls: 0 }),
      sample: {
        counts: [{ stratum: "selected", track: "Literary", cases: 12 }],
        cells: { count: 1, capacity: 6 },
        digest: "ab".repeat(32),
      },
    },
    frozen: { at: new Date("2026-03-04T05:06:07Z"), hash, software: "1.2.3" },
  };
}
