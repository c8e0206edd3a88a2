"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FieldError } from "#components/ui/fields/field.tsx";
import { reviewParts, type ReviewPart } from "#lib/reviews/plan/schema.ts";

type Props = {
  /** Which there are to choose from: a lead is staff. */
  offered?: readonly ReviewPart[];
  chosen?: readonly ReviewPart[];
  error?: string | undefined;
};

/** What somebody does in the review: one or several parts. */
export function PartBoxes({ offered = reviewParts, chosen = [], error }: Props) {
  const t = useTranslations("reviews.people");
  const [parts, choose] = useState(chosen);
  return (
    <fieldset className="grid">
      <legend className="font-medium">{t("parts.label")}</legend>
      {error && <FieldError id="parts">{error}</FieldError>}
      <input type="hidden" name="parts" value={parts.join(",")} />
      {offered.map((part) => (
        <CheckboxField
          key={part}
          label={t(`parts.${part}.name`)}
          hint={t(`parts.${part}.means`)}
          checked={parts.includes(part)}
          onChange={(event) =>
            choose(event.target.checked ? [...parts, part] : parts.filter((one) => one !== part))
          }
        />
      ))}
    </fieldset>
  );
}
