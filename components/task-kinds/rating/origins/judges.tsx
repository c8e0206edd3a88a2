import { getLocale, getTranslations } from "next-intl/server";
import { type Locale, useTranslations } from "next-intl";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { Fold } from "#components/study-results/overview/fold.tsx";
import type { PartProps } from "#components/task-kinds/rating/origins/section.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { inDigits } from "#lib/figures/written.ts";
import { figureDownloads, resultsPath } from "#lib/paths.ts";
import {
  falseDiscovery,
  readEpsilon,
  leastAnnotators,
  minItems,
} from "#lib/study-results/agreement/alternative.ts";
import { writeView } from "#lib/study-results/schema.ts";
import { drawJudged } from "#lib/study-results/kinds/rating/figures.ts";
import { formatJudgeName, wordWhy } from "#lib/study-results/kinds/rating/names.ts";
import { muted } from "#components/study-results/figure-cells.ts";
import { FigureTable } from "#components/task-kinds/judged/figure-table.tsx";
import type { TableRow } from "#lib/study-results/kinds/judged/table.ts";
import { amongPeople, judgeColumns, judgeRow } from "#lib/study-results/kinds/rating/tables.ts";

/** Whether what rates or measures says what people say, on the same cases. */
export async function JudgesFold(props: PartProps) {
  const t = await getTranslations("resultsRatings.origins.judges");
  const locale = await getLocale();
  const { rows, part, id } = props;
  const { epsilon, isPlanned } = readEpsilon(rows);
  return (
    <Fold id={`${id}-judges`} title={t("title")} note={t("note", { count: part.judges.length })}>
      {part.judges.length === 0 ? (
        <p className="text-ink-muted">{t("none")}</p>
      ) : (
        <>
          <Scatter {...props} locale={locale} />
          <p className="measure text-sm text-ink-muted">
            {t("explained", { epsilon, planned: isPlanned ? "yes" : "no", rate: falseDiscovery })} {t("same")}
          </p>
        </>
      )}
    </Fold>
  );
}

async function Scatter(props: PartProps & { locale: Locale }) {
  const t = await getTranslations("resultsRatings.origins.scatter");
  const { rows, view, by, part, id, locale } = props;
  const { slug } = rows.study;
  const at = part.judges[props.judge] ? props.judge : 0;
  const [judge, found] = [part.judges[at], part.figures.judges[at]];
  const made = drawJudged(part, at, { rows, view, locale });
  if (!judge || !found || !made) return null;
  const { n, spearman } = found.byCase;
  const name = formatJudgeName(judge, rows.runs, locale);
  const address = (place: number) => {
    const query = writeView(view);
    for (const one of by) query.append("by", one);
    query.set("judge", String(place));
    return query;
  };
  const query = address(at);
  query.set("of", part.track);
  query.set("scale", part.scale);
  return (
    <>
      {part.judges.length > 1 && (
        <TabLinks
          label={t("against")}
          look="pills"
          items={part.judges.map((one, place) => ({
            href: `${resultsPath(slug, "overview", address(place))}#${id}-judged`,
            label: formatJudgeName(one, rows.runs, locale),
            current: place === at,
          }))}
        />
      )}
      <FigureFrame
        id={`${id}-judged`}
        level={3}
        title={made.title}
        sentence={t("sentence", {
          n,
          who: view.who,
          judge: name,
          rho: spearman.value === null ? "none" : inDigits(spearman.value, 2),
          reason: wordWhy(spearman.reason, locale),
        })}
        figure={made.figure}
        downloads={figureDownloads(slug, "judged", query)}
        isTableOpen
        table={<JudgesTable {...props} locale={locale} />}
      />
    </>
  );
}

/** A row a judge; people themselves come first, where they are held against each other. */
function JudgesTable({ rows, view, part, told, locale }: PartProps & { locale: Locale }) {
  const t = useTranslations("resultsRatings.origins.judges");
  const words = {
    notStated: t("notStated"),
    replaces: (passes: boolean) => t(`outcome.${passes ? "yes" : "no"}`),
  };
  const own = (key: string, { id }: TableRow) => {
    const judge = told.judges[Number(id)];
    if (key === "judge") return id === "people" ? t("people", { who: view.who }) : undefined;
    if (key === "saw" && judge?.runId === null) return t("texts");
    if (key === "saw" && judge)
      return judge.context ? ({ quote: judge.context, as: "note" } as const) : muted(t("notStated"));
    return key === "replaces" && judge?.alternativeAnnotator?.passes === null
      ? muted(t("notEligible", { annotators: leastAnnotators, items: minItems }))
      : undefined;
  };
  return (
    <FigureTable
      caption={t("caption", { track: told.track })}
      columns={judgeColumns}
      rows={[
        amongPeople(told.raters, ""),
        ...told.judges.map((judge, at) => {
          const name = part.judges[at] ? formatJudgeName(part.judges[at], rows.runs, locale) : "";
          return judgeRow(judge, at, { ...words, judge: name });
        }),
      ]}
      say={(key) => t(key as "judge")}
      why={(reason) => wordWhy(reason, locale)}
      own={own}
    />
  );
}
