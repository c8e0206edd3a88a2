"use client";

import { useTranslations } from "next-intl";
import { RequiredNumberField } from "#components/builder/number-field.tsx";
import type { StepTools } from "#components/builder/step-form.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import type { Questions } from "#lib/studies/schema.ts";

const usualStretch = 20;

/** What is said of the time as it goes. */
export function QuestionsPace({ value, set, errorOf }: StepTools<Questions>) {
  const t = useTranslations("builderWords.questions.course");
  const stretch = value.breakAfterMinutes ?? null;
  return (
    <>
      <CheckboxField
        label={t("break")}
        hint={t("breakHint")}
        checked={stretch !== null}
        onChange={({ target }) => set({ breakAfterMinutes: target.checked ? usualStretch : null })}
      />
      {stretch !== null && (
        <div className="ml-9 max-w-48">
          <RequiredNumberField
            label={t("breakMinutes")}
            min={5}
            max={240}
            value={stretch}
            onNumber={(breakAfterMinutes) => set({ breakAfterMinutes })}
            error={errorOf("breakAfterMinutes")}
          />
        </div>
      )}
      <CheckboxField
        label={t("pace")}
        hint={t("paceHint")}
        checked={value.showPace ?? false}
        onChange={({ target }) => set({ showPace: target.checked })}
      />
    </>
  );
}
