import { draw, happens, normal } from "#lib/simulated-people/chance.ts";
import { chanceToBeRight, type Habit, type SimulatedPerson } from "#lib/simulated-people/person.ts";
import { showingOf, type SimulatedCase, type SimulatedKind } from "#lib/task-kinds/simulation.ts";
import { valueFrom } from "#lib/task-kinds/traits/decoded.ts";
import {
  ofTraits,
  traitNames,
  type Level,
  type TraitName,
  type TraitsValue,
} from "#lib/task-kinds/traits/profile.ts";

/** How those who judge differ, where a level is as wide as 1: figures have to find it again. */
export const raters = {
  /** Of whom answers are about, around neutral. */
  trait: 0.9,
  /** Of those who judge, by trait: above 0 they see more of it. */
  leaning: 0.2,
  /** Of each level by itself. */
  noise: { attentive: 0.25, hasty: 0.8, straight_lining: 0, position_bias: 0.4 } satisfies Record<
    Habit,
    number
  >,
  /** Of those who judge, from the first case to the fiftieth. */
  drift: 0.15,
} as const;
const driftsOver = 50;

const nearest = (felt: number) => Math.round(Math.min(2, Math.max(0, felt))) as Level;

/** What everybody would find who judges without an error. */
export const truthOf = ({ world }: Pick<SimulatedPerson, "world">, name: string, trait: TraitName): number =>
  1 + raters.trait * normal(world, "trait", name, trait);

function feel(person: SimulatedPerson, on: SimulatedCase, trait: TraitName): number {
  const { habit, seed } = person;
  const { name, position = 1 } = on;
  // Whoever always gives the same doesn’t look.
  if (habit === "straight_lining") return 2 * draw(seed, "favourite");
  const leaning = raters.leaning * normal(seed, "leaning", trait);
  const drift = (raters.drift * normal(seed, "drift") * position) / driftsOver;
  const noise = raters.noise[habit] * normal(seed, "noise", showingOf(on), trait);
  return truthOf(person, name, trait) + leaning + drift + noise;
}

export const simulatedTraits: SimulatedKind<TraitsValue> = {
  decide(person, on) {
    const { right, name } = on;
    const finds =
      right && happens(chanceToBeRight(person, name, right), person.seed, "finds it", showingOf(on));
    return finds ? valueFrom(right.option) : ofTraits((trait) => nearest(feel(person, on, trait)));
  },
  // One trait, by one level.
  waver({ seed }, on, decided) {
    const showing = showingOf(on);
    const at = Math.floor(draw(seed, "wavers on", showing) * traitNames.length);
    const level = decided[traitNames[at] ?? "openness"] ?? 1;
    const other = (level === 1 ? (draw(seed, "wavers to", showing) < 0.5 ? 0 : 2) : 1) as Level;
    return { ...decided, [traitNames[at] ?? "openness"]: other };
  },
  decision: valueFrom,
  fillIn: (value) =>
    Object.fromEntries(
      traitNames.flatMap((name) => {
        const level = value[name] ?? null;
        return level === null ? [] : [[name, String(level)]];
      }),
    ),
};
