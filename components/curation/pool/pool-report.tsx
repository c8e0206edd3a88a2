import { useTranslations } from "next-intl";
import { getFormatter, getTranslations } from "next-intl/server";
import { Badge } from "#components/ui/badge.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { DropReason, PoolReport as Report } from "#lib/benchmarks/lineage/pool-schema.ts";

/** What came into each stage and out of it, and why the rest went. */
export async function PoolReport({ report }: { report: Report }) {
  const t = await getTranslations("pools.report");
  const format = await getFormatter();
  const { works, roles, stages, models, odd, replaced } = report;
  return (
    <section aria-labelledby="pool-stages" className="grid min-w-0 gap-3">
      <h2 id="pool-stages" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <p className="measure text-ink-muted">{t("about", { works, roles })}</p>
      <Table
        caption={t("caption")}
        hideCaption
        isTight
        columns={[
          { key: "stage", label: t("columns.stage") },
          { key: "into", label: t("columns.into"), numeric: true },
          { key: "dropped", label: t("columns.dropped"), numeric: true },
          { key: "out", label: t("columns.out"), numeric: true },
          { key: "why", label: t("columns.why"), mayGo: true },
        ]}
        rows={stages.map(({ stage, into, out, reasons }) => ({
          id: stage,
          cells: {
            stage: t(`stages.${stage}`),
            into: format.number(into),
            dropped: format.number(into - out),
            out: format.number(out),
            why:
              into === out
                ? "–"
                : Object.entries(reasons).map(([reason, count]) => ({
                    line: t(`reasons.${reason as DropReason}`, { count }),
                  })),
          },
        }))}
      />
      <ul className="measure grid gap-1 text-ink-muted">
        {models.map((one) => (
          <Model key={one.model} {...one} />
        ))}
        {stages.some(({ stage, out }) => stage === "distractors" && out > 0) && (
          <>
            <li>{t("samePerson", { count: odd.same_person })}</li>
            <li>{t("firstSpeaker", { count: odd.first_speaker })}</li>
            <li>{t("replaced", { count: replaced })}</li>
          </>
        )}
        <li>{t("tokenizer", { tokenizer: report.tokenizer })}</li>
      </ul>
    </section>
  );
}

/** Whose vectors distractors were found by. */
function Model({ model, length, host, isFake }: Report["models"][number]) {
  const t = useTranslations("pools.report");
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      <span className="min-w-0 wrap-anywhere">
        {t.rich(host === undefined ? "model" : "fetchedFrom", {
          length,
          host: host ?? "",
          name: () => <bdi className="font-medium text-ink">{model}</bdi>,
        })}
      </span>
      {isFake && <Badge tone="warning">{t("fake")}</Badge>}
    </li>
  );
}
