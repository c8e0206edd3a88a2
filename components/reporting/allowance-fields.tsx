import { useTranslations } from "next-intl";
import type { ReportingTools } from "#components/reporting/reporting-fields.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";

type Props = ReportingTools & { field: "translation" | "tools" };

/** Whether participants were allowed it, as their instructions told them. */
export function AllowanceFields({ value, set, errorOf, field }: Props) {
  const t = useTranslations("reporting");
  const allowance = value[field];
  return (
    <div id={`reporting-${field}`} className="grid scroll-mt-24 items-start gap-4 sm:grid-cols-2">
      <SelectField
        label={t(`fields.${field}`)}
        hint={t(`hints.${field}`)}
        value={allowance ? (allowance.allowed ? "yes" : "no") : ""}
        onChange={({ target }) =>
          set(field, target.value === "" ? undefined : { ...allowance, allowed: target.value === "yes" })
        }
      >
        <option value="">{t("notStated")}</option>
        <option value="yes">{t("allowance.yes")}</option>
        <option value="no">{t("allowance.no")}</option>
      </SelectField>
      {allowance && (
        <TextField
          label={t("allowance.words")}
          hint={t("allowance.wordsHint")}
          value={allowance.words ?? ""}
          onChange={({ target }) =>
            set(field, { allowed: allowance.allowed, ...(target.value && { words: target.value }) })
          }
          error={errorOf(`${field}.words`)}
        />
      )}
    </div>
  );
}
