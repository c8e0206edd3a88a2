import { useTranslations } from "next-intl";
import { usePowerNumbers } from "#components/builder/power/numbers.ts";
import type { PowerRow } from "#lib/studies/opening/power-plan.ts";

const names = ["distinct", "answers", "width", "gap"] as const;

/** What every table of figures ends with: how much is asked, and what that can show. */
export function usePowerCells() {
  const t = useTranslations("builderPlan.power");
  const { points, half, count } = usePowerNumbers();
  return {
    columns: names.map((key) => ({ key, label: t(`columns.${key}`), numeric: true })),
    cellsOf: ({ answers, cases, intervalWidth, detectableGap, reason }: PowerRow["figures"]) => ({
      distinct: count(cases),
      answers: count(answers),
      width:
        intervalWidth === null
          ? "–"
          : t("width", { width: points(intervalWidth), half: half(intervalWidth) }),
      gap:
        detectableGap === null ? reason && t(`short.${reason}`) : t("gap", { points: points(detectableGap) }),
    }),
  };
}
