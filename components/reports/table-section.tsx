import { named } from "#components/study-results/figure-cells.ts";
import { reportTableAddress, resultsPath, resultsPersonPath, benchmarkExportAddress } from "#lib/paths.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { RowSubject, PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";
import { t } from "#lib/reports/words.ts";
import { getTranslations } from "next-intl/server";
import { Button } from "#components/ui/button.tsx";
import { columnKeys, rowKeys } from "#lib/reports/tables/table-file.ts";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { RunRow } from "#lib/model-runs/schema.ts";
import { makeRunTables } from "#lib/reports/benchmark/run-tables.ts";

type SectionProps = { table: PrintedTable; view: View; study: { slug: string } };

/** A page isn't made longer by rows beyond these: their numbers stand in the files. */
const maxRows = 100;

type CaptionedProps = { caption: string; children: ReactNode };

/** The caption alone is open. */
export const Captioned = ({ caption, children }: CaptionedProps) => (
  <details className="min-w-0">
    <summary className="target flex w-fit items-center text-accent underline">{caption}</summary>
    {children}
  </details>
);

export const TableSection = (props: SectionProps) => (
  <Captioned caption={props.table.caption}>
    <WholeTable {...props} />
  </Captioned>
);

function WholeTable({ table, view, study: { slug } }: SectionProps) {
  const isOfPeople = table.groups[0]?.some(({ about }) => about && "person" in about);
  return (
    <PrintedFigure
      table={table}
      linkOf={(about) => addressOf(slug, view, about)}
      firstAtLeast={isOfPeople ? 32 : 40}
      more={(shown, count) => t("tables.more", { shown, count })}
      isCaptionHidden
    >
      <TableFiles
        table={table}
        address={reportTableAddress(slug, table.name)}
        kept={{ who: view.who, ...(view.kind && { kind: view.kind }) }}
      />
    </PrintedFigure>
  );
}

type PrintedProps = {
  table: PrintedTable;
  linkOf?: (about: RowSubject) => string;
  firstAtLeast?: 32 | 40;
  /** Where what is above says the same. */
  isCaptionHidden?: boolean;
  /** How many of the first columns name the rows. */
  names?: number;
  /** That a page shows so many rows of more. */
  more: (shown: number, count: number) => string;
  /** Its files. */
  children?: ReactNode;
};

/** A table as a paper prints it, on the screen. */
export function PrintedFigure(props: PrintedProps) {
  const { table, linkOf, firstAtLeast = 32, isCaptionHidden, names = 1, more, children } = props;
  const { name, caption, columns, groups, notes } = table;
  const rows = groups.flatMap((group) =>
    group.slice(0, maxRows).map(({ id, cells, about }) => {
      const formatCell = (text: string, i: number): Cell => {
        if (i === 0) return { text, isName: true, href: about && linkOf?.(about) };
        return columns[i]?.numeric ? { text, isWhole: true } : named(text);
      };
      return { id, cells: Object.fromEntries(cells.map((text, i) => [String(i), formatCell(text, i)])) };
    }),
  );
  const count = groups.reduce((sum, group) => sum + group.length, 0);
  return (
    <figure id={`table-${name}`} aria-labelledby={`table-${name}-caption`} className="grid min-w-0 gap-2">
      <figcaption
        id={`table-${name}-caption`}
        className={isCaptionHidden ? "sr-only" : "measure font-semibold"}
      >
        {caption}
      </figcaption>
      <Table
        isTight
        isWide
        caption={caption}
        columns={columns.map(({ label, numeric }, i) => ({
          key: String(i),
          label,
          numeric,
          ...(i < names && { atLeast: i === 0 ? firstAtLeast : 32 }),
        }))}
        rows={rows}
      />
      <ul role="list" className="measure grid gap-1 text-sm text-ink-muted">
        {count > rows.length && <li>{more(rows.length, count)}</li>}
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {children}
    </figure>
  );
}

function addressOf(slug: string, view: View, about: RowSubject): string {
  if ("page" in about) return resultsPath(slug, about.page, writeView(about.view));
  const query = writeView(view);
  if ("person" in about) return resultsPersonPath(slug, about.person, query);
  query.set("model", String(about.run));
  return resultsPath(slug, "models", query);
}

type FilesProps = {
  table: Pick<PrintedTable, "columns" | "groups">;
  address: string;
  /** What the address has to say beside the choice. */
  kept?: Readonly<Record<string, string>>;
};

/** More would be a longer list than the table. */
const mostChoices = 60;

/** The files of a table, LaTeX of as much of it as is chosen. A plain form, which needs no script. */
export async function TableFiles({ table, address, kept = {} }: FilesProps) {
  const t = await getTranslations("tableFiles");
  const rows = rowKeys(table);
  const csv = `${address}?${new URLSearchParams({ ...kept, format: "csv" })}`;
  return (
    <div className="no-print flex flex-wrap items-start gap-x-6 gap-y-1 text-sm has-open:basis-full">
      <details className="min-w-0 open:basis-full">
        <summary className="target flex w-fit items-center text-accent underline">{t("latex")}</summary>
        <form action={address} className="grid gap-4 rounded-lg border border-line p-4">
          {Object.entries({ ...kept, format: "tex" }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <p className="measure text-ink-muted">{t("about")}</p>
          <Choices name="columns" legend={t("columns")} choices={columnKeys(table)} />
          {rows.length <= mostChoices && <Choices name="rows" legend={t("rows")} choices={rows} />}
          <div>
            <Button type="submit" size="small">
              {t("download")}
            </Button>
          </div>
        </form>
      </details>
      <a href={csv} download className="target inline-flex items-center text-accent underline">
        {t("csv")}
      </a>
    </div>
  );
}

type ChoicesProps = { name: string; legend: string; choices: readonly { key: string; label: string }[] };

const Choices = ({ name, legend, choices }: ChoicesProps) => (
  <fieldset className="grid gap-1">
    <legend className="font-medium">{legend}</legend>
    {/* There are hundreds in a report: how they look is said once. */}
    <div className="flex flex-wrap gap-x-5 *:target *:inline-flex *:items-center *:gap-2 [&_input]:size-5 [&_input]:shrink-0 [&_input]:accent-accent">
      {choices.map(({ key, label }) => (
        <label key={key} dir="auto">
          <input type="checkbox" name={name} value={key} />
          {label}
        </label>
      ))}
    </div>
  </fieldset>
);

type RunTablesProps = {
  benchmark: { slug: string; tracks: readonly { name: string }[] };
  rows: readonly RunRow[];
};

/** What a paper prints of models, as files. */
export function RunTables({ benchmark: { slug, tracks }, rows }: RunTablesProps) {
  const t = useTranslations("tableFiles");
  const tables = makeRunTables(
    rows,
    tracks.map(({ name }) => name),
  );
  // Fake ones are in none.
  if (tables.length === 0) return null;
  return (
    <section aria-labelledby="paper-tables" className="mt-8 grid gap-3">
      <h2 id="paper-tables" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <p className="measure text-ink-muted">{t("shape")}</p>
      <ul role="list" className="grid max-w-3xl">
        {tables.map((table) => (
          <li
            key={table.name}
            className="flex min-h-10 flex-wrap items-center justify-between gap-x-6 border-t border-line first:border-t-0"
          >
            <span dir="auto">{table.caption}</span>
            <TableFiles table={table} address={benchmarkExportAddress(slug, `tables/${table.name}`)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
