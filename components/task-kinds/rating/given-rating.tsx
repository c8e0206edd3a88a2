import { getTranslations } from "next-intl/server";
import type { PredictedAnswerProps } from "#components/task-kinds/kind.ts";

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
