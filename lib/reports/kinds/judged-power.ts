import { inDigits, inPercent } from "#lib/figures/written.ts";
import { t } from "#lib/reports/words.ts";
import type { TaskMeasure } from "#lib/studies/frame/planned-task.ts";
import type { JudgedPower } from "#lib/studies/opening/judged-power.ts";
import type { PowerPlan } from "#lib/studies/opening/power-plan.ts";
import { usualMean, usualShare } from "#lib/studies/schema.ts";

/** What was assumed of means and shares, and what it comes to in each track. */
export function formatJudgedPower({
  judged,
  assumptions,
}: Pick<PowerPlan, "judged" | "assumptions">): string[] {
  const { mean = usualMean, share = usualShare } = assumptions;
  const has = (isMean: boolean) => judged.some((row) => row.planned && (row.measure === "mean") === isMean);
  return [
    ...(has(true) ? [t("judged.power.mean", mean)] : []),
    ...(has(false)
      ? [
          t("judged.power.share", {
            share: inPercent(share.share),
            caseSd: inPercent(share.caseSd),
            raterSd: inPercent(share.raterSd),
            alpha: share.alpha,
          }),
        ]
      : []),
    ...judged.map(formatTrack),
  ];
}

const formatSize = (measure: TaskMeasure, value: number): string =>
  measure === "mean"
    ? t("judged.power.points", { value: inDigits(value, 2) })
    : t("judged.power.shares", { value: inPercent(value) });

/** Averages over origins, so not always whole. */
const inTenths = (count: number): string => String(Math.round(10 * count) / 10);

function formatTrack({ track, measure, planned }: JudgedPower): string {
  const none = (reason: "levels" | "no_sample" | "too_few_groups" | "too_few_raters" | "no_headline") =>
    t("judged.power.none", { track, reason: t(`judged.power.reasons.${reason}`) });
  if (!planned) return none(measure === "levels" ? "levels" : "no_sample");
  const { layout, figures } = planned;
  if (figures.half === null) return none(figures.reason ?? "no_sample");
  const { groups, casesEach, ratersEach, raters } = layout;
  return [
    t("judged.power.layout", {
      track,
      measure,
      people: raters,
      groups: inTenths(groups),
      cases: inTenths(groups * casesEach),
      each: inTenths(ratersEach),
    }),
    t("judged.power.half", { size: formatSize(measure, figures.half) }),
    ...(figures.difference === null
      ? []
      : [t("judged.power.difference", { measure, size: formatSize(measure, figures.difference) })]),
    ...(figures.differenceReason
      ? [t("judged.power.noDifference", { reason: t(`judged.power.reasons.${figures.differenceReason}`) })]
      : []),
  ].join(" ");
}
