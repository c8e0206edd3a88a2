/** The least and the most that a run's settings may be, for the server and for whoever fills in the form. */
export const settingLimits = {
  temperature: [0, 2],
  tries: [1, 20],
  timeoutSeconds: [1, 3600],
  atOnce: [1, 256],
  maxTokens: [1, 1_000_000],
  seed: [0, 2 ** 31 - 1],
  samples: [1, 100],
  orders: [1, 24],
  shotsSeed: [0, 2 ** 31 - 1],
  budgetTokens: [1, 1e12],
  failuresInARow: [1, 10_000],
  /** What the database holds of a run. */
  replicate: [1, 2 ** 15 - 1],
} as const satisfies Record<string, readonly [number, number]>;

/** What the public code of PersonaEval sends, where nothing else is said. */
export const settingDefaults = {
  temperature: 0,
  tries: 5,
  timeoutSeconds: 600,
  atOnce: 4,
  samples: 1,
  orders: 1,
  shotsSeed: 2025,
  failuresInARow: 50,
} as const;

/** The paper's numbers of shots. It says neither how they were chosen nor what they held. */
export const shotCounts = [0, 1, 3, 5] as const;

/** How often each case is asked about: once in each order of its options, or for each sample. Never both. */
export const callsPerCase = ({ samples, orders }: { samples: number; orders: number }): number =>
  Math.max(samples, orders);

/**
 * How many interrupted tries of a call take none of its tries: a reply that ends whatever process reads it mustn't be paid
 * for as often as another takes over.
 */
export const maxSpared = 3;

/** Characters of one analysis that is shown, and bytes of all of them: a form brings no more than a megabyte. */
export const longestAnalysis = 10_000;
export const maxAnalyses = 500_000;

/** Of a trial: how many cases, and the seed that they are drawn by. */
export const trialLimits = {
  trialCases: [1, 20],
  trialSeed: [0, 2 ** 31 - 1],
} as const satisfies Record<string, readonly [number, number]>;
export const trialDefaults = { trialCases: 5, trialSeed: 2025 } as const;
