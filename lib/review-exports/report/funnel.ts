import type { CsvCell } from "#lib/files/csv/cell.ts";
import type { FlowInput } from "#lib/figures/drawn/flow.ts";
import type { Figure } from "#lib/figures/figure.ts";
import { inCount } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { textIn } from "#lib/reviews/plan/schema.ts";
import { type ReviewFigures, reviewFigures } from "#lib/reviews/results/review-figures.ts";
import type { ReviewRows } from "#lib/reviews/results/rows-queries.ts";

export type FunnelFigure = { title: string; figure: Figure; csv: readonly (readonly CsvCell[])[] };

const wordsOf = (locale: Locale) => wordsIn(locale, "reviewReport.funnel");
type Rejection = { key: string; reason: string; count: number };

/** From the items to what was accepted, with who left on the way and why. */
export function drawFunnel(rows: ReviewRows, locale: Locale): FunnelFigure {
  const { funnel, reasons } = reviewFigures(rows);
  const words = new Map(
    rows.settings.decisions.reasons.map(({ key, words: of }) => [key, textIn(of, locale)]),
  );
  const rejections = reasons
    .filter(({ share }) => share.count > 0)
    .sort((a, b) => b.share.count - a.share.count)
    .map(({ kind, share }) => ({ key: kind, reason: words.get(kind) ?? kind, count: share.count }));
  return {
    title: wordsOf(locale)("title"),
    figure: { kind: "flow", input: { steps: drawSteps(funnel, rejections, locale) } },
    csv: [
      ["step", "reason", "items"],
      ["items", null, funnel.items],
      ["decided", null, funnel.decided],
      ["checked", null, funnel.checked],
      ["corrected", null, funnel.corrected],
      ["waiting for a check", null, funnel.waiting],
      ["rejected", null, funnel.rejected],
      ...rejections.map(({ key, count }) => ["rejected", key, count]),
      ["accepted", null, funnel.accepted],
      ["accepted in accepted batches", null, funnel.acceptedInBatches],
    ],
  };
}

function drawSteps(
  funnel: ReviewFigures["funnel"],
  rejections: readonly Rejection[],
  locale: Locale,
): FlowInput["steps"] {
  const t = wordsOf(locale);
  const undecided = funnel.items - funnel.decided;
  return [
    {
      id: "items",
      title: t("items", { n: inCount(funnel.items) }),
      lines: [],
      ...(undecided > 0 && { leaving: { title: t("undecided", { n: inCount(undecided) }), lines: [] } }),
    },
    {
      id: "decided",
      title: t("decided", { n: inCount(funnel.decided) }),
      lines: [
        t("checked", { n: inCount(funnel.checked) }),
        t("corrected", { n: inCount(funnel.corrected) }),
        ...(funnel.waiting > 0 ? [t("waiting", { n: inCount(funnel.waiting) })] : []),
      ],
      leaving: {
        title: t("rejected", { n: inCount(funnel.rejected) }),
        lines: rejections.map(({ reason, count }) => t("reason", { reason, n: inCount(count) })),
      },
    },
    {
      id: "accepted",
      title: t("accepted", { n: inCount(funnel.accepted) }),
      lines: [t("inBatches", { n: inCount(funnel.acceptedInBatches), batches: funnel.acceptedBatches })],
    },
  ];
}
