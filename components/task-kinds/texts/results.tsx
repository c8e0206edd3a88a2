import { useFormatter, useTranslations } from "next-intl";
import { getFormatter, getTranslations } from "next-intl/server";
import type { OwnOverviewProps, StaffNotesProps } from "#components/task-kinds/kind.ts";
import { FigureTable, RatersNote } from "#components/task-kinds/judged/tables.tsx";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { minForClaim, type Population } from "#lib/study-results/schema.ts";
import {
  countChosenTypes,
  computeMcq,
  type ChosenTypes as ChosenTypesOf,
  type McqTable,
} from "#lib/study-results/kinds/texts/results.ts";
import { groupUnitOf } from "#lib/study-results/cluster-words.ts";
import {
  type TableColumn,
  figureIn,
  meanFigure,
  type TableRow,
} from "#lib/study-results/kinds/judged/table.ts";
import type { TextsContent } from "#lib/task-kinds/texts/server-kind.ts";
import { percent } from "#components/study-results/figure-cells.ts";
import { inRange } from "#lib/figures/written.ts";
import {
  answeredColumns,
  answeredRows,
  countKey,
  guessingRow,
  listMcqColumns,
  typesOfFormat,
  type McqColumn,
} from "#lib/study-results/kinds/texts/tables.ts";

const columns: readonly TableColumn[] = [
  { key: "type", kind: "name", atLeast: 32 },
  { key: "chosen", kind: "count" },
  { key: "share", kind: "share" },
  { key: "interval", kind: "range" },
  { key: "guessing", kind: "share" },
];

/** What was chosen where no right answer is known, too, by the type that its benchmark gives each text. */
async function ChosenTypes({ rows, view }: OwnOverviewProps) {
  const t = await getTranslations("resultsTexts");
  const formats = countChosenTypes(rows, view);
  if (formats.length === 0) return null;
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      {formats.map((format, at) => (
        <ChosenInFormat key={at} format={format} isOnly={formats.length === 1} />
      ))}
    </section>
  );
}

/** Where there is too little, the counts alone. */
function ChosenInFormat({ format, isOnly }: { format: ChosenTypesOf; isOnly: boolean }) {
  const t = useTranslations("resultsTexts");
  const { options, n, people, cases, types } = format;
  const isTold = hasEnoughData({ answers: n, people, cases });
  return (
    <>
      {!isOnly && <h3 className="mt-3 font-medium">{t("format", { options })}</h3>}
      <FigureTable
        caption={isOnly ? t("title") : t("ofFormat", { options })}
        hideCaption
        columns={columns}
        rows={types.map(({ type, chosen, share, guessing }) => ({
          id: type,
          cells: {
            type,
            chosen: t("n", { chosen, n }),
            share: isTold ? share.mean : null,
            interval: isTold ? meanFigure(share) : null,
            guessing,
          },
        }))}
        say={(key) => t(key as "type")}
      />
      <p className="measure text-sm text-ink-muted">{isTold ? t("note") : t("few", minForClaim)}</p>
    </>
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
  const tables = computeMcq(rows, view);
  return (
    <>
      <ChosenTypes rows={rows} view={view} asked={asked} />
      {tables.length > 0 && <Mcq rows={rows} tables={tables} who={view.who} />}
    </>
  );
}

type McqProps = Pick<OwnOverviewProps, "rows"> & { who: Population };

const peopleIn = ({ answered }: McqTable) => answered.find(({ runId }) => runId === null);

async function Mcq({ rows, tables, who }: McqProps & { tables: readonly McqTable[] }) {
  const t = await getTranslations("resultsMcq");
  const { list } = await getFormatter();
  const isFew = tables.some(({ answered }) => answered.some((row) => !row.isClaimable));
  const nameFormat = (table: McqTable) =>
    t("format", {
      options: table.options,
      types: typesOfFormat(table, tables, (types) => list(types)),
    });
  return (
    <section className="grid min-w-0 gap-3">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <p className="measure">
        {t("intro", { reward: String(tables.some(({ hasReward }) => hasReward)) })} {t("methods")}
      </p>
      {tables.length > 1 && (
        <p className="measure">
          {t("pooled", {
            list: list(
              tables.map((table) =>
                t("pooledFormat", { format: nameFormat(table), n: peopleIn(table)?.n ?? 0 }),
              ),
            ),
          })}
        </p>
      )}
      {tables.map((table) => (
        <InFormat key={nameFormat(table)} rows={rows} table={table} who={who} format={nameFormat(table)} />
      ))}
      <RatersNote
        raters={Math.max(...tables.map((table) => peopleIn(table)?.people ?? 0))}
        unit={groupUnitOf(rows)}
      />
      <p className="measure text-sm text-ink-muted">
        {t("note")} {isFew && t("few", minForClaim)}
      </p>
    </section>
  );
}

type FormatProps = McqProps & {
  table: McqTable;
  format: string;
};

/** Questions that guessing gets right equally often. */
function InFormat(props: FormatProps) {
  const t = useTranslations("resultsMcq");
  const { format, table } = props;
  const { figures, types, length, training, place } = listMcqColumns(table);
  const caption = (title: string) => t("ofFormat", { title, format });
  return (
    <>
      <h3 className="mt-3 font-semibold">{format}</h3>
      <Figures {...props} caption={caption(t("figures"))} columns={figures} hasMalformed />
      <h4 className="mt-3 font-medium">{t("shares")}</h4>
      <Figures {...props} caption={caption(t("shares"))} columns={types} isGuessed />
      <h4 className="mt-3 font-medium">{t("by")}</h4>
      <Figures {...props} caption={caption(t("by"))} columns={[...length, ...training, ...place]} hasN />
    </>
  );
}

type FiguresProps = FormatProps & {
  caption: string;
  columns: readonly McqColumn[];
  hasMalformed?: boolean;
  /** Whether each figure is over answers of its own. */
  hasN?: boolean;
  /** Whether the last row has what guessing gives. */
  isGuessed?: boolean;
};

/** A row for each who answered. */
function Figures({ caption, rows, table, who, columns, hasMalformed = false, ...has }: FiguresProps) {
  const t = useTranslations("resultsMcq");
  const { hasN = false, isGuessed = false } = has;
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
  const answered = answeredRows(table, columns, ({ runId, model, method, version }) =>
    runId === null ? t("people", { who }) : [model, method, version].filter(Boolean).join(" · "),
  );
  return (
    <FigureTable
      caption={caption}
      hideCaption
      unit={groupUnitOf(rows)}
      columns={answeredColumns(columns, headings, hasMalformed)}
      rows={isGuessed ? [...answered, guessingRow(table, t("guessing"))] : answered}
      say={(key) => t(`columns.${key as "n"}`)}
      why={() => t("noInterval")}
      own={(key, row) => (hasN ? drawWithN(key, row) : undefined)}
    />
  );
}
