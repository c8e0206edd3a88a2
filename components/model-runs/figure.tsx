import { getTranslations } from "next-intl/server";
import type { RunMetrics, RunRow } from "#lib/model-runs/schema.ts";

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

/** What the page shows: one track, all cases pooled, or the plain mean over tracks. */
export type View = { kind: "track"; track: string } | { kind: "pooled" } | { kind: "mean" };

export type Figures = Partial<Omit<RunMetrics, "fair">> &
  Pick<RunMetrics, "top1" | "top2" | "meanRank" | "ece" | "brier" | "f1"> & {
    fair?: RunMetrics["fair"];
    /** How many tracks the mean is over. */
    tracks?: number;
  };

export function figuresOf(row: RunRow, view: View): Figures | null {
  if (view.kind === "pooled") return row.pooled;
  if (view.kind === "mean") return row.macro;
  return row.tracks.find(({ track }) => track === view.track) ?? null;
}

type Unit = "percent" | "rank" | "score";
export type FigureColumn = {
  key: string;
  unit: Unit;
  better: "higher" | "lower";
  value: (figures: Figures) => number | null | undefined;
};

export const mainColumns: readonly FigureColumn[] = [
  { key: "top1", unit: "percent", better: "higher", value: (figures) => figures.top1 },
  { key: "top2", unit: "percent", better: "higher", value: (figures) => figures.top2 },
  { key: "meanRank", unit: "rank", better: "lower", value: (figures) => figures.meanRank },
  { key: "ece", unit: "percent", better: "lower", value: (figures) => figures.ece },
  { key: "brier", unit: "percent", better: "lower", value: (figures) => figures.brier },
  { key: "f1", unit: "percent", better: "higher", value: (figures) => figures.f1 },
];

/** Other definitions of the same figures, under names of their own. */
export const variantColumns: readonly FigureColumn[] = [
  { key: "brierPerCase", unit: "score", better: "lower", value: (figures) => figures.brierPerCase },
  { key: "fairTop1", unit: "percent", better: "higher", value: (figures) => figures.fair?.top1 },
  { key: "fairTop2", unit: "percent", better: "higher", value: (figures) => figures.fair?.top2 },
  { key: "fairMeanRank", unit: "rank", better: "lower", value: (figures) => figures.fair?.meanRank },
];

export function inWords(value: number, unit: Unit): string {
  if (unit === "percent") return (100 * value).toFixed(1);
  return value.toFixed(unit === "rank" ? 2 : 3);
}

type Reason = "noResults" | "noAnswers" | "judged" | "choicesOnly" | "notEverywhere";

/** Why a figure is not there: an undefined one is never 0. */
function reasonOf(figures: Figures | null, view: View): Reason {
  if (!figures) return "noResults";
  if (view.kind === "mean") return figures.tracks === 0 ? "noResults" : "notEverywhere";
  if (figures.n === 0 && (figures.judged ?? 0) > 0) return "judged";
  if (figures.n === 0) return figures.failed === 0 ? "noResults" : "noAnswers";
  return "choicesOnly";
}

export const formatMethodName = ({ method, version }: { method: string; version: string }): string =>
  [method, version].filter(Boolean).join(" · ");

export async function ColumnMeanings({ keys }: { keys: readonly string[] }) {
  const t = await getTranslations("runs");
  return (
    <details className="measure mt-4 text-ink-muted">
      <summary className="font-medium text-accent">{t("meaning")}</summary>
      <dl className="mt-2 grid gap-2">
        {keys.map((key) => (
          <div key={key}>
            <dt className="font-medium text-ink">{t(`columns.${key as "top1"}`)}</dt>
            <dd>{t(`about.${key as "top1"}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
