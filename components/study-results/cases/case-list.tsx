import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { PageLinks } from "#components/cases/page-links.tsx";
import { AnswerMapSection } from "#components/study-results/answer-map/answer-map-section.tsx";
import { FilterLinks } from "#components/study-results/cases/filter-links.tsx";
import { ScatterSection } from "#components/study-results/cases/scatter-section.tsx";
import { SearchForm } from "#components/study-results/cases/search-form.tsx";
import { SureFilter } from "#components/study-results/cases/sure-filter.tsx";
import { invitationsPath, resultsPath, studyPath, resultsCasePath } from "#lib/paths.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { Window } from "#lib/study-results/answer-map/window.ts";
import { writeCaseQuery, type CaseQuery, type CaseColumn } from "#lib/study-results/cases/case-filters.ts";
import { listCases, type ErrorClasses, goldProbabilitiesOf } from "#lib/study-results/cases/cases.ts";
import { nameMarked } from "#lib/study-results/figures/models.ts";
import { nameAmong } from "#lib/study-results/models/models.ts";
import type { StudyRows, RunRow } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import type { useFormatter } from "next-intl";
import {
  share,
  tellMarks,
  tellRight,
  tellVote,
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
          {t("selecting", { model: nameAmong(selecting, rows.runs) })}
        </p>
      )}
      {apart.length > 0 && (
        <p className="measure text-sm text-ink-muted">
          {t("apart", { runs: format.list(apart.map((run) => nameMarked(run, rows.runs, locale))) })}
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
  const given: Given = {
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
      rows={cases.flatMap((figures) => tellCase(given, figures))}
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
    ...runs.map((run) => heading(`run-${run.id}`, named(t("run", { model: nameAmong(run, rows.runs) })))),
    ...(classes.size > 0 ? [{ key: "class", label: t("class"), atLeast: 32 as const }] : []),
  ];
}

/** An analysis without a class is there all the same. */
const tellClass = (t: CaseWords, errorClass: string | undefined): Cell =>
  errorClass === undefined ? "" : errorClass === "" ? muted(t("noClass")) : named(errorClass);

type Given = Omit<CaseTableProps, "openings"> & {
  openings: ReadonlyMap<number, string>;
  t: CaseWords;
  format: ReturnType<typeof useFormatter>;
  /** What the address of a case keeps of the list. */
  asked: URLSearchParams;
  /** How probable each run that is shown finds the right answer. */
  ofRuns: readonly { column: string; of: (figures: CaseFigures) => number | null }[];
};

function tellCase(given: Given, figures: CaseFigures) {
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
      tellMarks(t, format, row),
    ],
    key: [
      shortKey(plainKeyOf(row)),
      row.varied && { line: { text: row.varied.as, isSmall: true, isMuted: true, isWhole: true } },
    ],
    right: tellRight(t, { right, n, why: t("noAnswer") }),
    vote: tellVote(t, format, row, vote),
    difficulty: {
      ...share(difficulty, t(right === null ? "unknownGold" : "noAnswer")),
      ...(place !== null && { title: t("place", { place, of: placed }) }),
    },
    disagreement: share(disagreement, t(n === 1 ? "oneAnswer" : "noAnswer")),
    models: tellRight(t, {
      right: right === null ? null : models.right,
      n: models.answered,
      why: t("noModel"),
    }),
    gold: share(models.goldProbability, noGold),
    class: tellClass(t, classes.get(row.id)),
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
