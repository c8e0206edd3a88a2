"use client";

import { useTranslations } from "next-intl";
import type { StepValues } from "#components/builder/builder-study.ts";
import type { StepTools } from "#components/builder/step-form.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { isSameRun, proposeSiblings, runLabel, type RunName } from "#lib/studies/run-names.ts";

type Props = StepTools<StepValues["claims"]> & { runs: readonly RunName[]; reference: RunName };

/** Runs of the selecting model by other methods or versions: proposed by its name, confirmed one by one. */
export function ClaimsSiblings({ value: { siblings }, set, runs, reference }: Props) {
  const t = useTranslations("builderWords.claims.siblings");
  const isIn = (list: readonly RunName[], run: RunName) => list.some((one) => isSameRun(one, run));
  const proposed = proposeSiblings(reference, runs);
  const shown = [...proposed, ...siblings.filter((run) => !isIn(proposed, run))];
  const others = runs.filter((run) => !isIn(shown, run) && !isSameRun(run, reference));
  const confirm = ({ model, method, version }: RunName, isSibling: boolean) =>
    set(({ siblings: before }) => {
      const rest = before.filter((one) => !isSameRun(one, { model, method, version }));
      return { siblings: isSibling ? [...rest, { model, method, version }] : rest };
    });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-xl font-semibold">{t("legend")}</legend>
      <p className="measure text-ink-muted">
        {shown.length === 0 ? t("none", { model: reference.model }) : t("intro", { model: reference.model })}
      </p>
      {shown.map((run) => (
        <CheckboxField
          key={runLabel(run)}
          label={runLabel(run)}
          checked={isIn(siblings, run)}
          onChange={(event) => confirm(run, event.target.checked)}
        />
      ))}
      {others.length > 0 && (
        <div className="max-w-xl">
          <SelectField
            label={t("other")}
            hint={t("otherHint")}
            value=""
            onChange={(event) => {
              const run = others[Number(event.target.value)];
              if (run) confirm(run, true);
            }}
          >
            <option value="">{t("choose")}</option>
            {others.map((run, index) => (
              <option key={runLabel(run)} value={String(index)}>
                {runLabel(run)}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    </fieldset>
  );
}
