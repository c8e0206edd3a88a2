import type { Baseline, DemoCase } from "#lib/demo/baselines.ts";
import { orderBySeed } from "#lib/seeds/seeded-order.ts";
import { between, normal } from "#lib/simulated-people/chance.ts";

const seed = 2508;
/** How far the runs differ in what they find hard. */
const ownTaste = 0.8;

/** A share right of each track. */
type Accuracies = Readonly<Record<string, number>>;

// From PersonaEval (arXiv 2508.10014): five models of its Tables 2 to 4, and the people of its Table 5.
const printedOfModels: readonly Accuracies[] = [
  { Literary: 0.413, Drama: 0.283, Expertise: 0.567 },
  { Literary: 0.495, Drama: 0.387, Expertise: 0.472 },
  { Literary: 0.571, Drama: 0.469, Expertise: 0.432 },
  { Literary: 0.63, Drama: 0.502, Expertise: 0.538 },
  { Literary: 0.695, Drama: 0.603, Expertise: 0.621 },
];
const printedOfPeople: Accuracies = { Literary: 0.93, Drama: 0.6, Expertise: 0.875 };
const belowPeople = [0.15, 0.1, 0.06];

const less = (accuracies: Accuracies, by: number): Accuracies =>
  Object.fromEntries(Object.entries(accuracies).map(([track, share]) => [track, share - by]));

const hardness = (id: string) => normal(seed, "hardness", id);

/** Those that the made-up runs find easiest. */
export const listEasiest = (cases: readonly DemoCase[], track: string, count: number): DemoCase[] =>
  cases
    .filter((one) => one.track === track)
    .toSorted((a, b) => hardness(a.id) - hardness(b.id))
    .slice(0, count);

/** So many of each track that the shares come as close as they can; a case that is hard for one is so for most. */
function listRight(model: string, cases: readonly DemoCase[], accuracies: Accuracies): Set<string> {
  return new Set(
    [...Map.groupBy(cases, ({ track }) => track)].flatMap(([track, own]) =>
      own
        .map(({ id }) => ({ id, felt: hardness(id) + ownTaste * normal(seed, model, id) }))
        .toSorted((a, b) => a.felt - b.felt)
        .slice(0, Math.round((accuracies[track] ?? 0) * own.length))
        .map(({ id }) => id),
    ),
  );
}

/** In hundredths, the chosen option ahead of all others; a model is a little less sure where it is wrong. */
function shareOut(model: string, { id, options, gold }: DemoCase, isRight: boolean): readonly number[] {
  const right = options.findIndex(({ name }) => name === gold);
  const wrong = orderBySeed(
    options.flatMap((_, at) => (at === right ? [] : [at])),
    seed,
    (at) => `tempts\n${id}\n${at}`,
  );
  const chosen = isRight ? right : (wrong[0] ?? right);
  const sure = Math.round(between(isRight ? 51 : 45, isRight ? 97 : 85, seed, "sure", model, id));
  const weights = options.map((_, at) => (at === chosen ? 0 : between(0.2, 1, seed, "rest", model, id, at)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const shares = weights.map((weight) => Math.floor(((100 - sure) * weight) / sum));
  shares[chosen] = 100 - shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / 100);
}

function makeUp(letter: string, accuracies: Accuracies, fittedTo: string): Baseline {
  const model = `Synthetic ${letter}`;
  let known: { cases: readonly DemoCase[]; right: Set<string> } | null = null;
  return {
    model,
    method: "made up",
    isFake: true,
    notes: `Not a model: drawn from a seed to be right as often as ${fittedTo}, track by track. It read nothing.`,
    answer(item, cases) {
      if (known?.cases !== cases) known = { cases, right: listRight(model, cases, accuracies) };
      return shareOut(model, item, known.right.has(item.id));
    },
  };
}

/** Eight runs that no model made, so that the demo has something to compare; three come close to people. */
export const syntheticRuns: readonly Baseline[] = [
  ...printedOfModels.map((accuracies) => ({ accuracies, fittedTo: "a model that PersonaEval reports" })),
  ...belowPeople.map((by) => ({
    accuracies: less(printedOfPeople, by),
    fittedTo: `PersonaEval’s people, less ${Math.round(by * 100)} points`,
  })),
].map(({ accuracies, fittedTo }, at) => makeUp("ABCDEFGH"[at] ?? "", accuracies, fittedTo));
