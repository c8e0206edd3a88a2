import { getTranslations } from "next-intl/server";
import { Badge } from "#components/ui/badge.tsx";
import { Table } from "#components/ui/table/table.tsx";
import {
  type Check,
  citationOf,
  type Column,
  concerns,
  decimalsOf,
  type Inconsistency,
  type PublishedTable as Published,
  type Value,
} from "#lib/published/schema.ts";

type Props = {
  table: Published;
  inconsistencies: readonly Inconsistency[];
  checks?: readonly Check[];
  /** The heading's level, below the page's own. */
  heading?: "h2" | "h3";
};

/** Figures as a paper prints them: never computed here, and marked where they don't fit with each other. */
export async function PublishedTable({
  table,
  inconsistencies,
  checks = [],
  heading: Heading = "h3",
}: Props) {
  const t = await getTranslations("published");
  const { id, source, scope, named, columns, paper } = table;
  /** The numbers of what is found about one figure; about whole rows it is noted once in a row, at its first figure. */
  const notesOf = (name: readonly string[], { key }: Column) =>
    inconsistencies.flatMap((found, index) => {
      const isHere = found.column === null ? columns[0]?.key === key : found.column === key;
      return isHere && concerns(found, name, key) ? [index + 1] : [];
    });
  const roomFor = (column: Column) => Math.max(...table.rows.map(({ name }) => notesOf(name, column).length));
  const rows = table.rows.map(({ name, values }) => ({
    id: name.join(" · "),
    cells: {
      ...Object.fromEntries(
        named.map((key, index) => [
          `name ${key}`,
          <span key={key} className="inline-block min-w-24">
            {name[index]}
          </span>,
        ]),
      ),
      ...Object.fromEntries(
        columns.map((column) => [
          column.key,
          <Printed
            key={column.key}
            id={id}
            value={written(values[column.key] ?? null, column, decimalsOf(table, column.key))}
            isText={column.unit === "text"}
            notes={notesOf(name, column)}
            room={roomFor(column)}
          />,
        ]),
      ),
    },
  }));
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <Heading id={id} className="flex flex-wrap items-center gap-3 text-lg font-semibold">
        {scope}
        <Badge>{t("badge")}</Badge>
      </Heading>
      <p className="text-sm text-ink-muted">{t("source", { source, citation: citationOf(paper) })}</p>
      <Table
        caption={`${source}: ${scope}`}
        columns={[
          ...named.map((key) => ({ key: `name ${key}`, label: t(`named.${key as "model"}`) })),
          ...columns.map(({ key, label, unit }) => ({
            key,
            label: unit === "percent" ? `${label}, %` : label,
            numeric: unit !== "text",
          })),
        ]}
        rows={rows}
      />
      {inconsistencies.length > 0 && (
        <div className="grid gap-1 rounded-md border-l-4 border-warning bg-warning-tint px-4 py-3">
          <p className="font-semibold">{t("inconsistencies")}</p>
          <ol className="grid list-decimal gap-1 pl-5">
            {inconsistencies.map((found, index) => (
              <li key={found.id} id={`${id}-note-${index + 1}`}>
                {found.where}: {found.finding}
              </li>
            ))}
          </ol>
        </div>
      )}
      {checks.length > 0 && (
        <details className="measure text-sm">
          <summary className="font-medium text-accent">{t("checks", { count: checks.length })}</summary>
          <ul className="mt-1 list-disc pl-5">
            {checks.map((check) => (
              <li key={check.id}>{check.result}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

type PrintedProps = {
  id: string;
  value: string;
  isText: boolean;
  notes: readonly number[];
  /** How many notes the column holds at most: each row leaves room for them, so that figures stay in line. */
  room: number;
};

async function Printed({ id, value, isText, notes, room }: PrintedProps) {
  const t = await getTranslations("published");
  return (
    <span className={isText ? "" : "whitespace-nowrap"}>
      {value}
      {Array.from({ length: room }, (_, place) => {
        const note = notes[place];
        return (
          <span key={place} className="inline-block w-6 text-center align-top text-xs leading-6">
            {note !== undefined && (
              <a
                href={`#${id}-note-${note}`}
                aria-label={t("note", { note })}
                className="inline-block w-6 font-medium text-warning underline"
              >
                {note}
              </a>
            )}
          </span>
        );
      })}
    </span>
  );
}

function written(value: Value, { unit }: Column, decimals: number): string {
  if (value === null) return "–";
  if (typeof value === "string") return value;
  return unit === "count" ? value.toLocaleString("en") : value.toFixed(decimals);
}
