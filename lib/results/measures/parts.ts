import { defineMeasure } from "#lib/results/policy.ts";
import { countOf, figureOf, type MeasuredRow, type ResultRow, type Subject } from "#lib/results/table.ts";
import { computeOverview } from "#lib/study-results/overview/overview.ts";
import type { Points } from "#lib/study-results/overview/types.ts";
import {
  compareWithModel,
  compareVariants,
  type VariantComparison,
} from "#lib/study-results/overview/variants.ts";
import type { View } from "#lib/study-results/schema.ts";

const columns = {
  people: { kind: "count" },
  answers: { kind: "count" },
  cases: { kind: "count" },
  right: { kind: "count" },
  share: { kind: "share", csv: ["share", "low", "high", "interval"] },
  consensus: { kind: "share" },
  modelN: { kind: "count", csv: [] },
  modelRight: { kind: "count", csv: [] },
  modelShare: { kind: "share", csv: ["model_share", "model_low", "model_high"] },
  chance: { kind: "share" },
} as const;
export type PartColumn = keyof typeof columns;
type Part = Extract<Subject, { name: string }>;
export type PartRow = ResultRow<PartColumn, Part>;

/** The headline by track and kind of case, and with and without whatever a reader may doubt, each with the model beside it. */
export const getParts = defineMeasure<PartColumn, Part>("parts", (rows, view) => {
  const overview = computeOverview(rows, view);
  const measure = (
    kind: Part["kind"],
    name: string,
    own: View,
    { people, consensus, chance }: Points,
    compared: VariantComparison,
  ): MeasuredRow<PartColumn, Part> => {
    const { beside } = compared;
    const restsOn = people.n;
    return {
      subject: { kind, name, view: own, beside },
      group: kind,
      cells: {
        people: countOf(people.n.people),
        answers: countOf(people.n.answers),
        cases: countOf(people.n.cases),
        right: countOf(people.right),
        share: figureOf(people.accuracy, { restsOn, interval: compared.people }),
        ...(beside && {
          modelN: countOf(beside.model.answered),
          modelRight: countOf(beside.model.right),
          modelShare: figureOf(beside.model.top1, {
            restsOn: { cases: beside.model.answered },
            interval: beside.interval,
          }),
        }),
        // Of a variant the headline alone.
        ...(kind !== "variant" && {
          consensus: figureOf(consensus.accuracy, { restsOn }),
          chance: figureOf(chance),
        }),
      },
    };
  };
  const part = (kind: Part["kind"], name: string, own: View, points: Points) =>
    measure(kind, name, own, points, compareWithModel(rows, own, points));
  return {
    columns,
    rows: [
      part("all", "", view, overview),
      ...overview.tracks.map(({ name, points }) => part("track", name, { ...view, track: name }, points)),
      ...overview.strata.map(({ name, points }) => part("stratum", name, { ...view, stratum: name }, points)),
      ...compareVariants(rows, view)
        .filter(({ differs }) => differs)
        .map((variant) => measure("variant", variant.key, variant.view, variant.points, variant)),
    ],
  };
});
