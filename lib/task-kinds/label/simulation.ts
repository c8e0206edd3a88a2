import { draw, happens, normal, pick } from "#lib/simulated-people/chance.ts";
import { chanceToBeRight, type Habit, type SimulatedPerson } from "#lib/simulated-people/person.ts";
import { codesForm } from "#lib/task-kinds/label/form.ts";
import {
  codeFields,
  errorField,
  joinCodes,
  listCodes,
  type CodesValue,
  type LabelValue,
} from "#lib/task-kinds/label/value.ts";
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

/** How those who code differ, where a code of a case stands out by 1 more or less: figures have to find it again. */
export const coders = {
  /** How far a code has to stand out before somebody without a leaning finds it. */
  threshold: 0.6,
  /** Of those who code, of all codes alike: above 0 they find more of them. */
  leaning: 0.25,
  /** Of each code of each case by itself. */
  noise: { attentive: 0.3, hasty: 1, straight_lining: 0, position_bias: 0.5 } satisfies Record<Habit, number>,
  /** Of those who code, from the first case to the fiftieth. */
  drift: 0.2,
} as const;
const driftsOver = 50;

/** How far a code stands out in a case, for everybody. */
export const standsOut = ({ world }: Pick<SimulatedPerson, "world">, name: string, code: string): number =>
  normal(world, "code", name, code);

export const leaningOf = ({ seed }: Pick<SimulatedPerson, "seed">): number =>
  coders.leaning * normal(seed, "leaning");

const everyPlace = ({ optionNames }: SimulatedCase) => optionNames.map((_, at) => at);

function findCodes(person: SimulatedPerson, on: SimulatedCase): number {
  const { habit, seed } = person;
  const { name, optionNames, position = 1 } = on;
  // Whoever always gives the same doesn’t look.
  if (habit === "straight_lining")
    return joinCodes([Math.floor(draw(seed, "favourite") * optionNames.length)]);
  const shift = leaningOf(person) + (coders.drift * normal(seed, "drift") * position) / driftsOver;
  const felt = (code: string) =>
    standsOut(person, name, code) + shift + coders.noise[habit] * normal(seed, "noise", showingOf(on), code);
  return joinCodes(everyPlace(on).filter((at) => felt(optionNames[at] ?? "") > coders.threshold));
}

export const simulatedCodes: SimulatedKind<CodesValue> = {
  decide(person, on) {
    const { right, name } = on;
    const finds =
      right && happens(chanceToBeRight(person, name, right), person.seed, "finds it", showingOf(on));
    return { codes: finds ? right.option : findCodes(person, on) };
  },
  // One code, ticked or not.
  waver({ seed }, on, { codes }) {
    const at = pick(everyPlace(on), seed, "wavers on", showingOf(on));
    const [one, before] = [2 ** at, codes ?? 0];
    return { codes: listCodes(before).includes(at) ? before - one : before + one };
  },
  decision: (found) => ({ codes: found }),
  fillIn({ codes = null }): Record<string, string> {
    // What else stands there is unticked.
    const { [codeFields.deciding]: _, ...fields } = codesForm.pressedIn({ codes });
    return fields;
  },
};
