import type { useFormatter, useTranslations } from "next-intl";
import { decimal, named } from "#components/study-results/figure-cells.ts";
import { cellsOf } from "#components/task-kinds/cells.ts";
import type { Cell, Words } from "#components/ui/table/cell.tsx";
import type { CaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { hasParts } from "#lib/study-results/rows/choices.ts";
import type { CaseRow } from "#lib/study-results/rows/rows.ts";

export type CaseWords = ReturnType<typeof useTranslations<"resultsCases.table">>;
type Format = ReturnType<typeof useFormatter>;

/** Not there, and why. */
export const missing = (why: string): Words => ({ text: "–", title: why, said: why, isMuted: true });

/** A value between 0 and 1; the unrounded one stands in its title. */
export const share = (value: number | null, why: string): Words =>
  value === null ? missing(why) : decimal(value, 2);

/** Of a single case answers are counted, never told in percent. */
export const formatRight = (
  t: CaseWords,
  { right, n, why }: { right: number | null; n: number; why: string },
): Words =>
  right === null || n === 0
    ? missing(right === null ? t("unknownGold") : why)
    : { text: t("of", { right, n }), title: String(right / n), isWhole: true };

export const option = (row: CaseRow, choice: number): Words =>
  named(cellsOf(row.kind).numberCategory(row, choice));

export const verdict = (isRight: boolean, text: string): Words => ({
  text,
  tone: isRight ? "success" : "danger",
});

/** What most people chose, and whether that was right; ties are told. */
export function formatVote(t: CaseWords, format: Format, row: CaseRow, vote: CaseFigures["vote"]): Cell {
  if (hasParts(row)) return missing(t("noVote"));
  const first = vote.choice === null ? vote.tied : [vote.choice];
  if (first.length === 0) return missing(t("noAnswer"));
  const names: Words = {
    ...named(format.list(first.map((choice) => cellsOf(row.kind).formatCategory(row, choice)))),
    isWhole: true,
    isNarrow: true,
  };
  if (vote.choice === null) return [`${t("tied")}: `, names];
  if (vote.credit === null) return names;
  const isRight = vote.credit === 1;
  return [names, " ", { ...verdict(isRight, t(isRight ? "rightVote" : "wrongVote")), isWhole: true }];
}

/** What sets a case apart: that it is a control or a check, and that somebody found fault with it. */
export function formatMarks(t: CaseWords, format: Format, row: CaseRow): Cell {
  const { stratum, report } = row;
  return [
    (stratum === "control" || stratum === "unsure") && { line: { badge: t(stratum) } },
    stratum === "attention" && { line: { badge: t("check"), tone: "info" } },
    report && [
      { line: { badge: t("reported"), tone: "warning" } },
      {
        quote: t("reportedBy", {
          by: report.by ?? t("somebody"),
          at: format.dateTime(report.at, { dateStyle: "medium" }),
          reason: report.reason,
        }),
        as: "note",
      },
    ],
  ];
}
