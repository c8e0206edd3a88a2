import { useTranslations } from "next-intl";
import { TableFiles } from "#components/reports/table-files.tsx";
import { benchmarkExportAddress } from "#lib/paths.ts";
import type { RunRow } from "#lib/model-runs/schema.ts";
import { makeRunTables } from "#lib/reports/benchmark/run-tables.ts";

type Props = {
  benchmark: { slug: string; tracks: readonly { name: string }[] };
  rows: readonly RunRow[];
};

/** What a paper prints of models, as files. */
export function RunTables({ benchmark: { slug, tracks }, rows }: Props) {
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
