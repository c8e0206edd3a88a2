import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { PrintedFigure, TableFiles } from "#components/reports/table-section.tsx";
import { ByLinks } from "#components/study-results/by-links.tsx";
import { chooseJudge, formatTooMany, printAutomatic } from "#lib/reports/automatic/tables.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { hasTables, maxOrigins, type AutomaticTables } from "#lib/results/automatic/automatic.ts";
import { drawAutomatic, type AutomaticFigure } from "#lib/results/automatic/figures.ts";
import { automaticWords, nameAttribute } from "#lib/results/automatic/words.ts";
import type { Population } from "#lib/study-results/schema.ts";

type Props = {
  found: AutomaticTables;
  of: "benchmark" | "study";
  who?: Population;
  /** Where the same is told apart by other attributes. */
  address: (by: readonly string[]) => string;
  /** Where a table's files are; none where these are of other cases. */
  filesAt?: (table: string) => string;
  /** What these addresses say beside the attributes. */
  kept?: Readonly<Record<string, string>>;
  /** Where the figure of a table is as a file. */
  drawnAt: (table: string, format: string) => string;
};

/** What judges, measures and models come to over all cases. */
export async function AutomaticSection(props: Props) {
  const { found, of, who = "people", address, filesAt, kept, drawnAt } = props;
  const t = await getTranslations("automatic");
  const locale = await getLocale();
  const { attributes, by, tooMany } = found;
  if (!hasTables(found)) return null;
  const words = automaticWords(locale);
  const drawn = new Map(drawAutomatic(found, { of, who, locale }).map((one) => [one.name, one]));
  const printed = printAutomatic(found, { of, who, locale });
  // Files are in English, and so are the names of their columns.
  const inFiles = printAutomatic(found, { of, who });
  const files = (at: number) => {
    const table = inFiles[at];
    return filesAt && table ? (
      <TableFiles table={table} address={filesAt(table.name)} kept={{ ...kept, by: by.join(",") }} />
    ) : null;
  };
  return (
    <section aria-labelledby="automatic" className="grid min-w-0 gap-4">
      <h2 id="automatic" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <p className="measure text-ink-muted">{t(of === "study" ? "studyAbout" : "about")}</p>
      <ByLinks
        label={t("by")}
        attributes={attributes
          .filter(({ name, values }) => (values > 1 && values <= maxOrigins) || by.includes(name))
          .map((one) => ({ ...one, label: nameAttribute(words, found, one.name) }))}
        by={by}
        address={(names) => `${address(names)}#automatic`}
      />
      {tooMany !== null && <p>{formatTooMany(locale, tooMany)}</p>}
      {printed.map((table, at) => (
        <ShownTable
          key={table.name}
          table={table}
          names={Math.max(1, by.length)}
          drawn={drawn.get(table.name)}
          drawnAt={(format) => drawnAt(table.name, format)}
        >
          {files(at)}
        </ShownTable>
      ))}
    </section>
  );
}

type ShownProps = {
  table: PrintedTable;
  names: number;
  drawn?: AutomaticFigure | undefined;
  drawnAt?: (format: string) => string;
  children?: ReactNode;
};

/** Of a table that says more of another, the caption alone is open. */
async function ShownTable({ table, names, drawn, drawnAt, children }: ShownProps) {
  const t = await getTranslations("automatic");
  const printed = (
    <PrintedFigure
      table={table}
      names={names}
      isCaptionHidden={drawn !== undefined}
      more={(shown, count) => t("more", { shown, count })}
    >
      {children}
    </PrintedFigure>
  );
  const figure = drawn ? (
    <FigureFrame
      id={`drawn-${table.name}`}
      title={table.isDetail ? t("drawn.figure") : drawn.title}
      sentence={drawn.note}
      figure={drawn.figure}
      room={table.isDetail ? "page" : "wide"}
      level={3}
      table={printed}
      isTableOpen
      isSaidBelow
      {...(drawnAt && { downloads: drawnAt })}
    />
  ) : (
    printed
  );
  if (!table.isDetail) return figure;
  return (
    <details className="min-w-0">
      <summary className="target flex w-fit items-center text-accent underline">{table.caption}</summary>
      {figure}
    </details>
  );
}

/** What one run that judges comes to; nothing of a run that judges none. */
export async function JudgeSection({ found, runId }: { found: AutomaticTables; runId: number }) {
  const t = await getTranslations("automatic");
  const locale = await getLocale();
  const tables = found.tables.flatMap((table) => chooseJudge(table, runId) ?? []);
  if (tables.length === 0) return null;
  return (
    <section aria-labelledby="automatic" className="grid min-w-0 gap-4">
      <h2 id="automatic" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <p className="measure text-ink-muted">{t("judge")}</p>
      {printAutomatic({ ...found, tables }, { of: "benchmark", locale }).map((table) => (
        <ShownTable key={table.name} table={table} names={Math.max(1, found.by.length)} />
      ))}
    </section>
  );
}
