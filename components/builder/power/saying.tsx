import { useTranslations } from "next-intl";
import { usePowerNumbers } from "#components/builder/power/numbers.ts";
import type { PowerRow } from "#lib/studies/opening/power-plan.ts";

/** What a row can and can't say, in words. */
export function PowerSaying({ row, people }: { row: PowerRow; people: number }) {
  const t = useTranslations("builderPlan.power.saying");
  const { points, half, percent, exactly } = usePowerNumbers();
  const { casesPerPerson, perfectFrom, figures } = row;
  const { answers, cases, intervalWidth, detectableGap, falseAlarms, reason } = figures;
  const said: string[] = [];
  if (perfectFrom !== null && casesPerPerson < 10)
    said.push(t("perfect", { cases: casesPerPerson, from: percent(perfectFrom) }));
  if (intervalWidth !== null) said.push(t("interval", { people, cases, half: half(intervalWidth) }));
  if (detectableGap !== null)
    said.push(t("found", { points: points(detectableGap), power: percent(figures.assumptions.power) }));
  if (reason)
    said.push(t(`reasons.${reason}`, { answers, cases, alarms: exactly(falseAlarms ?? 0), people }));
  return said.join(" ");
}
