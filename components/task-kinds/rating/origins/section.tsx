import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { OpenFolds } from "#components/study-results/overview/open-folds.tsx";
import { AttributeLinks } from "#components/task-kinds/attribute-links.tsx";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { RatersNote } from "#components/task-kinds/raters-note.tsx";
import { OriginBars } from "#components/task-kinds/rating/origins/bars.tsx";
import { Comparisons } from "#components/task-kinds/rating/origins/comparisons.tsx";
import { JudgesFold } from "#components/task-kinds/rating/origins/judges.tsx";
import { OriginNotes } from "#components/task-kinds/rating/origins/notes.tsx";
import { RatersFold } from "#components/task-kinds/rating/origins/raters.tsx";
import { OriginTable } from "#components/task-kinds/rating/origins/table.tsx";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { readBy } from "#lib/study-results/kinds/asked-attributes.ts";
import { renderPart } from "#lib/study-results/kinds/rating/document.ts";
import { getOrigins, maxOrigins, type OriginPart } from "#lib/study-results/kinds/rating/origins.ts";
import type { RatedPart } from "#lib/study-results/kinds/rating/schema.ts";
import { listRated } from "#lib/study-results/kinds/rating/ratings.ts";

/** Everything about one track on one scale that a part of the section needs. */
export type PartProps = {
  rows: StudyRows;
  view: View;
  by: readonly string[];
  part: OriginPart;
  /** The same as programs and reports have it. */
  told: RatedPart;
  /** What tells this part from others in an address. */
  id: string;
  /** Which judge is drawn, by its place. */
  judge: number;
};

/** What was rated, by where it comes from, and who judges it like people. */
export async function Origins({ rows, view, asked }: OwnOverviewProps) {
  const t = await getTranslations("resultsRatings.origins");
  const format = await getFormatter();
  const by = readBy(asked["by"], rows);
  const parts = await getOrigins(rows, view, by);
  const judge = Number(asked["judge"] ?? 0);
  return (
    <section aria-labelledby="origins" className="grid min-w-0 gap-4">
      <h2 id="origins" className="text-lg font-semibold">
        {t("title")}
      </h2>
      <p className="measure">
        {by.length === 0 ? t("noAttributes") : t("intro", { attributes: format.list(by) })}
      </p>
      <AttributeLinks rows={rows} view={view} by={by} anchor="origins" />
      {listRated(rows, view).map(({ track }, at) => {
        const part = parts[at];
        if (!part) return <p key={at}>{t("tooMany", { most: maxOrigins, track })}</p>;
        return (
          <Part
            key={at}
            rows={rows}
            view={view}
            by={by}
            part={part}
            told={renderPart(part)}
            judge={judge}
            id={`origins-${at + 1}`}
          />
        );
      })}
      <OpenFolds />
    </section>
  );
}

async function Part(props: PartProps) {
  const locale = await getLocale();
  const { part } = props;
  return (
    <div className="grid min-w-0 gap-4 border-t border-line pt-4">
      <OriginBars {...props} locale={locale} />
      <OriginTable {...props} locale={locale} />
      <RatersNote raters={part.people.length} />
      <OriginNotes part={part} locale={locale} />
      <div className="min-w-0 border-t border-line">
        <JudgesFold {...props} />
        <Comparisons {...props} locale={locale} />
        <RatersFold {...props} />
      </div>
    </div>
  );
}
