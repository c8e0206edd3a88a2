import { named } from "#components/study-results/figure-cells.ts";
import { TableFiles } from "#components/reports/table-files.tsx";
import { reportTableAddress, resultsPath, resultsPersonPath } from "#lib/paths.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { RowSubject, PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";
import { t } from "#lib/reports/words.ts";

type Props = { table: PrintedTable; view: View; study: { slug: string } };

/** A page isn't made longer by rows beyond these: their numbers stand in the files. */
const maxRows = 100;

/** Of a table that says of a part what another says of all, the caption alone is open. */
export function TableSection(props: Props) {
  if (!props.table.isDetail) return <WholeTable {...props} />;
  return (
    <details className="min-w-0">
      <summary className="target flex w-fit items-center text-accent underline">
        {props.table.caption}
      </summary>
      <WholeTable {...props} />
    </details>
  );
}

function WholeTable({ table, view, study: { slug } }: Props) {
  const { name, caption, columns, groups, notes } = table;
  const rows = groups.flatMap((group) =>
    group.slice(0, maxRows).map(({ id, cells, about }) => {
      const formatCell = (text: string, i: number): Cell => {
        if (i === 0) return { text, isName: true, href: about && addressOf(slug, view, about) };
        return columns[i]?.numeric ? { text, isWhole: true } : named(text);
      };
      return { id, cells: Object.fromEntries(cells.map((text, i) => [String(i), formatCell(text, i)])) };
    }),
  );
  const isOfPeople = groups[0]?.some(({ about }) => about && "person" in about);
  const count = groups.reduce((sum, group) => sum + group.length, 0);
  return (
    <figure id={`table-${name}`} aria-labelledby={`table-${name}-caption`} className="grid min-w-0 gap-2">
      <figcaption id={`table-${name}-caption`} className="measure font-semibold">
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
          ...(i === 0 && { atLeast: isOfPeople ? (32 as const) : (40 as const) }),
        }))}
        rows={rows}
      />
      <ul role="list" className="measure grid gap-1 text-sm text-ink-muted">
        {count > rows.length && <li>{t("tables.more", { shown: rows.length, count })}</li>}
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <TableFiles
        table={table}
        address={reportTableAddress(slug, name)}
        kept={{ who: view.who, ...(view.kind && { kind: view.kind }) }}
      />
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
