import { getTranslations } from "next-intl/server";
import { Button } from "#components/ui/button.tsx";
import { columnKeys, rowKeys } from "#lib/reports/tables/choice.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";

type Props = {
  table: Pick<PrintedTable, "columns" | "groups">;
  address: string;
  /** What the address has to say beside the choice. */
  kept?: Readonly<Record<string, string>>;
};

/** More would be a longer list than the table. */
const maxRows = 60;

/** The files of a table, LaTeX of as much of it as is chosen. A plain form, which needs no script. */
export async function TableFiles({ table, address, kept = {} }: Props) {
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
          {rows.length <= maxRows && <Choices name="rows" legend={t("rows")} choices={rows} />}
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
