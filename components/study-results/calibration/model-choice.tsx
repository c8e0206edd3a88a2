import { useLocale, useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { nameRun } from "#lib/study-results/figures/calibration.ts";
import { markName } from "#lib/study-results/figures/models.ts";
import type { RunRow } from "#lib/study-results/rows/rows.ts";

type Props = {
  action: string;
  /** What the address says besides. */
  query: URLSearchParams;
  runs: readonly RunRow[];
  chosen: RunRow | null;
};

/** A plain form: what it asks for stands in the address, and it needs no script. */
export function ModelChoice({ action, query, runs, chosen }: Props) {
  const t = useTranslations("resultsPeople.calibration");
  const locale = useLocale();
  if (runs.length === 0) return null;
  return (
    <form action={action} className="flex flex-wrap items-end gap-3 print:hidden">
      {[...query].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SelectField
        key={chosen?.id ?? ""}
        name="model"
        label={t("model")}
        defaultValue={chosen ? String(chosen.id) : ""}
        className="max-w-full"
      >
        <option value="">{t("noModel")}</option>
        {runs.map((run) => (
          <option key={run.id} value={run.id}>
            {markName(run, nameRun(run), locale)}
          </option>
        ))}
      </SelectField>
      <Button type="submit">{t("show")}</Button>
    </form>
  );
}
