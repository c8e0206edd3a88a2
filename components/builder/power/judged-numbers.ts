import { useFormatter, useTranslations } from "next-intl";
import type { MeanAssumed, ShareAssumed } from "#lib/metrics/power/judged.ts";
import type { Measured } from "#lib/studies/frame/planned-task.ts";

export type JudgedAssumed = { mean: MeanAssumed; share: ShareAssumed };

/** Means in points of their scale, shares in percentage points. */
export function useJudgedNumbers() {
  const t = useTranslations("builderPlan.power.judged");
  const format = useFormatter();
  const fixed = (value: number, digits: number) =>
    format.number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return {
    size: (measure: Measured, value: number) =>
      measure === "mean"
        ? t("points", { value: fixed(value, 2) })
        : t("shares", { value: fixed(100 * value, 1) }),
    count: (value: number) => format.number(value, { maximumFractionDigits: 1 }),
    plain: (value: number) => format.number(value, { maximumFractionDigits: 3 }),
    points: (value: number) => format.number(100 * value, { maximumFractionDigits: 1 }),
    percent: (value: number) => format.number(value, { style: "percent", maximumFractionDigits: 1 }),
  };
}
