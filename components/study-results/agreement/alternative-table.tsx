import { getTranslations } from "next-intl/server";
import { decimal, modelNamed } from "#components/study-results/figure-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import { leastAnnotators, minItems, type Alternative } from "#lib/study-results/agreement/alternative.ts";
import { nameAmong } from "#lib/study-results/models/models.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";

type Props = { rows: StudyRows; results: readonly Alternative[] };

export async function AlternativeTable({ rows, results }: Props) {
  const t = await getTranslations("resultsAgreement.alternative");
  const marks = await getTranslations("resultsApart");
  const columns = ["people", "cases", "omega", "rho", "passes"] as const;
  return (
    <Table
      caption={t("caption")}
      columns={[
        { key: "model", label: t("model"), atLeast: 40 },
        ...columns.map((key) => ({ key, label: t(key), numeric: true })),
      ]}
      rows={results.map((result) => {
        const { run, reason, eligible, people, cases } = result;
        const why =
          run.apart !== null
            ? marks("out", { apart: run.apart })
            : reason === "interim"
              ? t("oneLook")
              : t("notEligible", { eligible, people, least: minItems, wanted: leastAnnotators });
        return {
          id: String(run.id),
          cells: {
            model: [
              modelNamed(nameAmong(run, rows.runs)),
              run.apart !== null && { line: { badge: marks(`badge.${run.apart}`), tone: "warning" } },
              reason !== null && { line: why, isMuted: true },
            ],
            people: run.apart !== null ? "–" : eligible,
            cases: run.apart !== null ? "–" : cases,
            omega: decimal(result.omega),
            rho: decimal(result.rho),
            passes: result.passes === null ? "–" : t(result.passes ? "yes" : "no"),
          },
        };
      })}
    />
  );
}
