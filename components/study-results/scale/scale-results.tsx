import { getLocale, getTranslations } from "next-intl/server";
import type { Downloads } from "#components/charts/figure-downloads.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { ScaleNote } from "#components/study-results/scale/scale-note.tsx";
import { ScaleTables } from "#components/study-results/scale/scale-tables.tsx";
import { waysOf } from "#components/study-results/scale/scale-ways.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { inDigits } from "#lib/figures/written.ts";
import { minForScale } from "#lib/metrics/rasch/scale.ts";
import { drawScale } from "#lib/study-results/figures/scale.ts";
import { countMisfits, getScale, type StudyScale } from "#lib/study-results/scale/scale.ts";
import type { Part } from "#lib/study-results/scale/takers.ts";
import { viewKey } from "#lib/study-results/schema.ts";

type Props = { parts: readonly Part[]; downloads: Downloads };

/** People, models and cases on one line, as soon as that has been computed. */
export async function ScaleResults({ parts, downloads }: Props) {
  const t = await getTranslations("resultsScale");
  const key = parts.map(({ rows, view }) => `${rows.stamp} ${viewKey(view)}`).join("|");
  return (
    <Streamed key={key} fallback={<p className="text-ink-muted">{t("waiting")}</p>}>
      <Scale parts={parts} downloads={downloads} />
    </Streamed>
  );
}

async function Scale({ parts, downloads }: Props) {
  const t = await getTranslations("resultsScale");
  const scale = await getScale(parts);
  if (typeof scale === "string")
    return (
      <EmptyState title={t("leftOut.title")}>
        {t(`leftOut.${scale}`, { people: minForScale.people, cases: minForScale.cases })}
      </EmptyState>
    );
  return (
    <div className="grid min-w-0 gap-8">
      <FigureFrame
        id="scale-map"
        title={t("figure.title")}
        sentence={await describe(scale, parts)}
        figure={drawScale(scale, parts, { locale: await getLocale(), ...waysOf(parts) })}
        table={
          <a href="#scale-tables" className="target inline-flex items-center text-accent underline">
            {t("tables.title")}
          </a>
        }
        downloads={downloads}
      />
      <ScaleTables scale={scale} parts={parts} />
      <ScaleNote scale={scale} parts={parts} />
    </div>
  );
}

async function describe(scale: StudyScale, parts: readonly Part[]): Promise<string> {
  const t = await getTranslations("resultsScale");
  const { people, models, cases, meanAbility, spread } = scale;
  const digits = (value: number) => inDigits(value, 2);
  const best = models[0];
  return [
    t("sentence.people", {
      who: parts[0]?.view.who ?? "people",
      mean: digits(meanAbility),
      people: digits(spread.people),
      cases: digits(spread.cases),
    }),
    best
      ? t("sentence.model", {
          count: models.length,
          name: best.run.model,
          place: digits(best.placed.place),
          error: digits(best.placed.error),
        })
      : t("sentence.noModel"),
    t("sentence.fit", {
      people: countMisfits(people),
      models: countMisfits(models),
      cases: countMisfits(cases),
    }),
  ].join(" ");
}
