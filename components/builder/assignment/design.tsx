"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { type Assignment, designs } from "#lib/studies/schema.ts";

type Props = { value: Assignment["design"]; onChange: (value: Assignment["design"]) => void };

/** The three designs, each with what it is good for. */
export function AssignmentDesign({ value, onChange }: Props) {
  const t = useTranslations("builderPlan.assignment.designs");
  const id = useId();
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-xl font-semibold">{t("title")}</legend>
      {designs.map((design) => (
        <div key={design} className="flex items-start gap-3">
          <input
            id={`${id}-${design}`}
            type="radio"
            name={id}
            value={design}
            checked={value === design}
            onChange={() => onChange(design)}
            aria-describedby={`${id}-${design}-hint`}
            className="mt-0.5 size-6 shrink-0 accent-accent"
          />
          <div className="grid gap-0.5">
            <label htmlFor={`${id}-${design}`} className="font-medium">
              {t(`${design}.name`)}
            </label>
            <p id={`${id}-${design}-hint`} className="measure text-sm text-ink-muted">
              {t(`${design}.hint`)}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}
