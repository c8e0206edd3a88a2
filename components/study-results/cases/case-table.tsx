import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Marks, RightOf, Share, VoteOf } from "#components/study-results/cases/case-cells.tsx";
import { Table, type LinkedColumn } from "#components/ui/table.tsx";
import { resultsCasePath, resultsPath } from "#components/studies/address.ts";
import type { CaseFigures } from "#lib/study-results/case-figures.ts";
import { writeCaseQuery, type CaseColumn, type CaseQuery } from "#lib/study-results/case-filters.ts";
import { goldProbabilitiesOf } from "#lib/study-results/cases.ts";
import { nameAmong } from "#lib/study-results/models.ts";
import type { StudyRows } from "#lib/study-results/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  query: CaseQuery;
  cases: readonly CaseFigures[];
  /** How many cases have a place by difficulty. */
  placed: number;
  /** By the number of the study's case. */
  openings: ReadonlyMap<number, string>;
};

export function CaseTable({ rows, view, query, cases, placed, openings }: Props) {
  const t = useTranslations("resultsCases.table");
  const runs = rows.runs.filter(({ id }) => query.models.includes(id));
  const heading = (column: CaseColumn, label: ReactNode, numeric = true): LinkedColumn => {
    const isSorted = query.sort?.column === column;
    const descending = isSorted && !query.sort?.descending;
    const to = writeCaseQuery(view, { ...query, page: 1, sort: { column, descending } });
    const sorted = query.sort?.descending ? "descending" : "ascending";
    const href = resultsPath(rows.study.slug, "cases", to);
    const wide = <span className="inline-block min-w-20">{label}</span>;
    return { key: column, label: wide, numeric, href, ...(isSorted && { sorted }) };
  };
  const columns: LinkedColumn[] = [
    heading("key", t("key"), false),
    heading("right", t("right", { who: view.who })),
    { key: "vote", label: t("vote", { who: view.who }) },
    heading("difficulty", t("difficulty")),
    heading("disagreement", t("disagreement")),
    heading("models", t("models")),
    heading("gold", t("gold")),
    ...runs.map((run) =>
      heading(`run-${run.id}`, <bdi key={run.id}>{t("run", { model: nameAmong(run, rows.runs) })}</bdi>),
    ),
  ];
  const probabilities = runs.map((run) => ({ run, of: goldProbabilitiesOf(rows, run.id) }));
  return (
    <Table
      isTall
      caption={t("caption")}
      columns={columns}
      rows={cases.flatMap((figures) => {
        const it = rows.cases[figures.index];
        if (!it) return [];
        const track = rows.tracks[it.track];
        const { n, right, difficulty, place, disagreement, models, vote } = figures;
        return {
          id: String(it.id),
          cells: {
            key: (
              <div className="grid max-w-prose min-w-56 justify-items-start gap-1">
                <a
                  href={resultsCasePath(
                    rows.study.slug,
                    { track: track?.name ?? "", key: it.key },
                    writeCaseQuery(view, query),
                  )}
                  className="font-mono text-sm wrap-anywhere text-accent underline"
                >
                  <bdi>{it.key}</bdi>
                </a>
                <p
                  lang={track?.language}
                  dir="auto"
                  className="line-clamp-2 text-sm font-normal wrap-anywhere"
                >
                  {openings.get(it.id)}
                </p>
                <Marks it={it} rows={rows} />
              </div>
            ),
            right: <RightOf right={right} n={n} why={t("noAnswer")} />,
            vote: <VoteOf it={it} vote={vote} />,
            difficulty: (
              <>
                <Share value={difficulty} why={t("noAnswer")} />
                {place !== null && (
                  <span className="block text-sm whitespace-nowrap text-ink-muted">
                    {t("place", { place, of: placed })}
                  </span>
                )}
              </>
            ),
            disagreement: <Share value={disagreement} why={t(n === 1 ? "oneAnswer" : "noAnswer")} />,
            models: <RightOf right={models.right} n={models.answered} why={t("noModel")} />,
            gold: (
              <Share
                value={models.goldProbability}
                why={t(models.answered === 0 ? "noModel" : "noProbability")}
              />
            ),
            ...Object.fromEntries(
              probabilities.map(({ run, of }) => [
                `run-${run.id}`,
                <Share key={run.id} value={of(figures)} why={t("noProbability")} />,
              ]),
            ),
          },
        };
      })}
    />
  );
}
