"use client";

import { useTranslations } from "next-intl";
import { NumberField, RequiredNumberField } from "#components/builder/number-field.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";

type Range = { least: number; most: number | null };
type Props = {
  name: "options" | "answerLength";
  floor: number;
  value: Range | null;
  onChange: (value: Range | null) => void;
  errorOf: (path: string) => string | undefined;
};

/** A filter that is off until it is wanted. */
export function FrameRange({ name, floor, value, onChange, errorOf }: Props) {
  const t = useTranslations("builder.frameStep");
  const path = `frame.${name}`;
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{t(`${name}.legend`)}</legend>
      <CheckboxField
        label={t(`${name}.filter`)}
        hint={t(`${name}.hint`)}
        checked={value !== null}
        onChange={(event) => onChange(event.target.checked ? { least: floor, most: null } : null)}
      />
      {value && (
        <div className="ml-9 grid max-w-md gap-4 sm:grid-cols-2">
          <RequiredNumberField
            label={t("least")}
            min={floor}
            value={value.least}
            onNumber={(least) => onChange({ ...value, least })}
            error={errorOf(`${path}.least`)}
          />
          <NumberField
            label={t("most")}
            hint={t("mostHint")}
            min={floor}
            value={value.most}
            onNumber={(most) => onChange({ ...value, most })}
            error={errorOf(`${path}.most`)}
          />
        </div>
      )}
    </fieldset>
  );
}
