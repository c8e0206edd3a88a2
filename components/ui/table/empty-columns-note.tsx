import { getLocale, getTranslations } from "next-intl/server";
import { namesOfEmpty } from "#components/ui/table/empty-columns.ts";
import type { TableColumn, TableRow } from "#components/ui/table/table-parts.tsx";

type Props = { columns: readonly TableColumn[]; rows: readonly TableRow[] };

/** Which columns a table goes without, for nothing stands in them. */
export async function EmptyColumns({ columns, rows }: Props) {
  const t = await getTranslations("table");
  const locale = await getLocale();
  const names = namesOfEmpty(columns, rows);
  if (names.length === 0) return null;
  return (
    <p className="mt-2 text-sm text-ink-muted">
      {t("withoutColumns", { columns: new Intl.ListFormat(locale).format(names) })}
    </p>
  );
}
