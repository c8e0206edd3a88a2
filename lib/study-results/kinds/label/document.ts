import { z } from "zod";
import type { Bounded } from "#lib/metrics/measure.ts";
import { bounded, count, difference, figure, reason, share } from "#lib/study-results/figure-schemas.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { describeLabels, type LabelledCases, type Side } from "#lib/study-results/kinds/label/shares.ts";

// What the document of results says of labels and of codes, for programs: unrounded, and a reason in place of what isn't
// there. The two name the same things differently, and keep their names.

const labelSide = z.object({
  runId: z.int().nullable().describe("Null for people"),
  model: z.string(),
  method: z.string(),
  version: z.string(),
  n: z.object({ labels: count, people: count, cases: count, groups: count }),
  isClaimable: z
    .boolean()
    .describe("Whether there are enough labels, people and cases for a share to be told"),
  shares: z
    .array(z.object({ count, mean: share, low: share, high: share, reason }))
    .describe("Of all labels given, in the order of “labels”; intervals over people and groups of cases"),
});
const sides = z.array(labelSide).describe("People, then every judge over the same cases");

const labelComparison = difference.extend({
  label: count.describe("Place among the labels, from 0"),
  first: count.describe("Place among the origins, from 0"),
  second: count,
});

const set = z.object({
  set: z.string(),
  labels: z.array(z.string()),
  overall: z.array(
    labelSide.extend({
      kappa: bounded.describe("Cohen’s, of single labels: of two people, or of the judge and one person"),
    }),
  ),
  agreement: z.object({ alpha: bounded, pairwise: bounded }),
  origins: z
    .array(
      z.object({
        values: z
          .array(z.string().nullable())
          .describe("Of each attribute in “by”; null where a case lacks it"),
        sides,
      }),
    )
    .nullable()
    .describe("Null where the attributes make too many"),
  comparisons: z
    .array(labelComparison)
    .nullable()
    .describe(
      "Of origins with enough of people’s labels; Holm’s adjustment is over all labels. Null where there would be too many",
    ),
  byAttribute: z
    .array(z.object({ attribute: z.string(), values: z.array(z.object({ value: z.string(), sides })) }))
    .describe("Each attribute by itself"),
  errors: z
    .object({ asked: count, counts: z.array(z.object({ type: z.string(), count })) })
    .nullable()
    .describe("Types of error, of the answers after which they were asked for; null if never"),
});

export const labelDocument = z
  .object({
    by: z.array(z.string()).describe("The attributes of cases that origins are told apart by"),
    sets: z.array(set).describe("Each set of labels by itself"),
  })
  .describe("Of studies of labels: how often each label was given");
const codeSide = z.object({
  runId: z.int().nullable().describe("Null for people"),
  model: z.string().nullable(),
  method: z.string().nullable(),
  version: z.string().nullable(),
  n: count,
  people: count,
  cases: count,
  groups: count,
  isTold: z.boolean().describe("Whether there are enough answers, people and cases to speak of shares"),
  codes: z
    .array(z.object({ code: z.string().nullable(), count, share: figure, low: figure, high: figure, reason }))
    .describe("In the order of the code book; the last, null, is that none fits"),
});

const codeComparison = difference.extend({
  code: z.string().nullable().describe("Null: none fits"),
  first: count.describe("Place among the values, from 0"),
  second: count,
});

export const codesDocument = z.array(
  z.object({
    book: z.string(),
    overall: z.array(codeSide).describe("People first, then each judge of the same cases"),
    byAttribute: z.array(
      z.object({
        attribute: z.string(),
        values: z.array(z.object({ value: z.string(), sides: z.array(codeSide) })),
        comparisons: z
          .array(codeComparison)
          .nullable()
          .describe(
            "Of values with enough of people’s codings; Holm’s adjustment is over all codes of the attribute. Null where there would be too many",
          ),
      }),
    ),
    agreement: z
      .array(
        z.object({
          code: z.string().nullable(),
          alpha: bounded.describe("Krippendorff’s, of found or not found"),
          pairwise: bounded.describe("How often two people said the same of a case"),
          kappa: bounded.describe("Cohen’s, of two people"),
          judges: z
            .array(bounded.extend({ runId: z.int() }))
            .describe("Cohen’s kappa of each judge and one person"),
        }),
      )
      .describe("Of each code; the last, null, is that none fits"),
  }),
);

type LabelResults = z.output<typeof labelDocument>;
type CodeResults = z.output<typeof codesDocument>;

const bare = ({ value, low, high, reason: why }: Bounded) => ({ value, low, high, reason: why });

const writeLabelSide = ({ run, n: labels, people, cases, groups, ...given }: Side) => ({
  runId: run?.id ?? null,
  model: run?.model ?? "",
  method: run?.method ?? "",
  version: run?.version ?? "",
  n: { labels, people, cases, groups },
  isClaimable: given.isClaimable,
  shares: given.shares.map(({ mean, low, high, reason: why }, label) => ({
    count: given.counts[label] ?? 0,
    mean,
    low,
    high,
    reason: why,
  })),
});

function writeSet(labelled: LabelledCases): LabelResults["sets"][number] {
  const {
    agreement: [agreed],
    byOrigin,
    errors,
  } = labelled;
  if (!agreed) throw new Error(`nothing is said of agreement on ${labelled.set}`);
  const { alpha, pairwise, kappa, ofJudges } = agreed;
  return {
    set: labelled.set,
    labels: labelled.labels.flatMap((name) => name ?? []),
    overall: labelled.overall.map((given, at) => ({
      ...writeLabelSide(given),
      kappa: bare(ofJudges[at - 1] ?? kappa),
    })),
    agreement: { alpha: bare(alpha), pairwise: bare(pairwise) },
    origins:
      byOrigin?.values?.map(({ origin, sides: own }) => ({
        values: [...origin],
        sides: own.map(writeLabelSide),
      })) ?? null,
    comparisons: byOrigin?.comparisons?.map((pair) => ({ ...pair })) ?? null,
    byAttribute: labelled.byAttribute.map(({ by: [attribute = ""], values }) => ({
      attribute,
      values: (values ?? []).map(({ origin: [value], sides: own }) => ({
        value: value ?? "",
        sides: own.map(writeLabelSide),
      })),
    })),
    errors: errors && { asked: errors.asked, counts: errors.counts.map((one) => ({ ...one })) },
  };
}

/** The same figures as on the screen. */
export const writeLabels = (rows: StudyRows, view: View, by: readonly string[]): LabelResults => ({
  by: [...by],
  sets: describeLabels(rows, view, by).map(writeSet),
});

const writeCodeSide = (names: LabelledCases["labels"], given: Side) => ({
  runId: given.run?.id ?? null,
  model: given.run?.model ?? null,
  method: given.run?.method ?? null,
  version: given.run?.version ?? null,
  n: given.n,
  people: given.people,
  cases: given.cases,
  groups: given.groups,
  isTold: given.isClaimable,
  codes: given.shares.map(({ mean, low, high, reason: why }, at) => ({
    code: names[at] ?? null,
    count: given.counts[at] ?? 0,
    share: mean,
    low,
    high,
    reason: why,
  })),
});

export const writeCodes = (rows: StudyRows, view: View): CodeResults =>
  describeLabels(rows, view, []).map(({ set, labels, overall, agreement, byAttribute }) => ({
    book: set,
    overall: overall.map((one) => writeCodeSide(labels, one)),
    byAttribute: byAttribute.map(({ by: [attribute = ""], values, comparisons }) => ({
      attribute,
      comparisons:
        comparisons?.map(({ label, ...pair }) => ({ ...pair, code: labels[label] ?? null })) ?? null,
      values: (values ?? []).map(({ origin: [value], sides: own }) => ({
        value: value ?? "",
        sides: own.map((one) => writeCodeSide(labels, one)),
      })),
    })),
    agreement: agreement.map(({ ofJudges, ...ofPeople }, at) => ({
      code: labels[at] ?? null,
      ...ofPeople,
      judges: ofJudges.flatMap((met, judge) => {
        const { run } = overall[judge + 1] ?? { run: null };
        return run ? [{ ...met, runId: run.id }] : [];
      }),
    })),
  }));
