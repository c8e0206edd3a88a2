import { getLocale, getTranslations } from "next-intl/server";
import { resultsPath } from "#lib/paths.ts";
import { Button } from "#components/ui/button.tsx";
import { SelectBox } from "#components/ui/fields/select-field.tsx";
import { nameMarked } from "#lib/study-results/figures/models.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; run: RunRow };

/** Which model is looked at; it needs no script, and the choice stands in the address. */
export async function RunChoice({ rows: { runs, study }, view, run }: Props) {
  const t = await getTranslations("resultsModels");
  const locale = await getLocale();
  return (
    <form
      action={`${resultsPath(study.slug, "models")}#run`}
      className="no-print flex flex-wrap items-end gap-3"
    >
      {[...writeView(view)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="w-full max-w-md min-w-0">
        <SelectBox id="chosen-run" label={t("choose.label")} name="model" defaultValue={run.id}>
          {runs.map((offered) => (
            <option key={offered.id} value={offered.id}>
              {nameMarked(offered, runs, locale)}
            </option>
          ))}
        </SelectBox>
      </div>
      <Button type="submit">{t("choose.submit")}</Button>
    </form>
  );
}
