import { getLocale, getTranslations } from "next-intl/server";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { AnswerMapFigure } from "#components/study-results/answer-map/answer-map-figure.tsx";
import { OutcomesTable } from "#components/study-results/answer-map/outcomes-table.tsx";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { getPersonMap } from "#lib/study-results/answer-map/answer-map.ts";
import { drawAnswers } from "#lib/study-results/figures/answer-map.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; index: number };

/** One participant's row of the map, with the models' beneath it. */
export async function PersonStrip({ rows, view, index }: Props) {
  const t = await getTranslations("resultsCases.map");
  const map = getPersonMap(rows, view, index);
  const [member] = map.people;
  const person = rows.people[index];
  if (!member || !person || map.cases.length === 0) return null;
  const locale = await getLocale();
  const of = `strip ${locale} ${viewKey(view)} ${index}`;
  const made = memoize(rows, of, () => drawAnswers(rows, view, map, { locale, isNamed: true }));
  const asked = writeView(view);
  asked.set("participant", String(person.number));
  return (
    <FigureFrame
      id="strip"
      title={t("strip.title")}
      sentence={t("sentencePerson", { right: member.right, n: member.n })}
      figure={made.figure}
      picture={<AnswerMapFigure rows={rows} view={view} map={map} made={made} of={of} />}
      table={<OutcomesTable rows={rows} view={view} map={map} />}
      downloads={figureDownloads(rows.study.slug, "answer-map", asked)}
    />
  );
}
