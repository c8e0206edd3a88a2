import { asPercent, inDigits, inRange } from "#lib/figures/written.ts";
import type { ResultsDocument } from "#lib/results/document-schema.ts";

type Labels = NonNullable<ResultsDocument["labels"]>;
type LabelledSet = Labels["sets"][number];
type Side = LabelledSet["overall"][number] | NonNullable<LabelledSet["origins"]>[number]["sides"][number];

/** How often each label was given, by people and judges, and by people for each origin. */
export const linesOfLabels = ({ by, sets }: Labels, name: string): string[] => [
  ...sets.flatMap((one) => linesOfSet(one, name)),
  `origins by ${by.length > 0 ? by.join(", ") : "nothing: the cases have no attributes"}; ranges are 95% intervals; --json has every figure`,
];

function linesOfSet({ set, labels, overall, origins, agreement }: LabelledSet, name: string): string[] {
  const rows: [string, Side][] = [
    ...overall.map((side): [string, Side] => [
      side.runId === null ? name : [side.model, side.method].filter(Boolean).join(", "),
      side,
    ]),
    ...(origins ?? []).flatMap(({ values, sides: [people] }): [string, Side][] =>
      people && values.length > 0 ? [[values.map((value) => value ?? "none").join(" · "), people]] : [],
    ),
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const { value } = agreement.alpha;
  return [
    `${set}: alpha ${value === null ? "–" : inDigits(value, 2)}`,
    ...rows.map(
      ([label, side]) =>
        `  ${label.padEnd(width)}  ${labels.map((one, at) => `${one} ${formatShare(side, at)}`).join(", ")}; ${side.n.labels} labels of ${side.n.cases} cases`,
    ),
    ...(origins ? [] : ["  too many origins by these attributes"]),
  ];
}

function formatShare({ isClaimable, shares }: Side, label: number): string {
  const { count = 0, mean = null, low = null, high = null } = shares[label] ?? {};
  if (!isClaimable || mean === null) return `${count} (too few)`;
  return low === null || high === null ? asPercent(mean) : `${asPercent(mean)} (${inRange(low, high)})`;
}
