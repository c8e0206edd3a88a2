export type Figure = {
  what: string;
  value: number;
  unit: string;
  /** By how much chance in a simulation moves it: one standard error. */
  error?: number;
  /** What it should not fall below. */
  least?: number;
  /** What it should not exceed; a figure beyond it is marked, and nothing more: the tests decide. */
  limit?: number;
};

/** What every file in bench/ exports. */
export type Bench = { name: string; about: string; run: () => Promise<Figure[]> };

/** Below 1 for trying a bench itself out; figures count at 1. */
export const scale = Number(process.env.BENCH_SCALE ?? 1);
