import { useFormatter, useTranslations } from "next-intl";
import { TakeReportBack, type ReportedCase } from "#components/study-results/cases/case-report.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { StudyCase } from "#lib/study-results/cases/case-queries.ts";
import type { CaseRow } from "#lib/study-results/rows/rows.ts";

type Props = { row: CaseRow; of: ReportedCase; newer: StudyCase["newer"] };

/** What has to be known of a case before its figures are read. */
export function CaseNotes({ row, of, newer }: Props) {
  const t = useTranslations("resultsCases");
  const format = useFormatter();
  const day = (at: Date) => format.dateTime(at, { dateStyle: "medium" });
  const changes = newer && [
    newer.goldChanged && t("case.newer.gold"),
    newer.optionsChanged && t("case.newer.options"),
    newer.textChanged && t("case.newer.text"),
  ];
  return (
    <>
      {row.report && (
        <Callout tone="warning" title={t("report.reported")}>
          <div className="grid justify-items-start gap-2">
            <p>
              {t("report.by", { by: row.report.by ?? t("table.somebody"), at: day(row.report.at) })}{" "}
              <span dir="auto" className="wrap-anywhere">
                {row.report.reason}
              </span>
            </p>
            <TakeReportBack of={of} />
          </div>
        </Callout>
      )}
      {newer && (
        <Callout title={t("case.newer.title")}>
          {t("case.newer.body", { served: row.version, number: newer.number, since: day(newer.since) })}{" "}
          {changes?.filter(Boolean).join(" ")}
        </Callout>
      )}
      {row.stratum === "attention" && <Callout>{t("case.check")}</Callout>}
      {row.stratum === "control" && <Callout>{t("case.control")}</Callout>}
      {row.stratum === "unsure" && <Callout>{t("case.unsure")}</Callout>}
    </>
  );
}
