import { useTranslations } from "next-intl";
import type { CaseFigureProps, PredictedAnswerProps } from "#components/task-kinds/kind.ts";
import { BarsFigure, BarsTable } from "#components/task-kinds/options/of-case.tsx";
import { inDigits } from "#lib/figures/written.ts";
import { getTranslations } from "next-intl/server";

/** How often each point was given to one case, and by which judges. */
export function RatingsOfCase(props: CaseFigureProps) {
  const t = useTranslations("resultsRatings.ofCase");
  const { figure, view } = props;
  if (figure.kind !== "bars") return null;
  const { options, people } = figure.input;
  const sum = options.reduce((all, { chosen }, at) => all + chosen * (at + 1), 0);
  const mean = people === 0 ? "" : inDigits(sum / people, 2);
  return (
    <BarsFigure
      {...props}
      table={<BarsTable input={figure.input} view={view} />}
      title={t("title")}
      sentence={t("sentence", { n: people, mean, most: options.length })}
    />
  );
}

/** What a judge gave: a point of the scale, or what a measure came to. */
export async function GivenRating({ prediction: { choice, score }, optionNames }: PredictedAnswerProps) {
  const t = await getTranslations("resultsRatings.judge");
  return (
    <p className="figures text-sm">
      {score == null
        ? t("rating", { rating: optionNames[choice ?? -1] ?? "–", of: optionNames.length })
        : t("score", { score: String(score) })}
    </p>
  );
}
