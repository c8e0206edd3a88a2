import { getLocale, getTranslations } from "next-intl/server";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { percent } from "#components/study-results/figure-cells.ts";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { Table } from "#components/ui/table/table.tsx";
import { drawMethods, listFamilies } from "#lib/results/render/methods.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { type View, writeView } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

/** What shots and several samples do for a model. */
export async function MethodsSection({ rows, view }: Props) {
  const t = await getTranslations("resultsModels.methods");
  const made = drawMethods(rows, view, await getLocale());
  if (!made) return null;
  const families = listFamilies(rows, getPoints(rows, view).models);
  return (
    <div className="grid min-w-0 content-start gap-2">
      <FigureFrame
        id="methods"
        title={made.title}
        sentence={t("sentence", { models: families.length })}
        figure={made.figure}
        downloads={figureDownloads(rows.study.slug, "model-methods", writeView(view))}
        table={
          <Table
            caption={made.title}
            columns={(["model", "method", "n", "right", "zeroShot"] as const).map((key) => ({
              key,
              label: t(`columns.${key}`),
              numeric: key !== "model" && key !== "method",
            }))}
            rows={families.flatMap(({ zeroShot, runs }) =>
              runs.map(({ run }) => ({
                id: String(run.runId),
                cells: {
                  model: run.model,
                  method: [run.method, run.version].filter(Boolean).join(" · "),
                  n: run.answered,
                  right: percent(run.top1),
                  zeroShot: percent(zeroShot?.top1 ?? null),
                },
              })),
            )}
          />
        }
      />
      <p className="measure text-sm text-ink-muted">{t("about")}</p>
    </div>
  );
}
