import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { OwnOverviewProps, StaffNotesProps } from "#components/task-kinds/kind.ts";
import { FigureTable, RatersNote } from "#components/task-kinds/judged/tables.tsx";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { minForClaim, type Population } from "#lib/study-results/schema.ts";
import { countChosenTypes, computeMcq, type McqTable } from "#lib/study-results/kinds/texts/results.ts";
import { type TableColumn, figureIn, type TableRow } from "#lib/study-results/kinds/judged/table.ts";
import type { TextsContent } from "#lib/task-kinds/texts/server-kind.ts";
import { percent } from "#components/study-results/figure-cells.ts";
import { inRange } from "#lib/figures/written.ts";
import {
  answeredColumns,
  answeredRows,
  countKey,
  listMcqColumns,
  type McqColumn,
} from "#lib/study-results/kinds/texts/tables.ts";

const columns: readonly TableColumn[] = [
  { key: "type", kind: "name", atLeast: 32 },
  { key: "chosen", kind: "count" },
  { key: "share", kind: "share" },
  { key: "interval", kind: "range" },
  { key: "guessing", kind: "share" },
];

/** What was chosen, by the type that its benchmark gives each text. Where there is too little, the counts alone. */
async function ChosenTypes({ rows, view }: OwnOverviewProps) {
  const t = await getTranslations("resultsTexts");
  const { n, people, cases, types } = countChosenTypes(rows, view);
  if (n === 0) return null;
  const isTold = hasEnoughData({ answers: n, people, cases });
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <p className="measure">{t("intro", { who: view.who })}</p>
      <FigureTable
        caption={t("title")}
        hideCaption
        columns={columns}
        rows={types.map(({ type, chosen, share, low, high, guessing }) => ({
          id: type,
          cells: {
            type,
            chosen: t("n", { chosen, n }),
            share: isTold ? share : null,
            interval: isTold ? { value: share, low, high } : null,
            guessing,
          },
        }))}
        say={(key) => t(key as "type")}
      />
      <p className="measure text-sm text-ink-muted">{isTold ? t("note") : t("few", minForClaim)}</p>
    </section>
  );
}

/** Of one case, beside the numbers of its options. */
export function OptionTypes({ content }: StaffNotesProps) {
  const t = useTranslations("resultsTexts");
  const format = useFormatter();
  const { types } = content as TextsContent;
  const list = format.list(types.map((type, option) => `${option + 1} ${type}`));
  return <p className="measure text-sm text-ink-muted">{t("types", { list })}</p>;
}

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
  const isFew = table.answered.some((row) => !row.isClaimable);
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <p className="measure">{t("intro", { who, reward: String(table.hasReward) })}</p>
      <Figures caption={t("title")} table={table} who={who} columns={figures} hasMalformed />
      <h3 className="mt-3 font-medium">{t("shares")}</h3>
      <Figures caption={t("shares")} table={table} who={who} columns={types} />
      <h3 className="mt-3 font-medium">{t("by")}</h3>
      <Figures caption={t("by")} table={table} who={who} columns={[...length, ...training, ...place]} hasN />
      <RatersNote raters={table.answered.find(({ runId }) => runId === null)?.people ?? 0} />
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
      rows={answeredRows(table, columns, ({ runId, model, method, version }) =>
        runId === null ? t("people", { who }) : [model, method, version].filter(Boolean).join(" · "),
      )}
      say={(key) => t(`columns.${key as "n"}`)}
      why={() => t("noInterval")}
      own={(key, row) => (hasN ? drawWithN(key, row) : undefined)}
    />
  );
}
