import type { DemoCase } from "#lib/demo/baselines.ts";
import { listEasiest } from "#lib/demo/synthetic.ts";
import { designSchema, type Design } from "#lib/studies/schema.ts";
import { newDesign } from "#lib/studies/template.ts";

export const armsSeed = 2027;
export const armsPeople = 24;

/** Half of the people see who the candidates are, the others only their names; both get the same passages. */
export function planArms(cases: readonly DemoCase[]): Design {
  const template = newDesign("dialogues", armsSeed);
  const easy = listEasiest(cases, "Literary", 3).map(({ track, id }) => ({ track, key: id }));
  return designSchema.parse({
    ...template,
    frame: { tracks: ["Literary"] },
    sample: {
      seed: armsSeed,
      quota: { Literary: 24 },
      attention: { count: 2, cases: easy.slice(1) },
      practice: { count: 1, cases: easy.slice(0, 1) },
    },
    assignment: {
      design: "same",
      people: armsPeople,
      arms: {
        differ: "profiles",
        arms: [
          { name: "With profiles", profiles: true },
          { name: "Names only", profiles: false },
        ],
      },
    },
    rules: { ...template.rules, haste: { seconds: 4, share: 0.5 } },
    claims: {
      ...template.claims,
      comparator: { by: "name", run: { model: "Synthetic H", method: "made up" } },
    },
  });
}
