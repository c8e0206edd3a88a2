import { useFormatter, useTranslations } from "next-intl";
import { usePowerNumbers } from "#components/builder/power/numbers.ts";
import { leastForClaim } from "#lib/metrics/claim.ts";
import { isFewNearCeiling } from "#lib/metrics/two-way/ceiling.ts";
import type { PowerRow } from "#lib/studies/opening/power-plan.ts";

/** What a row can and can't say, in words. */
export function PowerSaying({ row, people }: { row: PowerRow; people: number }) {
  const t = useTranslations("builderPlan.power.saying");
  const { points, half, percent, exactly } = usePowerNumbers();
  const { list } = useFormatter();
  const { casesPerPerson, perfectFrom, figures } = row;
  const { answers, cases, intervalWidth, detectableGap, falseAlarms, found, equivalent, reason } = figures;
  const { margin, accuracy } = figures.assumptions;
  const said: string[] = [];
  const tell = ({ gap, share }: (typeof found)[number]) =>
    t("share", { points: points(gap), share: percent(share) });
  if (perfectFrom !== null && casesPerPerson < 10)
    said.push(t("perfect", { cases: casesPerPerson, from: percent(perfectFrom) }));
  if (intervalWidth !== null) said.push(t("interval", { people, cases, half: half(intervalWidth) }));
  if (detectableGap !== null)
    said.push(t("found", { points: points(detectableGap), power: percent(figures.assumptions.power) }));
  if (found.length > 0) said.push(t("shares", { shares: list(found.map(tell), { type: "conjunction" }) }));
  if (equivalent !== null && margin !== null)
    said.push(t("equivalent", { share: percent(equivalent), margin: points(margin) }));
  if (!reason && isFewNearCeiling(cases, accuracy))
    said.push(t("ceiling", { cases, accuracy: percent(accuracy) }));
  if (reason)
    said.push(
      t(`reasons.${reason}`, {
        answers,
        cases,
        people,
        alarms: exactly(falseAlarms ?? 0),
        leastAnswers: leastForClaim.answers,
        leastPeople: leastForClaim.people,
        leastCases: leastForClaim.cases,
      }),
    );
  return said.join(" ");
}
