import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { percent } from "#components/study-results/figure-cells.ts";
import { FigureTable } from "#components/task-kinds/judged/figure-table.tsx";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { RatersNote } from "#components/task-kinds/raters-note.tsx";
import { ChosenTypes } from "#components/task-kinds/texts/chosen-types.tsx";
import { inRange } from "#lib/figures/written.ts";
import { minForClaim, type Population } from "#lib/study-results/schema.ts";
import { figureIn, type TableRow } from "#lib/study-results/kinds/judged/table.ts";
import { computeMcq, hasEnoughAnswers, type McqTable } from "#lib/study-results/kinds/texts/mcq.ts";
import {
  answeredColumns,
  answeredRows,
  countKey,
  listMcqColumns,
  type McqColumn,
} from "#lib/study-results/kinds/texts/tables.ts";

/** What was chosen by type, and how well people and models did where it is known what is right. */
export async function TextsFigures({ rows, view, asked }: OwnOverviewProps) {
  const table = computeMcq(rows, view);
  return (
    <>
      <ChosenTypes rows={rows} view={view} asked={asked} />
      {table && <Mcq table={table} who={view.who} />}
    </>
  );
}

async function Mcq({ table, who }: { table: McqTable; who: Population }) {
  const t = await getTranslations("resultsMcq");
  const { figures, types, length, training, place } = listMcqColumns(table);
  const isFew = table.rows.some((row) => !hasEnoughAnswers(row));
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <p className="measure">{t("intro", { who, reward: String(table.hasReward) })}</p>
      <Figures caption={t("title")} table={table} who={who} columns={figures} hasMalformed />
      <h3 className="mt-3 font-medium">{t("shares")}</h3>
      <Figures caption={t("shares")} table={table} who={who} columns={types} />
      <h3 className="mt-3 font-medium">{t("by")}</h3>
      <Figures caption={t("by")} table={table} who={who} columns={[...length, ...training, ...place]} hasN />
      <RatersNote raters={table.rows.find(({ run }) => run === null)?.people ?? 0} />
      <p className="measure text-sm text-ink-muted">
        {t("note")} {isFew && t("few", minForClaim)}
      </p>
    </section>
  );
}

type FiguresProps = {
  caption: string;
  table: McqTable;
  who: Population;
  columns: readonly McqColumn[];
  hasMalformed?: boolean;
  /** Whether each figure is over answers of its own. */
  hasN?: boolean;
};

/** A row for each who answered. */
function Figures({ caption, table, who, columns, hasMalformed = false, hasN = false }: FiguresProps) {
  const t = useTranslations("resultsMcq");
  const headings = columns.map(({ word, words }) =>
    t(`columns.${word as "pairs"}`, words as { from: number; to: number; same: string }),
  );
  /** A share, and under it its interval and what it is of. */
  const drawWithN = (key: string, { cells }: TableRow) => {
    const n = Number(cells[countKey(key)] ?? 0);
    if (n === 0) return undefined;
    const { value, low, high } = figureIn(cells[key]);
    const range = low === null || high === null ? t("noInterval") : inRange(low, high);
    const line = value === null ? t("ofFew", { n }) : t("of", { range, n });
    return [percent(value), { line, isMuted: true }];
  };
  return (
    <FigureTable
      caption={caption}
      hideCaption
      columns={answeredColumns(columns, headings, hasMalformed)}
      rows={answeredRows(table, columns, ({ run }) =>
        run ? [run.model, run.method, run.version].filter(Boolean).join(" · ") : t("people", { who }),
      )}
      say={(key) => t(`columns.${key as "n"}`)}
      why={() => t("noInterval")}
      own={(key, row) => (hasN ? drawWithN(key, row) : undefined)}
    />
  );
}
