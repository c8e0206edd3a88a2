import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { PageLinks } from "#components/cases/page-links.tsx";
import { AnswerMapSection } from "#components/study-results/answer-map/answer-map-section.tsx";
import { invitationsPath, resultsPath, studyPath, resultsCasePath } from "#lib/paths.ts";
import { ButtonLink, Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { Window } from "#lib/study-results/answer-map/window.ts";
import {
  writeCaseQuery,
  type CaseQuery,
  type CaseColumn,
  maxModels,
  caseFilters,
} from "#lib/study-results/cases/case-filters.ts";
import { listCases, type ErrorClasses, goldProbabilitiesOf } from "#lib/study-results/cases/cases.ts";
import { formatMarkedRunName } from "#lib/study-results/figures/models.ts";
import { distinctName } from "#lib/study-results/models/models.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { type View, writeView } from "#lib/study-results/schema.ts";
import { share, formatMarks, formatRight, formatVote } from "#components/study-results/cases/case-cells.ts";
import { shortKey } from "#components/cases/short-key.ts";
import { muted, named } from "#components/study-results/figure-cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table, type LinkedColumn } from "#components/ui/table/table.tsx";
import { plainKeyOf } from "#lib/study-results/arms/place.ts";
import type { CaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { countClasses } from "#lib/case-analyses/schema.ts";
import { RunSelect, ScatterSection } from "#components/study-results/cases/case-scatter.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import clsx from "clsx";
import { inPercent } from "#lib/figures/written.ts";
import { countSure, type ConfidenceRange } from "#lib/study-results/cases/case-confidence.ts";

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
  const list = listCases(rows, view, query, classes);
  const placed = list.counts.all - list.counts.unanswered;
  const of = { rows, view, query };
  return (
    <>
      <AnswerMapSection rows={rows} view={view} window={window} />
      <ApartNotes rows={rows} />
      {placed === 0 && <p className="measure">{t("noneCounted")}</p>}
      <FilterLinks {...of} counts={list.counts} />
      {classes.size > 0 && <ClassLinks {...of} classes={classes} />}
      {query.sure && <SureFilter {...of} sure={query.sure} />}
      <SearchForm {...of} />
      <div className="grid min-w-0 gap-3">
        <p role="status" className="figures text-ink-muted">
          {t("count", { total: list.total })}
        </p>
        {list.total === 0 ? (
          <EmptyState title={t("noneTitle")}>{t("noneBody")}</EmptyState>
        ) : (
          <CaseTable {...of} placed={placed} openings={openings} classes={classes} cases={list.shown} />
        )}
        <PageLinks
          page={list.page}
          pages={list.pages}
          addressOf={(page) => resultsPath(slug, "cases", writeCaseQuery(view, { ...query, page }))}
        />
        <p className="measure text-sm text-ink-muted">{t("table.means")}</p>
      </div>
      <ScatterSection {...of} />
    </>
  );
}

type ListProps = Pick<Props, "rows" | "view" | "query">;

/** Which runs no figure of the list counts. */
async function ApartNotes({ rows }: { rows: StudyRows }) {
  const t = await getTranslations("resultsCases");
  const locale = await getLocale();
  const format = await getFormatter();
  const apart = rows.runs.filter((run) => run.apart !== null);
  if (apart.length === 0) return null;
  return (
    <p className="measure text-sm text-ink-muted">
      {t("apart", { runs: format.list(apart.map((run) => formatMarkedRunName(run, rows.runs, locale))) })}
    </p>
  );
}

type CaseTableProps = Omit<Props, "window" | "role"> & {
  cases: readonly CaseFigures[];
  /** How many cases have a place by difficulty. */
  placed: number;
};

async function CaseTable({ rows, view, query, cases, placed, openings: read, classes }: CaseTableProps) {
  const t = await getTranslations("resultsCases.table");
  const format = await getFormatter();
  const { slug } = rows.study;
  const openings = await read(cases.map(({ index }) => rows.cases[index]?.id ?? 0));
  // What the address of a case keeps of the list.
  const asked = writeCaseQuery(view, query);
  const runs = rows.runs
    .filter(({ id }) => query.models.includes(id))
    .map((run) => ({
      run,
      column: `run-${run.id}` as const,
      probabilityOf: goldProbabilitiesOf(rows, run.id),
    }));
  const heading = (column: CaseColumn, label: Cell): LinkedColumn => {
    const isSorted = query.sort?.column === column;
    const descending = isSorted && !query.sort?.descending;
    const to = writeCaseQuery(view, { ...query, page: 1, sort: { column, descending } });
    const sorted = query.sort?.descending ? "descending" : "ascending";
    const href = resultsPath(slug, "cases", to);
    return { key: column, label, numeric: column !== "key", href, ...(isSorted && { sorted }) };
  };
  const columns: LinkedColumn[] = [
    { key: "opening", label: t("opening"), fills: true },
    heading("key", t("key")),
    heading("right", t("right", { who: view.who })),
    { key: "vote", label: t("vote", { who: view.who }), atLeast: 48 },
    heading("difficulty", t("difficulty")),
    heading("disagreement", t("disagreement")),
    heading("models", t("models")),
    heading("gold", t("gold")),
    ...runs.map(({ run, column }) =>
      heading(column, named(t("run", { model: distinctName(run, rows.runs) }))),
    ),
    ...(classes.size > 0 ? [{ key: "class", label: t("class"), atLeast: 32 as const }] : []),
  ];
  // An analysis without a class is there all the same.
  const formatClass = (errorClass: string | undefined): Cell =>
    errorClass === undefined ? "" : errorClass === "" ? muted(t("noClass")) : named(errorClass);
  return (
    <Table
      isTight
      caption={t("caption")}
      columns={columns}
      rows={cases.flatMap((figures) => {
        const row = rows.cases[figures.index];
        if (!row) return [];
        const track = rows.tracks[row.track];
        const { n, right, difficulty, place, disagreement, models, vote } = figures;
        const href = resultsCasePath(slug, { track: track?.name ?? "", key: row.key }, asked);
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
          gold: share(models.goldProbability, t(models.answered === 0 ? "noModel" : "noProbability")),
          class: formatClass(classes.get(row.id)),
          ...Object.fromEntries(
            runs.map(({ column, probabilityOf }) => [
              column,
              share(probabilityOf(figures), t("noProbability")),
            ]),
          ),
        };
        return [{ id: String(row.id), cells }];
      })}
    />
  );
}

/** The classes that analyses of this study name, each with its cases. */
async function ClassLinks({ rows, view, query, classes }: ListProps & Pick<Props, "classes">) {
  const t = await getTranslations("resultsCases.analysis.filter");
  const format = await getFormatter();
  const link = (errorClass: string | null, name: string, count: number | null) => ({
    name,
    count: count === null ? "" : format.number(count),
    href: resultsPath(rows.study.slug, "cases", writeCaseQuery(view, { ...query, errorClass, page: 1 })),
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

/** A plain form: what it asks for stands in the address, and it needs no script. */
async function SearchForm({ rows: { runs, study }, view, query }: ListProps) {
  const t = await getTranslations("resultsCases.search");
  const locale = await getLocale();
  const { slug } = study;
  const named = runs.map((run) => ({ id: run.id, name: formatMarkedRunName(run, runs, locale) }));
  const kept = writeCaseQuery(view, { ...query, find: "", page: 1, models: [] });
  return (
    <form
      key={`${query.find} ${query.models.join()}`}
      action={resultsPath(slug, "cases")}
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

type CountedLink = { name: string; count: string; href: string; isCurrent: boolean };

/** Lists to choose from, each with how many it has. */
const CountedLinks = ({ label, links }: { label: string; links: readonly CountedLink[] }) => (
  <nav aria-label={label}>
    <ul role="list" className="flex flex-wrap gap-2">
      {links.map(({ name, count, href, isCurrent }) => (
        <li key={href}>
          <a
            href={href}
            aria-current={isCurrent ? "true" : undefined}
            className={clsx(
              "target flex items-center gap-2 rounded-full border px-3 text-sm",
              isCurrent
                ? "border-accent bg-accent-tint font-semibold text-ink"
                : "border-edge text-accent hover:bg-sunken",
            )}
          >
            {name}
            {count && <span className="figures text-ink-muted">{count}</span>}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

type FilterLinksProps = ListProps & { counts: ReturnType<typeof listCases>["counts"] };

/** Questions that a list of cases answers, each with how many it finds. */
async function FilterLinks({ rows, view, query, counts }: FilterLinksProps) {
  const t = await getTranslations("resultsCases.filters");
  const format = await getFormatter();
  return (
    <div className="grid gap-3">
      <CountedLinks
        label={t("label")}
        links={caseFilters.map((filter) => ({
          name: t(`${filter}.name`, { who: view.who }),
          count: format.number(counts[filter]),
          href: resultsPath(rows.study.slug, "cases", writeCaseQuery(view, { ...query, filter, page: 1 })),
          isCurrent: filter === query.filter,
        }))}
      />
      <p className="measure text-sm text-ink-muted">{t(`${query.filter}.means`)}</p>
    </div>
  );
}

/** How sure somebody was of the listed cases, how many answers say so, and the way back to all. */
async function SureFilter({ rows, view, query, sure }: ListProps & { sure: ConfidenceRange }) {
  const t = await getTranslations("resultsCases.sure");
  const { of, from, to, isAbove } = sure;
  const run = rows.runs.find(({ id }) => id === of);
  const found = countSure(rows, view, sure);
  const words = {
    whose: run ? distinctName(run, rows.runs) : t("whose", { who: view.who }),
    from: writeEdge(from),
    to: writeEdge(to),
  };
  const without = writeCaseQuery(view, { ...query, sure: null, page: 1 });
  return (
    <section aria-label={t("label")} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="measure">
        <strong className="font-semibold wrap-anywhere">
          {t(isAbove ? "above" : from === to ? "exactly" : "from", words)}
        </strong>
        {". "}
        {t("counts", { answers: [...found.values()].reduce((sum, n) => sum + n, 0), cases: found.size })}
      </p>
      <ButtonLink href={resultsPath(rows.study.slug, "cases", without)}>{t("remove")}</ButtonLink>
    </section>
  );
}

/** As the tables have it that lead here. */
const writeEdge = (edge: number): string => inPercent(edge).replace(/\.0$/, "");
