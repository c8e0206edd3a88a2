/** How a model of ours answers, and how its files came about. */
export type MadeUpModel = {
  name: string;
  /** How often the right answer is its favourite. */
  skill: number;
  /** How often a call failed. */
  failing: number;
  /** Characters of thinking in front of its answer, on average. */
  verbosity: number;
  /** Its files lack some rows. */
  leavesOut?: boolean;
  /** Some of its rows are from an older copy of the benchmark. */
  isOutdated?: boolean;
  /** Its rows stand in another order. */
  isShuffled?: boolean;
  /** The benchmark was read by pandas as it does by default: names like "NA" became nothing. */
  losesNames?: boolean;
};

const thinking = [0, 250, 1050];

/** Names that nobody bears: what they answer is made up, and must not be taken for anybody's results. */
export const madeUpModels: readonly MadeUpModel[] = [
  "aster-mini aster-large aster-large-2 birch-7b birch-70b-instruct cobalt-1.5 cobalt-1.5-flash delta_chat",
  "delta-reasoner ember-8b ember-70b fjord-small fjord-medium garnet-7b garnet-14b garnet-32b garnet-72b",
  "org-heron-v3 heron-r1",
]
  .flatMap((line) => line.split(" "))
  .map((name, index) => ({
    name,
    skill: 0.28 + 0.025 * ((index * 7) % 19),
    failing: index === 8 ? 0.06 : 0.001 * (index % 5),
    verbosity: thinking[index % 3] ?? 0,
    ...(index === 0 || index === 3 ? { leavesOut: true } : {}),
    ...(index === 1 || index === 4 ? { isOutdated: true } : {}),
    ...(index === 5 ? { isShuffled: true } : {}),
    ...(index % 4 === 1 ? { losesNames: true } : {}),
  }));
