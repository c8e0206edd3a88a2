import { useTranslations } from "next-intl";
import { Decimal } from "#components/study-results/people/number.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Table } from "#components/ui/table.tsx";
import { leastAnnotators, leastItems, type Alternative } from "#lib/study-results/alternative.ts";
import { nameAmong } from "#lib/study-results/models.ts";
import type { StudyRows } from "#lib/study-results/rows.ts";

type Props = { rows: StudyRows; results: readonly Alternative[] };

export function AlternativeTable({ rows, results }: Props) {
  const t = useTranslations("resultsAgreement.alternative");
  const names = useTranslations("resultsModels");
  const columns = ["people", "cases", "omega", "rho", "passes"] as const;
  return (
    <Table
      caption={t("caption")}
      columns={[
        { key: "model", label: t("model") },
        ...columns.map((key) => ({ key, label: t(key), numeric: true })),
      ]}
      rows={results.map((result) => {
        const { run, reason, eligible, people, cases } = result;
        const why =
          reason === "by_selection"
            ? t("out")
            : t("notEligible", { eligible, people, least: leastItems, wanted: leastAnnotators });
        return {
          id: String(run.id),
          cells: {
            model: (
              <span className="grid min-w-40 gap-1">
                <bdi className="wrap-break-word">{nameAmong(run, rows.runs)}</bdi>
                {run.isSelecting && (
                  <span>
                    <Badge tone="warning">{names("selecting.badge")}</Badge>
                  </span>
                )}
                {reason !== null && (
                  <span className="max-w-72 text-sm font-normal text-ink-muted">{why}</span>
                )}
              </span>
            ),
            people: reason === "by_selection" ? "–" : eligible,
            cases: reason === "by_selection" ? "–" : cases,
            omega: <Decimal value={result.omega} />,
            rho: <Decimal value={result.rho} />,
            passes: result.passes === null ? "–" : t(result.passes ? "yes" : "no"),
          },
        };
      })}
    />
  );
}
