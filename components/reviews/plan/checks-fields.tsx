"use client";

import { useTranslations } from "next-intl";
import { PercentField } from "#components/builder/number-field.tsx";
import type { PlanFields } from "#components/reviews/plan/plan-form.tsx";
import { PlanSection } from "#components/reviews/plan/plan-section.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";

/** How checks are made, and who looks at them in turn. */
export function ChecksFields({ value, set, errorOf }: PlanFields) {
  const t = useTranslations("reviews.plan.checks");
  return (
    <PlanSection id="checks" title={t("title")} about={t("about")}>
      <CheckboxField
        label={t("blind")}
        hint={t("blindHint")}
        checked={value.blind}
        onChange={(event) => set({ blind: event.target.checked })}
      />
      <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
        <PercentField
          label={t("second")}
          hint={t("secondHint")}
          min={0}
          max={100}
          value={value.secondShare}
          onNumber={(secondShare) => set({ secondShare })}
          error={errorOf("secondShare")}
        />
        <PercentField
          label={t("audit")}
          hint={t("auditHint")}
          min={0}
          max={100}
          value={value.auditRate}
          onNumber={(auditRate) => set({ auditRate })}
          error={errorOf("auditRate")}
        />
      </div>
    </PlanSection>
  );
}
