import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Decimal } from "#components/study-results/people/number.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { CaseFigures } from "#lib/study-results/case-figures.ts";
import type { CaseRow, StudyRows } from "#lib/study-results/rows.ts";

/** Not there, and why. */
export function Missing({ why }: { why: string }) {
  return (
    <span title={why} className="text-ink-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">{why}</span>
    </span>
  );
}

/** A value between 0 and 1; the unrounded one stands in its title. */
export const Share = ({ value, why }: { value: number | null; why: string }) =>
  value === null ? <Missing why={why} /> : <Decimal value={value} digits={2} />;

export function RightOf({ right, n, why }: { right: number; n: number; why: string }) {
  const t = useTranslations("resultsCases.table");
  if (n === 0) return <Missing why={why} />;
  return (
    <span title={String(right / n)} className="whitespace-nowrap">
      {t("of", { right, n })}
    </span>
  );
}

/** What most people chose, and whether that was right; ties are told. */
export function VoteOf({ it, vote }: { it: CaseRow; vote: CaseFigures["vote"] }) {
  const t = useTranslations("resultsCases.table");
  const format = useFormatter();
  const first = vote.choice === null ? vote.tied : [vote.choice];
  if (first.length === 0) return <Missing why={t("noAnswer")} />;
  const names = first.map((option) => it.optionNames[option] ?? "");
  if (vote.choice === null)
    return (
      <span className="block min-w-32 wrap-break-word">
        {t("tied")}: <bdi>{format.list(names)}</bdi>
      </span>
    );
  return (
    <span className="block min-w-32 wrap-break-word">
      <bdi>{names[0]}</bdi>,{" "}
      <span className={vote.credit === 1 ? "text-success" : "text-danger"}>
        {t(vote.credit === 1 ? "rightVote" : "wrongVote")}
      </span>
    </span>
  );
}

/** What sets a case apart: that it is a control or a check, and that somebody found fault with it. */
export function Marks({ it, rows }: { it: CaseRow; rows: StudyRows }): ReactNode {
  const t = useTranslations("resultsCases.table");
  const format = useFormatter();
  const hasControls = rows.cases.some(({ stratum }) => stratum === "control");
  return (
    <>
      {hasControls && it.stratum === "control" && <Badge>{t("control")}</Badge>}
      {it.stratum === "attention" && <Badge tone="info">{t("check")}</Badge>}
      {it.report && (
        <p className="grid justify-items-start gap-1 text-sm wrap-break-word">
          <Badge tone="warning">{t("reported")}</Badge>
          <span>
            {t("reportedBy", {
              by: it.report.by ?? t("somebody"),
              at: format.dateTime(it.report.at, { dateStyle: "medium" }),
              reason: it.report.reason,
            })}
          </span>
        </p>
      )}
    </>
  );
}
