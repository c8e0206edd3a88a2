import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { PageLinks } from "#components/cases/page-links.tsx";
import { AnswerMapSection } from "#components/study-results/answer-map/answer-map-section.tsx";
import { FilterLinks } from "#components/study-results/cases/filter-links.tsx";
import { SureFilter } from "#components/study-results/cases/sure-filter.tsx";
import { invitationsPath, resultsPath, studyPath, resultsCasePath } from "#lib/paths.ts";
import { ButtonLink, Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { Window } from "#lib/study-results/answer-map/window.ts";
import {
  writeCaseQuery,
  type CaseQuery,
  type CaseColumn,
  maxModels,
} from "#lib/study-results/cases/case-filters.ts";
import { listCases, type ErrorClasses, goldProbabilitiesOf } from "#lib/study-results/cases/cases.ts";
import { formatMarkedRunName } from "#lib/study-results/figures/models.ts";
import { distinctName } from "#lib/study-results/models/models.ts";
import type { StudyRows, RunRow } from "#lib/study-results/rows/rows.ts";
import { type View, minForClaim, viewKey, writeView } from "#lib/study-results/schema.ts";
import type { useFormatter } from "next-intl";
import {
  share,
  formatMarks,
  formatRight,
  formatVote,
  type CaseWords,
} from "#components/study-results/cases/case-cells.ts";
import { shortKey } from "#components/cases/short-key.ts";
import { muted, named } from "#components/study-results/figure-cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table, type LinkedColumn } from "#components/ui/table/table.tsx";
import { plainKeyOf } from "#lib/study-results/arms/place.ts";
import type { CaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { CountedLinks } from "#components/study-results/cases/counted-links.tsx";
import { countClasses } from "#lib/case-analyses/schema.ts";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { RunSelect } from "#components/study-results/cases/run-select.tsx";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { inDigits } from "#lib/figures/written.ts";
import {
  listScatterRuns,
  quadrants,
  getScatter,
  type CaseScatter,
} from "#lib/study-results/cases/case-scatter.ts";
import { drawScatter } from "#lib/study-results/figures/scatter.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { TextField } from "#components/ui/fields/text-field.tsx";

type Props = {
  rows: StudyRows;
  view: View;
  query: CaseQuery;
  /** The part of the map that is looked at. */
  window: Window;
  /** How cases begin, by the number of the study's case. */
  openings: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** Of cases with an analysis, by the number of the study's case. */
  classes: ErrorClasses;
  role: "admin" | "researcher";
};

/** The cases page: questions, the list that answers them, and people against a model. */
export async function CaseList({ rows, view, query, window, openings, classes, role }: Props) {
  const t = await getTranslations("resultsCases");
  const { slug } = rows.study;
  if (rows.answers.length === 0)
    return (
      <EmptyState
        title={t("noAnswersTitle")}
        action={
          role === "admin" ? (
            <ButtonLink href={invitationsPath(slug)}>{t("toInvitations")}</ButtonLink>
          ) : (
            <ButtonLink href={studyPath(slug)}>{t("toLive")}</ButtonLink>
          )
        }
      >
        {t("noAnswersBody")}
      </EmptyState>
    );
  return (
    <>
      <AnswerMapSection rows={rows} view={view} window={window} />
      <Listed rows={rows} view={view} query={query} openings={openings} classes={classes} />
      <ScatterSection rows={rows} view={view} query={query} />
    </>
  );
}

async function Listed({ rows, view, query, openings, classes }: Omit<Props, "window" | "role">) {
  const t = await getTranslations("resultsCases");
  const { slug } = rows.study;
  const list = listCases(rows, view, query, classes);
  const placed = list.counts.all - list.counts.unanswered;
  return (
    <>
      <ApartNotes rows={rows} />
      {placed === 0 && <p className="measure">{t("noneCounted")}</p>}
      <FilterLinks slug={slug} view={view} query={query} counts={list.counts} />
      {classes.size > 0 && <ClassLinks slug={slug} view={view} query={query} classes={classes} />}
      {query.sure && <SureFilter rows={rows} view={view} query={query} sure={query.sure} />}
      <SearchForm slug={slug} view={view} query={query} runs={rows.runs} />
      <div className="grid min-w-0 gap-3">
        <p role="status" className="figures text-ink-muted">
          {t("count", { total: list.total })}
        </p>
        {list.total === 0 ? (
          <EmptyState title={t("noneTitle")}>{t("noneBody")}</EmptyState>
        ) : (
          <CaseTable
            rows={rows}
            view={view}
            query={query}
            placed={placed}
            openings={openings}
            classes={classes}
            cases={list.shown}
          />
        )}
        <PageLinks
          page={list.page}
          pages={list.pages}
          addressOf={(page) => resultsPath(slug, "cases", writeCaseQuery(view, { ...query, page }))}
        />
        <p className="measure text-sm text-ink-muted">{t("table.means", { who: view.who })}</p>
      </div>
    </>
  );
}

/** Which runs no figure of the list counts. */
async function ApartNotes({ rows }: { rows: StudyRows }) {
  const t = await getTranslations("resultsCases");
  const locale = await getLocale();
  const format = await getFormatter();
  const selecting = rows.runs.find((run) => run.apart === "selecting");
  const apart = rows.runs.filter((run) => run !== selecting && run.apart !== null);
  return (
    <>
      {selecting && (
        <p className="measure text-sm text-ink-muted">
          {t("selecting", { model: distinctName(selecting, rows.runs) })}
        </p>
      )}
      {apart.length > 0 && (
        <p className="measure text-sm text-ink-muted">
          {t("apart", { runs: format.list(apart.map((run) => formatMarkedRunName(run, rows.runs, locale))) })}
        </p>
      )}
    </>
  );
}

type CaseTableProps = {
  rows: StudyRows;
  view: View;
  query: CaseQuery;
  cases: readonly CaseFigures[];
  /** How many cases have a place by difficulty. */
  placed: number;
  /** How cases begin, by the number of the study's case. */
  openings: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  classes: ErrorClasses;
};

async function CaseTable(props: CaseTableProps) {
  const { rows, view, query, cases } = props;
  const t = await getTranslations("resultsCases.table");
  const format = await getFormatter();
  const runs = rows.runs.filter(({ id }) => query.models.includes(id));
  const given: Context = {
    ...props,
    openings: await props.openings(cases.map(({ index }) => rows.cases[index]?.id ?? 0)),
    t,
    format,
    asked: writeCaseQuery(view, query),
    ofRuns: runs.map(({ id }) => ({ column: `run-${id}`, of: goldProbabilitiesOf(rows, id) })),
  };
  return (
    <Table
      isTight
      caption={t("caption")}
      columns={listColumns(t, props, runs)}
      rows={cases.flatMap((figures) => formatCase(given, figures))}
    />
  );
}

function listColumns(
  t: CaseWords,
  { rows, view, query, classes }: CaseTableProps,
  runs: readonly RunRow[],
): LinkedColumn[] {
  const heading = (column: CaseColumn, label: Cell): LinkedColumn => {
    const isSorted = query.sort?.column === column;
    const descending = isSorted && !query.sort?.descending;
    const to = writeCaseQuery(view, { ...query, page: 1, sort: { column, descending } });
    const sorted = query.sort?.descending ? "descending" : "ascending";
    const href = resultsPath(rows.study.slug, "cases", to);
    return { key: column, label, numeric: column !== "key", href, ...(isSorted && { sorted }) };
  };
  return [
    { key: "opening", label: t("opening"), fills: true },
    heading("key", t("key")),
    heading("right", t("right", { who: view.who })),
    { key: "vote", label: t("vote", { who: view.who }), atLeast: 48 },
    heading("difficulty", t("difficulty")),
    heading("disagreement", t("disagreement")),
    heading("models", t("models")),
    heading("gold", t("gold")),
    ...runs.map((run) => heading(`run-${run.id}`, named(t("run", { model: distinctName(run, rows.runs) })))),
    ...(classes.size > 0 ? [{ key: "class", label: t("class"), atLeast: 32 as const }] : []),
  ];
}

/** An analysis without a class is there all the same. */
const formatClass = (t: CaseWords, errorClass: string | undefined): Cell =>
  errorClass === undefined ? "" : errorClass === "" ? muted(t("noClass")) : named(errorClass);

type Context = Omit<CaseTableProps, "openings"> & {
  openings: ReadonlyMap<number, string>;
  t: CaseWords;
  format: ReturnType<typeof useFormatter>;
  /** What the address of a case keeps of the list. */
  asked: URLSearchParams;
  /** How probable each run that is shown finds the right answer. */
  ofRuns: readonly { column: string; of: (figures: CaseFigures) => number | null }[];
};

function formatCase(given: Context, figures: CaseFigures) {
  const { t, format, rows, asked, openings, placed, ofRuns, classes } = given;
  const row = rows.cases[figures.index];
  if (!row) return [];
  const track = rows.tracks[row.track];
  const { n, right, difficulty, place, disagreement, models, vote } = figures;
  const href = resultsCasePath(rows.study.slug, { track: track?.name ?? "", key: row.key }, asked);
  const noGold = t(models.answered === 0 ? "noModel" : "noProbability");
  const cells: Record<string, Cell> = {
    opening: [
      { quote: openings.get(row.id) || row.key, lang: track?.language, as: "line", href },
      formatMarks(t, format, row),
    ],
    key: [
      shortKey(plainKeyOf(row)),
      row.varied && { line: { text: row.varied.as, isSmall: true, isMuted: true, isWhole: true } },
    ],
    right: formatRight(t, { right, n, why: t("noAnswer") }),
    vote: formatVote(t, format, row, vote),
    difficulty: {
      ...share(difficulty, t(right === null ? "unknownGold" : "noAnswer")),
      ...(place !== null && { title: t("place", { place, of: placed }) }),
    },
    disagreement: share(disagreement, t(n === 1 ? "oneAnswer" : "noAnswer")),
    models: formatRight(t, {
      right: right === null ? null : models.right,
      n: models.answered,
      why: t("noModel"),
    }),
    gold: share(models.goldProbability, noGold),
    class: formatClass(t, classes.get(row.id)),
    ...Object.fromEntries(ofRuns.map(({ column, of }) => [column, share(of(figures), t("noProbability"))])),
  };
  return [{ id: String(row.id), cells }];
}

type ClassLinksProps = { slug: string; view: View; query: CaseQuery; classes: ErrorClasses };

/** The classes that analyses of this study name, each with its cases. */
async function ClassLinks({ slug, view, query, classes }: ClassLinksProps) {
  const t = await getTranslations("resultsCases.analysis.filter");
  const format = await getFormatter();
  const link = (errorClass: string | null, name: string, count: number | null) => ({
    name,
    count: count === null ? "" : format.number(count),
    href: resultsPath(slug, "cases", writeCaseQuery(view, { ...query, errorClass, page: 1 })),
    isCurrent: query.errorClass === errorClass,
  });
  return (
    <CountedLinks
      label={t("label")}
      links={[
        link(null, t("all"), null),
        link("", t("analysed"), classes.size),
        ...countClasses(classes).flatMap(([errorClass, count]) =>
          errorClass === "" ? [] : [link(errorClass, errorClass, count)],
        ),
      ]}
    />
  );
}

type ScatterSectionProps = { rows: StudyRows; view: View; query: CaseQuery };

const id = "scatter";

/** People against one model, a point a case: where one of the two fails alone. */
async function ScatterSection({ rows, view, query }: ScatterSectionProps) {
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
        caption={t("quadrantsCaption", { who: view.who })}
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
      <p className="text-sm">
        {t("list")}{" "}
        <a href={list} className="text-accent underline">
          {t("toList")}
        </a>
      </p>
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

type SearchFormProps = { slug: string; view: View; query: CaseQuery; runs: readonly RunRow[] };

/** A plain form: what it asks for stands in the address, and it needs no script. */
async function SearchForm({ slug, view, query, runs }: SearchFormProps) {
  const t = await getTranslations("resultsCases.search");
  const locale = await getLocale();
  const address = resultsPath(slug, "cases");
  const named = runs.map((run) => ({ id: run.id, name: formatMarkedRunName(run, runs, locale) }));
  const kept = writeCaseQuery(view, { ...query, find: "", page: 1, models: [] });
  return (
    <form
      key={`${query.find} ${query.models.join()}`}
      action={address}
      role="search"
      aria-label={t("label")}
      className="grid gap-4 print:hidden"
    >
      {[...kept].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <TextField type="search" name="find" label={t("find")} maxLength={500} defaultValue={query.find} />
        {runs.length > 0 &&
          Array.from({ length: maxModels }, (_, i) => (
            <RunSelect
              key={i}
              name="model"
              label={t("model", { number: i + 1 })}
              none={t("none")}
              runs={named}
              chosen={query.models[i]}
            />
          ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit">{t("submit")}</Button>
        <ButtonLink href={resultsPath(slug, "cases", writeView(view))} variant="quiet">
          {t("reset")}
        </ButtonLink>
      </div>
    </form>
  );
}
