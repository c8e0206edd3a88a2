import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { inPercent, inRange } from "#lib/figures/written.ts";
import { sortRuns } from "#lib/model-runs/comparison.ts";
import { drawRuns, distinguishRun, listScored } from "#lib/model-runs/run-panels.ts";
import type { RunRow } from "#lib/model-runs/schema.ts";
import { runPath, runsFigureAddress } from "#lib/paths.ts";
import { mayBeRanked } from "#lib/studies/schema.ts";

type Props = {
  slug: string;
  tracks: readonly string[];
  rows: readonly RunRow[];
  /** How often guessing is right, by track. */
  guessing: ReadonlyMap<string, number>;
  /** Whether the figure is of these runs alone, or of all of the benchmark. */
  areChosen?: boolean;
  table: ReactNode;
  isTableOpen?: boolean;
};

/** How often each run was right, on each track: a dot with its interval, the best at the top. */
export async function RunsFigure({ slug, tracks, rows, guessing, areChosen, table, isTableOpen }: Props) {
  const t = await getTranslations("runs.figure");
  const locale = await getLocale();
  const { title, figure } = drawRuns(rows, tracks, {
    locale,
    toRun: (runId) => runPath(slug, runId),
    guessing,
  });
  const named = areChosen ? rows.map(({ run }) => run.id) : [];
  const scored = listScored(rows, tracks).runs;
  const ranked = scored.filter(({ run }) => mayBeRanked(run));
  const [best] = sortRuns(ranked);
  const { top1 = null, top1Low = null, top1High = null, n = 0 } = best?.pooled ?? {};
  const isTold = best && top1 !== null && top1Low !== null && top1High !== null;
  return (
    <div className="grid min-w-0 gap-2">
      <FigureFrame
        id="accuracy"
        title={title}
        sentence={
          isTold
            ? t("sentence", {
                model: distinguishRun(best.run, rows, locale),
                n,
                runs: ranked.length,
                share: inPercent(top1),
                range: inRange(top1Low, top1High),
              })
            : t(scored.length > ranked.length && ranked.length === 0 ? "sentenceFake" : "sentenceNone")
        }
        figure={figure}
        room="full"
        table={table}
        isTableOpen={isTableOpen}
        downloads={(format) => runsFigureAddress(slug, "runs", named, format)}
      />
      <p className="measure text-sm text-ink-muted">
        {t("about")} {guessing.size > 0 && t("guessing")}
      </p>
    </div>
  );
}
