"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { usePowerNumbers } from "#components/builder/power/numbers.ts";
import { rangeOfSpreads } from "#lib/metrics/power/spread.ts";
import type { Design } from "#lib/studies/schema.ts";

/** Log-odds are nobody's daily bread: what the spreads come to in percent. */
export function PowerSpread({ value }: { value: Design["power"] }) {
  const t = useTranslations("builderPlan.power");
  const { percent } = usePowerNumbers();
  const { accuracy, personSpread, caseSpread } = value;
  const ranges = useMemo(() => {
    const isWithin = (item: number, least: number, most: number) => item >= least && item <= most;
    const isUsable =
      isWithin(accuracy, 0.01, 0.99) &&
      [personSpread, caseSpread].every((one) => typeof one === "number" && isWithin(one, 0, 5));
    return isUsable ? rangeOfSpreads({ accuracy, personSpread, caseSpread }) : null;
  }, [accuracy, personSpread, caseSpread]);
  if (!ranges) return null;
  const [peopleLow, peopleHigh] = ranges.people.map(percent);
  const [casesLow, casesHigh] = ranges.cases.map(percent);
  return (
    <p role="status" className="measure">
      {t("spreadSaid", {
        peopleLow: peopleLow ?? "",
        peopleHigh: peopleHigh ?? "",
        casesLow: casesLow ?? "",
        casesHigh: casesHigh ?? "",
      })}
    </p>
  );
}
