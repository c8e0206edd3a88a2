import { z } from "zod";
import { bounded, count, difference, figure, reason, share } from "#lib/study-results/figure-schemas.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { only } from "#lib/study-results/kinds/judged/only.ts";
import { computeLabels, type LabelledCases, type Side } from "#lib/study-results/kinds/label/shares.ts";

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

const renderLabelSide = ({ run, n: labels, people, cases, groups, ...side }: Side) => ({
  runId: run?.id ?? null,
  model: run?.model ?? "",
  method: run?.method ?? "",
  version: run?.version ?? "",
  n: { labels, people, cases, groups },
  isClaimable: side.isClaimable,
  shares: side.shares.map((share, at) => ({ ...share, count: side.counts[at] ?? 0 })),
});

function renderSet(labelled: LabelledCases): LabelResults["sets"][number] {
  const {
    agreement: [agreed],
    byOrigin,
  } = labelled;
  if (!agreed) throw new Error(`nothing is said of agreement on ${labelled.set}`);
  const written = only(set, {
    ...labelled,
    labels: labelled.labels.flatMap((name) => name ?? []),
    overall: labelled.overall.map((side, at) => ({
      ...renderLabelSide(side),
      kappa: agreed.ofJudges[at - 1] ?? agreed.kappa,
    })),
    agreement: agreed,
    origins:
      byOrigin?.values?.map(({ origin, sides: own }) => ({
        values: origin,
        sides: own.map(renderLabelSide),
      })) ?? null,
    comparisons: null,
    byAttribute: labelled.byAttribute.map(({ by: [attribute = ""], values }) => ({
      attribute,
      values: (values ?? []).map(({ origin: [value], sides: own }) => ({
        value: value ?? "",
        sides: own.map(renderLabelSide),
      })),
    })),
  });
  return { ...written, comparisons: byOrigin?.comparisons?.map((pair) => ({ ...pair })) ?? null };
}

/** The same figures as on the screen. */
export const renderLabels = (rows: StudyRows, view: View, by: readonly string[]): LabelResults => ({
  by: [...by],
  sets: computeLabels(rows, view, by).map(renderSet),
});

const renderCodeSide = (names: LabelledCases["labels"], { run, ...side }: Side) =>
  only(codeSide, {
    ...(run ?? { model: null, method: null, version: null }),
    ...side,
    runId: run?.id ?? null,
    isTold: side.isClaimable,
    codes: side.shares.map(({ mean, ...ends }, at) => ({
      ...ends,
      code: names[at] ?? null,
      count: side.counts[at] ?? 0,
      share: mean,
    })),
  });

export const renderCodes = (rows: StudyRows, view: View): CodeResults =>
  computeLabels(rows, view, []).map(({ set: book, labels, overall, agreement, byAttribute }) => ({
    book,
    overall: overall.map((side) => renderCodeSide(labels, side)),
    byAttribute: byAttribute.map(({ by: [attribute = ""], values, comparisons }) => ({
      attribute,
      comparisons:
        comparisons?.map(({ label, ...pair }) => ({ ...pair, code: labels[label] ?? null })) ?? null,
      values: (values ?? []).map(({ origin: [value], sides: own }) => ({
        value: value ?? "",
        sides: own.map((side) => renderCodeSide(labels, side)),
      })),
    })),
    agreement: agreement.map(({ ofJudges, ...ofPeople }, at) => ({
      code: labels[at] ?? null,
      ...ofPeople,
      judges: ofJudges.flatMap((met, judge) => {
        const run = overall[judge + 1]?.run;
        return run ? [{ ...met, runId: run.id }] : [];
      }),
    })),
  }));
