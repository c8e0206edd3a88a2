import type { ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";
import { resultsPath, type ResultsPage } from "#lib/paths.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";
import { getTranslations } from "next-intl/server";
import { inRange } from "#lib/figures/written.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import type { CellReason } from "#lib/results/table.ts";
import type { Interval } from "#lib/study-results/overview/types.ts";

export type Rich = (chunks: ReactNode) => ReactNode;

export function wayTo({ study }: StudyRows, view: View, page: ResultsPage, more?: [string, string]): Rich {
  const asked = writeView(view);
  if (more) asked.set(...more);
  const WayTo = (chunks: ReactNode) => (
    <Link href={resultsPath(study.slug, page, asked)} className="text-accent underline">
      {chunks}
    </Link>
  );
  return WayTo;
}

/** Rounded for the eye, and a way to what it is made of; unrounded in the title. */
export function exactly(value: number | null, way: Rich = (chunks) => chunks): Rich {
  const Exactly = (chunks: ReactNode) => (
    <strong title={String(value)} className="whitespace-nowrap">
      {way(chunks)}
    </strong>
  );
  return Exactly;
}

const worded = [
  "no_items",
  "no_ranks",
  "too_many_pairs",
  "too_few_raters",
  "too_few_items",
  "degenerate",
  "by_selection",
  "choices_only",
  "interim",
] as const;
type ReasonKey = (typeof worded)[number] | "other";

export const reasonKey = (reason: CellReason): ReasonKey => worded.find((key) => key === reason) ?? "other";

/** What stands in brackets behind a figure: its interval, or why there is none. */
export async function formatInterval(
  interval: (Pick<Interval, "low" | "high" | "reason"> & Partial<Pick<Interval, "method">>) | null,
  { turned = false, level = defaultLevel, write = inRange as (low: number, high: number) => string } = {},
): Promise<string> {
  const t = await getTranslations("resultsOverview");
  const { low = null, high = null, reason = "no_items" } = interval ?? {};
  if (low === null || high === null)
    return t("interval.none", { reason: t(`reasons.${reasonKey(reason ?? "no_items")}`) });
  const range = turned ? write(-high, -low) : write(low, high);
  return t(interval?.method === "every_look" ? "interval.everyLook" : "interval.plain", {
    level: Math.round(100 * level),
    range,
  });
}
