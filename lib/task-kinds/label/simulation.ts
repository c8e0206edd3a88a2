import { draw, happens, pick } from "#lib/simulated-people/chance.ts";
import { errorField, type LabelValue } from "#lib/task-kinds/label/form.ts";
import { simulatedOptions } from "#lib/task-kinds/options/simulation.ts";
import { showingOf, type SimulatedCase, type SimulatedKind } from "#lib/task-kinds/simulation.ts";

/** How often who reads finds the label that a case has for everybody. */
const findsIt = { attentive: 0.85, hasty: 0.55, position_bias: 0.7, straight_lining: 0 } as const;

/** What everybody would say of it who makes no mistake: the same in one simulation, whoever labels. */
export const trueLabelOf = (world: bigint, { name, optionNames }: SimulatedCase): number =>
  Math.floor(draw(world, "label", name) * optionNames.length);

/** Nobody need know what is right: then a label comes of the case, and of how carefully somebody reads it. */
export const simulatedLabels: SimulatedKind<LabelValue> = {
  ...simulatedOptions,
  decide(person, on) {
    const { habit, seed, world } = person;
    if (on.right || habit === "straight_lining")
      return { ...simulatedOptions.decide(person, on), error: null };
    const options = on.optionNames.map((_, option) => option);
    const choice = happens(findsIt[habit], seed, "finds label", showingOf(on))
      ? trueLabelOf(world, on)
      : pick(options, seed, "slips to", showingOf(on));
    return { choice, probabilities: [], error: null };
  },
  fillIn: ({ error = null, ...value }) => ({
    ...simulatedOptions.fillIn(value),
    ...(error === null ? {} : { [errorField]: String(error) }),
  }),
};
