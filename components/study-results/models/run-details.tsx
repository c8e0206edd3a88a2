import { getTranslations } from "next-intl/server";
import { BinsTable } from "#components/study-results/models/bins-table.tsx";
import { PositionsSection } from "#components/study-results/models/positions-section.tsx";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { describeModel, nameAmong } from "#lib/study-results/models/models.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; run: RunRow };

/** What one run leans towards: a position of the list, short answers or long ones. */
export async function RunDetails({ rows, view, run }: Props) {
  const t = await getTranslations("resultsModels");
  const detail = describeModel(rows, view, run);
  const name = nameAmong(run, rows.runs);
  const query = writeView(view);
  query.set("model", String(run.id));
  if (detail.answered === 0) return null;
  return (
    <>
      <div className="grid min-w-0 gap-6">
        <PositionsSection
          detail={detail}
          name={name}
          downloads={figureDownloads(rows.study.slug, "model-positions", query)}
        />
      </div>
      <section aria-labelledby="by-length" className="grid min-w-0 gap-3">
        <h3 id="by-length" className="text-lg font-semibold">
          {t("lengths.title")}
        </h3>
        {detail.byLength.length === 0 ? (
          <p className="measure">{t("lengths.none")}</p>
        ) : (
          <>
            <p className="measure text-ink-muted">{t("lengths.about")}</p>
            <BinsTable
              caption={t("lengths.caption", { model: name })}
              bins={detail.byLength}
              write={String}
            />
          </>
        )}
      </section>
    </>
  );
}
