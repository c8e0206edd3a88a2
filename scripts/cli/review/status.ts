import { asPercent } from "#lib/figures/written.ts";
import type { ReviewRows } from "#lib/reviews/results/rows.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { report } from "#scripts/cli/outcome.ts";
import { requireReviewRows } from "#scripts/cli/review/require.ts";

/** The document that `/api/v1/reviews/SLUG/results` answers, or the most important of it in words. */
export async function showStatus(slug: string, { json }: { json?: boolean }): Promise<void> {
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const { describeReviewResults } = await import("#lib/study-api/reviews/results-document.ts");
    const rows = await requireReviewRows(operator(), slug);
    const document = describeReviewResults(rows, Date.now());
    report(json, document, await tellStatus(rows, document));
  });
}

type Document = ReturnType<
  (typeof import("#lib/study-api/reviews/results-document.ts"))["describeReviewResults"]
>;

async function tellStatus(rows: ReviewRows, { funnel, annotators, throughput }: Document): Promise<string[]> {
  const { writeReviewMethods } = await import("#lib/review-exports/report/methods.ts");
  const { listReviewWarnings } = await import("#lib/review-exports/report/methods.ts");
  const { days, low, high } = throughput.decisionsDone;
  return [
    `${rows.review.slug} is ${rows.review.state}: ${funnel.decided} of ${funnel.items} items decided, ` +
      `${funnel.checked} checked, ${funnel.waiting} wait for a check, ${funnel.acceptedBatches} of ${funnel.batches} batches accepted`,
    ...annotators.map(
      ({ annotator, decisions, right, reviewed, naive, rate, strategy }) =>
        `annotator ${annotator}: ${decisions} decisions, ${right} of ${reviewed} right` +
        `${naive.value === null ? "" : ` (${asPercent(naive.value)})`}, ${strategy}: ${asPercent(rate)} are checked`,
    ),
    ...(days !== null && days > 0
      ? [`decided in ${days.toFixed(1)} days (${low?.toFixed(1) ?? "?"} to ${high?.toFixed(1) ?? "?"})`]
      : []),
    writeReviewMethods(rows),
    ...listReviewWarnings(rows),
  ];
}
