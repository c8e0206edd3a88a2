import { getTranslations } from "next-intl/server";
import {
  type FigureColumn,
  type Figures,
  inWords,
  reasonOf,
  type View,
} from "#components/model-runs/figures.ts";

type Props = { column: FigureColumn; figures: Figures | null; view: View };

/** A figure rounded for the eye, the exact one in its title; a dash with the reason where there is none. */
export async function Figure({ column, figures, view }: Props) {
  const t = await getTranslations("runs.reasons");
  const value = figures && column.value(figures);
  if (value === null || value === undefined)
    return (
      <span className="whitespace-nowrap">
        – <span className="text-sm text-ink-muted">{t(reasonOf(figures, view))}</span>
      </span>
    );
  const written = <span title={String(value)}>{inWords(value, column.unit)}</span>;
  const { top1Low = null, top1High = null } = figures ?? {};
  if (column.key !== "top1" || top1Low === null || top1High === null) return written;
  return (
    <span className="whitespace-nowrap">
      {written}{" "}
      <span className="text-sm text-ink-muted">
        {inWords(top1Low, "percent")}–{inWords(top1High, "percent")}
      </span>
    </span>
  );
}
