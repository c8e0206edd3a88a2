import { getTranslations } from "next-intl/server";
import { wordInterval } from "#components/study-results/overview/interval-words.ts";
import { exactly, type Rich } from "#components/study-results/overview/told-figure.tsx";
import { inPointsOf } from "#components/study-results/ranges.ts";
import { inPercent, inProbability } from "#lib/figures/written.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import { isAlike, type Compared } from "#lib/study-results/overview/headline.ts";
import type { Who } from "#lib/study-results/schema.ts";

type Props = { who: Who; comparator: Compared; toModel: Rich };

/** The model that the plan names beside people, in a sentence of its own for each way it can come out. */
export async function ComparatorText({ who, comparator, toModel }: Props) {
  const t = await getTranslations("resultsOverview.headline");
  const { model, difference, weakness } = comparator;
  const { people, model: side } = difference.sides ?? {};
  const isPart = model.withMissing.missing > 0;
  return (
    <p>
      {t.rich("comparator", {
        name: model.model,
        share: inPercent(side?.value ?? 0),
        answered: model.answered,
        isPart: isPart ? "yes" : "no",
        who,
        people: inPercent(people?.value ?? 0),
        wrong: inPercent(model.withMissing.wrong ?? 0),
        interval: await wordInterval(side?.interval ?? null),
        toModel,
        strong: exactly(side?.value ?? null, toModel),
      })}{" "}
      {!isAlike(side?.value, model.top1) && t("weighted", { each: inPercent(model.top1 ?? 0) })}{" "}
      {weakness && t(`weakness.${weakness}`)} <Outcome who={who} comparator={comparator} />{" "}
      {model.apart && t("filtered", { name: model.model })}
    </p>
  );
}

async function Outcome({ who, comparator }: Pick<Props, "who" | "comparator">) {
  const t = await getTranslations("resultsOverview.headline");
  const write = inPointsOf(await getTranslations("resultsOverview"));
  const { outcome, difference, strict, isNoWorse, couldFind } = comparator;
  const { value, interval, p, equivalence } = difference;
  if (outcome === "too_few" || value === null) return t("too_few");
  const isModelAhead = outcome === "model_ahead";
  const isEquivalent = outcome === "equivalent" && equivalence;
  const figures = {
    who,
    points: inPercent(isModelAhead ? -value : value),
    margin: inPercent(equivalence?.margin ?? 0),
    couldFind: inPercent(couldFind ?? 0),
    interval: isEquivalent
      ? await wordInterval(
          { ...equivalence, method: interval.method, reason: null },
          { level: 2 * defaultLevel - 1, write },
        )
      : await wordInterval(interval, { turned: isModelAhead, write }),
    p: inProbability(isEquivalent ? equivalence.pEquivalent : p),
    isLook: p === null ? "yes" : "no",
    strict: inPercent(strict?.value ?? 0),
    strictInterval: strict ? await wordInterval(strict.interval, { write }) : "",
  };
  // That a model far behind is not shown to be as good goes without saying.
  const isTold = isNoWorse && (outcome === "no_difference" || outcome === "people_ahead");
  const noWorse = (strict ?? difference).equivalence?.pNoWorse ?? null;
  return (
    <>
      {t.rich(outcome, { ...figures, strong: exactly(value) })}{" "}
      {(isTold || (isNoWorse === false && outcome === "no_difference")) &&
        t(isNoWorse ? "noWorse" : "notNoWorse", { ...figures, p: inProbability(noWorse) })}
    </>
  );
}
