import { orderBySeed } from "#lib/seeds/seeded-order.ts";
import { draw, happens, pick } from "#lib/simulated-people/chance.ts";
import { chanceToBeRight, type SimulatedPerson } from "#lib/simulated-people/person.ts";
import { optionFields, type OptionValue } from "#lib/task-kinds/options/value.ts";
import { showingOf, type SimulatedCase, type SimulatedKind } from "#lib/task-kinds/simulation.ts";

const tempted = 0.6;
const choose = (choice: number | null): OptionValue => ({ choice, probabilities: [] });
const everyOption = ({ optionNames }: SimulatedCase) => optionNames.map((_, option) => option);

export const simulatedOptions: SimulatedKind<OptionValue> = {
  decide: (person, on) => choose(findOption(person, on)),
  waver({ seed }, on, { choice }) {
    const others = everyOption(on).filter((option) => option !== choice);
    return others.length > 0 ? choose(pick(others, seed, "wavers to", showingOf(on))) : null;
  },
  decision: (choice) => ({ choice }),
  byParts: {
    field: optionFields.probability(0),
    shareOut({ seed }, on, { choice }, sure) {
      const { optionNames } = on;
      const weights = optionNames.map((one) => 0.1 + draw(seed, "weight", showingOf(on), one));
      const others = weights.reduce((sum, weight, option) => (option === choice ? sum : sum + weight), 0);
      const shares = weights.map((weight, option) =>
        option === choice ? sure : ((1 - sure) * weight) / others,
      );
      return { choice, probabilities: wholePercents(shares).map((percent) => percent / 100) };
    },
    certain: (optionCount) => ({
      choice: 0,
      probabilities: Array.from({ length: optionCount }, (_, option) => (option === 0 ? 1 : 0)),
    }),
  },
  fillIn: ({ choice, probabilities }) => ({
    ...(choice == null ? {} : { [optionFields.choice]: String(choice) }),
    ...Object.fromEntries(
      wholePercents(probabilities ?? []).map((percent, option) => [
        optionFields.probability(option),
        String(percent),
      ]),
    ),
  }),
};

function findOption(person: SimulatedPerson, on: SimulatedCase): number {
  const { seed, habit, world } = person;
  const { name, optionNames, right } = on;
  const showing = showingOf(on);
  const last = optionNames.length - 1;
  if (habit === "straight_lining") return Math.min(Math.floor(draw(seed, "favourite") * 4), last);
  if (habit === "position_bias" && happens(0.25, seed, "first of all", showing)) return 0;
  const options = everyOption(on);
  if (!right) return pick(options, seed, "choice", showing);
  if (happens(chanceToBeRight(person, name, right), seed, "finds it", showing)) return right.option;
  // The same wrong answer tempts everybody, as it does people; its name tells which, its place differs.
  const wrong = orderBySeed(
    options.filter((option) => option !== right.option),
    world,
    (option) => `${name}\n${optionNames[option]}`,
  );
  const [temptation = 0] = wrong;
  return happens(tempted, seed, "tempted", showing)
    ? temptation
    : pick(wrong.length > 0 ? wrong : [0], seed, "wrong", showing);
}

/** Percents are whole, so what is left over goes to the largest. */
function wholePercents(shares: readonly number[]): number[] {
  if (shares.length === 0) return [];
  const whole = shares.map((share) => Math.round(share * 100));
  const left = 100 - whole.reduce((sum, one) => sum + one, 0);
  const largest = whole.indexOf(Math.max(...whole));
  return whole.map((one, option) => (option === largest ? one + left : one));
}
