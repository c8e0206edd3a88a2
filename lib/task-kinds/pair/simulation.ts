import { draw, normal } from "#lib/simulated-people/chance.ts";
import { chanceToBeRight, type Habit, type SimulatedPerson } from "#lib/simulated-people/person.ts";
import { simulatedOptions } from "#lib/task-kinds/options/simulation.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { showingOf, type SimulatedCase, type SimulatedKind } from "#lib/task-kinds/simulation.ts";

/** What makes one text be preferred, in log-odds: figures have to find it again. */
export const sides = {
  /** Of origins, around 0. */
  strength: 0.9,
  /** What a case adds to one of its texts, the same for everybody. */
  ofCase: 0.3,
  /** Of people: above 0 they like what they read first. */
  bias: 0.2,
  habitual: 1.5,
  /** Closer than this nobody can tell them apart. */
  tied: 0.3,
  /** How much of it who looks hastily sees. */
  seen: { attentive: 1, hasty: 0.4, straight_lining: 0, position_bias: 0.8 } satisfies Record<Habit, number>,
} as const;

const [one, other, tied] = [0, 1, 2];

export const strengthOf = ({ world }: Pick<SimulatedPerson, "world">, origin: string): number =>
  sides.strength * normal(world, "strength", origin);
export const biasOf = ({ seed, habit }: SimulatedPerson): number =>
  sides.bias * normal(seed, "side bias") + (habit === "position_bias" ? sides.habitual : 0);

const logistic = (share: number) => Math.log(share / (1 - share));

function choose(person: SimulatedPerson, on: SimulatedCase): number {
  const { seed, habit, world } = person;
  const { name, right, origins = [] } = on;
  if (habit === "straight_lining") return Math.floor(draw(seed, "favourite") * 3);
  if (right && draw(seed, "finds it", showingOf(on)) < chanceToBeRight(person, name, right))
    return right.option;
  const [first = "", second = ""] = origins;
  const liking = (origin: string) =>
    strengthOf(person, origin) + sides.ofCase * normal(world, "text", name, origin);
  const felt = origins.length > 0 ? sides.seen[habit] * (liking(first) - liking(second)) : 0;
  const lead = felt + biasOf(person) + logistic(draw(seed, "side", showingOf(on)));
  if (Math.abs(lead) < sides.tied) return tied;
  return lead > 0 ? one : other;
}

const decided = (choice: number): OptionValue => ({ choice, probabilities: [] });

/** A preference comes of who wrote the two texts, of where they stand, and of chance. */
export const simulatedPairs: SimulatedKind<OptionValue> = {
  ...simulatedOptions,
  originsOf: (optionNames, layout) => layout.slice(0, 2).map((side) => optionNames[side] ?? ""),
  decide: (person, on) => decided(choose(person, on)),
  // Who isn't sure goes from one text to neither, and from neither to one of them.
  waver: ({ seed }, on, { choice }) =>
    choice === null
      ? null
      : decided(choice === tied ? (draw(seed, "wavers to", showingOf(on)) < 0.5 ? one : other) : tied),
};
