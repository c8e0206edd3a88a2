import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { figureDownloads, resultsPath, resultsCasePath } from "#lib/paths.ts";
import { Button } from "#components/ui/button.tsx";
import { writeCaseQuery, type CaseQuery, maxModels } from "#lib/study-results/cases/case-filters.ts";
import { formatMarkedRunName } from "#lib/study-results/figures/models.ts";
import { distinctName } from "#lib/study-results/models/models.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { type View, minForClaim, viewKey, writeView } from "#lib/study-results/schema.ts";
import { Table } from "#components/ui/table/table.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { inDigits } from "#lib/figures/written.ts";
import {
  listScatterRuns,
  quadrants,
  getScatter,
  type CaseScatter,
} from "#lib/study-results/cases/case-scatter.ts";
import { drawScatter } from "#lib/study-results/figures/case.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { SelectField } from "#components/ui/fields/select-field.tsx";

type ScatterSectionProps = { rows: StudyRows; view: View; query: CaseQuery };

const id = "scatter";

/** People against one model, a point a case: where one of the two fails alone. */
export async function ScatterSection({ rows, view, query }: ScatterSectionProps) {
  const t = await getTranslations("resultsCases.scatter");
  const scatter = getScatter(rows, view, query.against);
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-4">
      <h2 id={id} className="text-xl font-semibold">
        {t("title", { who: view.who })}
      </h2>
      {scatter ? (
        <>
          <AgainstForm rows={rows} view={view} query={query} runId={scatter.run.id} />
          {scatter.points.length === 0 ? (
            <p className="text-ink-muted">{t("noRho.no_items")}</p>
          ) : (
            <ScatterFigure rows={rows} view={view} query={query} scatter={scatter} />
          )}
        </>
      ) : (
        <p className="text-ink-muted">{t("none")}</p>
      )}
    </section>
  );
}

async function ScatterFigure({ rows, view, query, scatter }: ScatterSectionProps & { scatter: CaseScatter }) {
  const t = await getTranslations("resultsCases.scatter");
  const marks = await getTranslations("resultsApart");
  const { run, points, rho, reason } = scatter;
  const { slug } = rows.study;
  const model = distinctName(run, rows.runs);
  const ofView = writeView(view);
  const locale = await getLocale();
  const { figure } = memoize(rows, `scatter ${run.id} ${locale} ${viewKey(view)}`, () =>
    drawScatter(rows, view, scatter, {
      locale,
      toCase: ({ track, key }) =>
        resultsCasePath(slug, { track: rows.tracks[track]?.name ?? "", key }, ofView),
    }),
  );
  const correlation =
    points.length < minForClaim.cases
      ? t("noRho.few", { least: minForClaim.cases })
      : rho === null
        ? t(`noRho.${reason === "constant" ? reason : "other"}`)
        : t("rho", { rho: inDigits(rho, 2) });
  const sentence = t("sentence", { n: points.length, who: view.who, model, rho: correlation });
  const asked = new URLSearchParams(ofView);
  asked.set("against", String(run.id));
  return (
    <FigureFrame
      id="scatter-figure"
      level={3}
      title={<bdi>{model}</bdi>}
      sentence={
        run.apart === null
          ? sentence
          : `${sentence} ${run.apart === "selecting" ? t("selecting") : marks(`why.${run.apart}`, { model })}`
      }
      figure={figure}
      downloads={figureDownloads(slug, "scatter", asked)}
      table={<QuadrantTable slug={slug} view={view} query={query} scatter={scatter} />}
    />
  );
}

type TableProps = { slug: string; view: View; query: CaseQuery; scatter: CaseScatter };

/** The points are the cases of the list; what the plot adds to them is who was right with whom. */
async function QuadrantTable({ slug, view, query, scatter }: TableProps) {
  const t = await getTranslations("resultsCases.scatter");
  const format = await getFormatter();
  const models = [...new Set([scatter.run.id, ...query.models])].slice(0, maxModels);
  const list = resultsPath(slug, "cases", writeCaseQuery(view, { ...query, page: 1, models }));
  return (
    <div className="grid gap-3">
      <Table
        caption={t("quadrantsCaption")}
        columns={[
          { key: "quadrant", label: t("quadrant") },
          { key: "cases", label: t("cases"), numeric: true },
        ]}
        rows={quadrants.map((quadrant) => ({
          id: quadrant,
          cells: {
            quadrant: t(`quadrants.${quadrant}`, { who: view.who }),
            cases: format.number(scatter.quadrants[quadrant]),
          },
        }))}
      />
      <a href={list} className="w-fit text-sm text-accent underline">
        {t("toList")}
      </a>
    </div>
  );
}

/** Which model stands in the plot; the list stays as it is. */
async function AgainstForm({ rows, view, query, runId }: ScatterSectionProps & { runId: number }) {
  const locale = await getLocale();
  const t = await getTranslations("resultsCases.scatter");
  const kept = writeCaseQuery(view, { ...query, against: null });
  const runs = listScatterRuns(rows).map((run) => ({
    id: run.id,
    name: formatMarkedRunName(run, rows.runs, locale),
  }));
  return (
    <form
      key={runId}
      action={`${resultsPath(rows.study.slug, "cases")}#${id}`}
      className="flex flex-wrap items-end gap-3 print:hidden"
    >
      {[...kept].map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <div className="w-full max-w-md min-w-0">
        <RunSelect name="against" label={t("against")} runs={runs} chosen={runId} />
      </div>
      <Button type="submit">{t("submit")}</Button>
    </form>
  );
}

type RunSelectProps = {
  name: string;
  label: string;
  runs: readonly { id: number; name: string }[];
  chosen: number | undefined;
  /** What choosing no run is called, where that can be done. */
  none?: string;
};

export const RunSelect = ({ name, label, runs, chosen, none }: RunSelectProps) => (
  <SelectField name={name} label={label} defaultValue={chosen ?? ""}>
    {none !== undefined && <option value="">{none}</option>}
    {runs.map((run) => (
      <option key={run.id} value={run.id}>
        {run.name}
      </option>
    ))}
  </SelectField>
);
