import { MetricInputError } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import { defaultLevel, normalDeviate } from "#lib/metrics/tests/proportion-interval.ts";

/** How often each choice of one rater met each of another; what has no choice lies in row and column 0. */
export type PairTable = { readonly width: number; readonly counts: Int32Array };

/** Two raters' choices, -1 for none. */
export function tabulatePair(a: Int8Array, b: Int8Array): PairTable {
  if (a.length !== b.length)
    throw new MetricInputError("unequal_lengths", `raters have ${a.length} and ${b.length} cases`);
  let most = 0;
  for (let at = 0; at < a.length; at += 1) most = Math.max(most, a[at] as number, b[at] as number);
  const width = most + 2;
  const counts = new Int32Array(width * width);
  for (let at = 0; at < a.length; at += 1) {
    const place = ((a[at] as number) + 1) * width + (b[at] as number) + 1;
    counts[place] = (counts[place] as number) + 1;
  }
  return { width, counts };
}

type CohenKappa = Figures<"agreement" | "kappa"> & {
  /** Cases that both have a choice on, and those on which it is the same. */
  readonly n: number;
  readonly same: number;
};

function cohenKappa(table: PairTable): CohenKappa {
  const { rows, columns, n, same } = sumPairs(table);
  if (n === 0) return { n, same, ...withoutFigures(["agreement", "kappa"], "no_items") };
  const byChance = rows.reduce((sum, row, i) => sum + row * (columns[i] as number), 0);
  const agreement = same / n;
  if (byChance === n * n) return { n, same, agreement, kappa: null, reason: "one_category" };
  // In whole numbers until the last step: perfect agreement must give exactly 1.
  return { n, same, agreement, kappa: (n * same - byChance) / (n * n - byChance), reason: null };
}

/** With the large-sample standard error of Fleiss, Cohen and Everitt; the interval is not clipped. */
export function cohenKappaInterval(
  table: PairTable,
  level: number = defaultLevel,
): CohenKappa & Readonly<Record<"se" | "ciLow" | "ciHigh", number | null>> {
  const z = normalDeviate(level);
  const found = cohenKappa(table);
  const { n, kappa } = found;
  if (kappa === null) return { ...found, se: null, ciLow: null, ciHigh: null };
  const { rows, columns } = sumPairs(table);
  const share = (counts: Float64Array, option: number) => (counts[option] as number) / n;
  const chance = rows.reduce((sum, row, i) => sum + row * (columns[i] as number), 0) / (n * n);
  let variance = -((kappa - chance * (1 - kappa)) ** 2);
  for (const [i, j, count] of listPairs(table)) {
    const part =
      i === j
        ? (1 - (share(rows, i) + share(columns, i)) * (1 - kappa)) ** 2
        : ((1 - kappa) * (share(columns, i) + share(rows, j))) ** 2;
    variance += (count * part) / n;
  }
  const se = kappa === 1 ? 0 : Math.sqrt(Math.max(0, variance) / n) / (1 - chance);
  return { ...found, se, ciLow: kappa - z * se, ciHigh: kappa + z * se };
}

function sumPairs(table: PairTable) {
  const [rows, columns] = [new Float64Array(table.width), new Float64Array(table.width)];
  let [n, same] = [0, 0];
  for (const [i, j, count] of listPairs(table)) {
    n += count;
    if (i === j) same += count;
    rows[i] = (rows[i] as number) + count;
    columns[j] = (columns[j] as number) + count;
  }
  return { rows, columns, n, same };
}

function* listPairs({ width, counts }: PairTable): Generator<[first: number, second: number, count: number]> {
  for (let i = 1; i < width; i += 1)
    for (let j = 1; j < width; j += 1) yield [i, j, counts[i * width + j] as number];
}
