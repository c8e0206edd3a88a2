"use client";

import { useTranslations } from "next-intl";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";

type Field = { value: string; onChange: (value: string) => void; error?: string };

/** One of those the plan names: others would make groups that nobody planned. */
export function CohortField({ value, onChange, error, cohorts }: Field & { cohorts: readonly string[] }) {
  const t = useTranslations("invitations.fields");
  if (cohorts.length === 0) return <input type="hidden" name="cohort" value="" />;
  return (
    <SelectField
      name="cohort"
      label={t("cohort")}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    >
      <option value="">{t("noCohort")}</option>
      {cohorts.map((cohort) => (
        <option key={cohort} value={cohort}>
          {cohort}
        </option>
      ))}
    </SelectField>
  );
}

export function LastDayField({ value, onChange, error }: Field) {
  const t = useTranslations("invitations.fields");
  return (
    <TextField
      type="date"
      name="expiresAt"
      label={t("lastDay")}
      hint={t("lastDayHint")}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  );
}

export function CountField({
  name,
  value,
  onChange,
  error,
}: Field & { name: "count" | "cap" | "places" | "maxUses" }) {
  const t = useTranslations("invitations.fields");
  return (
    <TextField
      type="number"
      name={name}
      label={t(name)}
      hint={t(`${name}Hint`)}
      min={1}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
      autoComplete="off"
    />
  );
}
