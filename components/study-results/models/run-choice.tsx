import { useLocale, useTranslations } from "next-intl";
import { resultsPath } from "#lib/paths.ts";
import { Button } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { nameMarked } from "#lib/study-results/figures/models.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; run: RunRow };

/** Which model is looked at; it needs no script, and the choice stands in the address. */
export function RunChoice({ rows: { runs, study }, view, run }: Props) {
  const t = useTranslations("resultsModels");
  const locale = useLocale();
  return (
    <form
      action={`${resultsPath(study.slug, "models")}#run`}
      className="no-print flex flex-wrap items-end gap-3"
    >
      {[...writeView(view)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="w-full max-w-md min-w-0">
        <SelectField label={t("choose.label")} name="model" defaultValue={run.id}>
          {runs.map((offered) => (
            <option key={offered.id} value={offered.id}>
              {nameMarked(offered, runs, locale)}
            </option>
          ))}
        </SelectField>
      </div>
      <Button type="submit">{t("choose.submit")}</Button>
    </form>
  );
}
