import { getTranslations } from "next-intl/server";
import { Nothing, Percent } from "#components/study-results/people/number.tsx";
import { resultsPath } from "#components/studies/address.ts";
import { Table } from "#components/ui/table.tsx";
import { inRange } from "#lib/figures/written.ts";
import type { PartFigures, PartPoints } from "#lib/study-results/across-comparison.ts";
import { writePick } from "#lib/study-results/across.ts";
import { namePart } from "#lib/study-results/figures/across.ts";
import { isClaimable, type Interval } from "#lib/study-results/overview-types.ts";
import { writeView } from "#lib/study-results/schema.ts";

type Part = PartPoints & Partial<Pick<PartFigures, "interval" | "bestInterval">>;

const numbers = ["people", "cases", "answers", "right", "accuracy", "interval"] as const;

/** How each part's cases were chosen, and how its people and the best model did on them. */
export async function PartsTable({ parts }: { parts: readonly Part[] }) {
  const t = await getTranslations("resultsAcross");
  const few = (n: number) => <span className="whitespace-nowrap text-ink-muted">{t("tooFew", { n })}</span>;
  return (
    <Table
      caption={t("parts.caption")}
      columns={[
        { key: "study", label: t("parts.columns.study") },
        { key: "benchmark", label: t("parts.columns.benchmark") },
        ...numbers.map((key) => ({ key, label: t(`parts.columns.${key}`), numeric: true })),
        { key: "best", label: t("parts.columns.best") },
        { key: "bestTop1", label: t("parts.columns.bestTop1"), numeric: true },
      ]}
      rows={parts.map((part) => {
        const { rows, view, people, best, interval, bestInterval } = part;
        const { answers } = people.n;
        const isTold = best && isClaimable({ answers, cases: best.answered });
        return {
          id: writePick({ slug: rows.study.slug, cohort: view.cohort }),
          cells: {
            study: (
              <a
                href={resultsPath(rows.study.slug, "overview", writeView(view))}
                className="inline-block min-w-32 wrap-break-word text-accent underline"
              >
                <bdi>{namePart(part)}</bdi>
              </a>
            ),
            benchmark: (
              <span className="grid min-w-40">
                <bdi className="wrap-break-word">{rows.study.benchmark.name}</bdi>
                <span className="text-sm wrap-break-word text-ink-muted">{chosen(part)}</span>
              </span>
            ),
            ...people.n,
            right: people.right,
            accuracy: people.isClaimable ? <Percent value={people.accuracy} /> : few(answers),
            interval: people.isClaimable ? range(interval) : <Nothing />,
            best: best ? (
              <bdi className="inline-block min-w-32 wrap-break-word">
                {[best.model, best.method, best.version].filter(Boolean).join(" · ")}
              </bdi>
            ) : (
              <Nothing />
            ),
            bestTop1: best ? (
              isTold ? (
                <span className="grid">
                  <Percent value={best.top1} />
                  <span className="text-sm text-ink-muted">{range(bestInterval ?? undefined)}</span>
                </span>
              ) : (
                few(best.answered)
              )
            ) : (
              <Nothing />
            ),
          },
        };
      })}
    />
  );

  function chosen({ rows, view }: Part): string {
    const { reference } = rows.study.design.frame;
    if (!reference) return t("parts.noReference");
    const name = [reference.model, reference.method, reference.version].filter(Boolean).join(" · ");
    const words = { name, threshold: String(reference.threshold) };
    if (view.stratum === "all") return `${t("parts.reference", words)}; ${t("parts.controls", words)}`;
    return t(view.stratum === "control" ? "parts.controls" : "parts.reference", words);
  }

  function range(interval: Interval | undefined) {
    if (interval?.low == null || interval.high == null) return <Nothing />;
    const { low, high, method, n } = interval;
    return (
      <span className="whitespace-nowrap" title={`${low} ${high}`}>
        {inRange(low, high)}
        {method === "wilson" && <span className="block text-sm">{t("parts.wilson", { n: n ?? 0 })}</span>}
      </span>
    );
  }
}
