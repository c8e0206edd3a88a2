import { draw, normal } from "#lib/simulated-people/chance.ts";
import type { Habit, SimulatedPerson } from "#lib/simulated-people/person.ts";
import { simulatedOptions } from "#lib/task-kinds/options/simulation.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { showingOf, type SimulatedCase, type SimulatedKind } from "#lib/task-kinds/simulation.ts";

/** How raters differ, in shares of the scale’s length: figures have to find it again. */
export const raters = {
  /** Of what is rated, around the middle. */
  quality: 0.28,
  /** Of raters: above 0 milder than others. */
  severity: 0.12,
  /** Of each rating by itself. */
  noise: { attentive: 0.1, hasty: 0.25, straight_lining: 0, position_bias: 0.15 } satisfies Record<
    Habit,
    number
  >,
  /** Of raters, from the first case to the fiftieth. */
  drift: 0.06,
} as const;
const driftsOver = 50;

export const severityOf = ({ seed }: SimulatedPerson): number => raters.severity * normal(seed, "severity");
export const driftOf = ({ seed }: SimulatedPerson): number => raters.drift * normal(seed, "drift");
/** What everybody would give it who rates without an error, from 0 to 1. */
export const qualityOf = ({ world }: Pick<SimulatedPerson, "world">, name: string): number =>
  0.5 + raters.quality * normal(world, "quality", name);

const rate = (choice: number): OptionValue => ({ choice, probabilities: [] });

function feel(person: SimulatedPerson, on: SimulatedCase): number {
  const { name, position = 1 } = on;
  const { habit, seed } = person;
  // Whoever always gives the same doesn’t look.
  if (habit === "straight_lining") return 0.4 + 0.4 * draw(seed, "favourite");
  const noise = raters.noise[habit] * normal(seed, "noise", showingOf(on));
  return qualityOf(person, name) + severityOf(person) + (driftOf(person) * position) / driftsOver + noise;
}

const placeOn = ({ optionNames }: SimulatedCase, felt: number): number =>
  Math.round(Math.min(1, Math.max(0, felt)) * (optionNames.length - 1));

/** Nobody knows what is right: a rating comes of the case, of who rates, and of chance. */
export const simulatedRatings: SimulatedKind<OptionValue> = {
  ...simulatedOptions,
  decide: (person, on) => rate(placeOn(on, feel(person, on))),
  waver({ seed }, on, { choice }) {
    if (choice === null) return null;
    const step = draw(seed, "wavers to", showingOf(on)) < 0.5 ? -1 : 1;
    const other = choice + step;
    return rate(other >= 0 && other < on.optionNames.length ? other : choice - step);
  },
};
