import { useTranslations } from "next-intl";
import type { CaseFigureProps } from "#components/task-kinds/kind.ts";
import { BarsFigure, BarsTable } from "#components/task-kinds/options/case-figure.tsx";
import { inDigits } from "#lib/figures/written.ts";

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
      title={t("title", { who: view.who })}
      sentence={t("sentence", { n: people, mean, most: options.length })}
    />
  );
}
