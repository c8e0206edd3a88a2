import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { formatRunName } from "#lib/reports/words.ts";
import type { AutomaticColumn } from "#lib/results/automatic/automatic.ts";
import { isNotByModel } from "#lib/studies/schema.ts";
import type { SeriesFigure } from "#lib/study-results/kinds/series.ts";
import type { Population } from "#lib/study-results/schema.ts";

export const automaticWords = (locale: Locale) => wordsIn(locale, "automatic");
export type Words = ReturnType<typeof automaticWords>;

/** Null for models, who are named by the rows. */
export function nameSource(
  t: Words,
  { source }: Pick<AutomaticColumn, "source">,
  who: Population,
): string | null {
  if (source.kind === "models") return null;
  if (source.kind !== "judge") return t(`sources.${source.kind}`, { who });
  const { run } = source;
  const name = formatRunName(run);
  return isNotByModel(run.apart) ? t("sources.made", { name, made: run.apart }) : name;
}

function nameFigure(t: Words, figure: SeriesFigure): string | null {
  switch (figure.name) {
    // Who gives points or a number is all there is to say.
    case "mean":
      return null;
    case "share":
      return figure.of ?? t("figures.noCode");
    case "chosen":
      return figure.type;
    case "place":
      return t("figures.place", { place: figure.place });
    case "accuracyWith":
    case "rewardWith":
      return t(`figures.${figure.name}`, {
        same: String(figure.from === figure.to),
        from: figure.from,
        to: figure.to,
      });
    default:
      return t(`figures.${figure.name}`);
  }
}

/** Of a column, without its track. */
export function nameColumn(t: Words, column: AutomaticColumn, who: Population): string {
  const name = [nameSource(t, column, who), nameFigure(t, column.figure)]
    .filter((part) => part !== null)
    .join(": ");
  if (!column.isShare) return name;
  return column.figure.name === "mean" ? `${name} × 100` : t("percent", { name });
}

/** What files call the figure, and what it is of: a label, a type, a place, a number of pairs. */
export function describeFigure(figure: SeriesFigure): { figure: string; of: string | number | null } {
  switch (figure.name) {
    case "share":
      return { figure: "share", of: figure.of };
    case "chosen":
      return { figure: "chosen", of: figure.type };
    case "place":
      return { figure: "accuracy_by_place", of: figure.place };
    case "accuracyWith":
    case "rewardWith":
      return {
        figure: figure.name === "accuracyWith" ? "accuracy_by_training" : "reward_by_training",
        of: `${figure.from}-${figure.to}`,
      };
    case "longest":
    case "notLongest":
      return { figure: "accuracy_by_length", of: figure.name === "longest" ? "longest" : "not_longest" };
    case "choosingLongest":
      return { figure: "choosing_longest", of: null };
    default:
      return { figure: figure.name, of: null };
  }
}
