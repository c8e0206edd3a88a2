"use client";

import { useTranslations } from "next-intl";
import { PercentField, RequiredNumberField } from "#components/builder/number-field.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { usualHaste, type Rules } from "#lib/studies/schema.ts";

type Props = {
  value: Rules["haste"];
  onChange: (value: Rules["haste"]) => void;
  errorOf: (path: string) => string | undefined;
};

/** Out with too many cases answered faster than they can be read. */
export function RulesHaste({ value, onChange, errorOf }: Props) {
  const t = useTranslations("builderWords.rules.haste");
  return (
    <>
      <CheckboxField
        label={t("rule")}
        hint={t("hint", { server: String(value?.byServer ?? value === null) })}
        checked={value !== null}
        onChange={(event) => onChange(event.target.checked ? usualHaste : null)}
      />
      {value && (
        <div className="ml-9 grid max-w-xl items-start gap-4 sm:grid-cols-2">
          <RequiredNumberField
            label={t("seconds")}
            min={0}
            max={600}
            step="any"
            value={value.seconds}
            onNumber={(seconds) => onChange({ ...value, seconds })}
            error={errorOf("haste.seconds")}
          />
          <PercentField
            label={t("share")}
            hint={t("shareHint")}
            min={0}
            max={100}
            value={value.share}
            onNumber={(share) => onChange({ ...value, share })}
            error={errorOf("haste.share")}
          />
        </div>
      )}
    </>
  );
}
