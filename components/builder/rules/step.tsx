"use client";

import { useTranslations } from "next-intl";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { PercentField, RequiredNumberField } from "#components/builder/number-field.tsx";
import { QuestionChoice } from "#components/builder/questions/choice.tsx";
import { RulesHaste } from "#components/builder/rules/haste.tsx";
import { StepForm, type StepTools } from "#components/builder/step-form.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { comprehensionRules } from "#lib/studies/comprehension-schema.ts";
import { usualMinAnswered, type Design } from "#lib/studies/schema.ts";

const points = ["before", "both", "withdrawn", "interim"] as const;

export function RulesStep({ study }: { study: BuilderStudy }) {
  const t = useTranslations("builderWords.rules");
  const asksComprehension = (study.design.questions.comprehension ?? []).length > 0;
  const checks = study.design.sample.attention.count;
  const right = String(study.task.hasRight);
  const about = points.map((point) => <p key={point}>{t(`about.${point}`)}</p>);
  return (
    <StepForm study={study} step="rules" value={study.design.rules} about={about}>
      {(tools) => (
        <>
          <fieldset className="grid gap-4">
            <legend className="mb-2 text-xl font-semibold">{t("exclusions")}</legend>
            {(study.task.hasRight || tools.value.failedChecks !== null) && (
              <FailedChecks {...tools} checks={checks} />
            )}
            {asksComprehension && (
              <QuestionChoice
                legend={t("comprehension.rule")}
                hint={t("comprehension.hint")}
                value={tools.value.comprehension ?? "record"}
                options={comprehensionRules.map((rule) => ({
                  value: rule,
                  label: t(`comprehension.${rule}`),
                }))}
                onChange={(comprehension) => tools.set({ comprehension })}
              />
            )}
            <RulesHaste
              value={tools.value.haste}
              onChange={(haste) => tools.set({ haste })}
              errorOf={tools.errorOf}
            />
            <MinAnswered {...tools} />
            <CheckboxField
              label={t("incomplete.rule")}
              hint={t("incomplete.hint")}
              checked={tools.value.incomplete}
              onChange={(event) => tools.set({ incomplete: event.target.checked })}
            />
            <CheckboxField label={t("withdrawn.rule")} hint={t("withdrawn.hint")} checked disabled readOnly />
          </fieldset>
          <fieldset className="grid gap-4">
            <legend className="mb-2 text-xl font-semibold">{t("looking")}</legend>
            <CheckboxField
              label={t("interim.rule", { right })}
              hint={t("interim.hint", { right })}
              checked={tools.value.interim}
              onChange={(event) => tools.set({ interim: event.target.checked })}
            />
          </fieldset>
        </>
      )}
    </StepForm>
  );
}

function MinAnswered({ value: { minAnswered = null }, set, errorOf }: StepTools<Design["rules"]>) {
  const t = useTranslations("builderWords.rules.minAnswered");
  return (
    <>
      <CheckboxField
        label={t("rule")}
        hint={t("hint")}
        checked={minAnswered !== null}
        onChange={(event) => set({ minAnswered: event.target.checked ? usualMinAnswered : null })}
      />
      {minAnswered !== null && (
        <div className="ml-9 max-w-60">
          <PercentField
            label={t("share")}
            min={1}
            max={100}
            value={minAnswered}
            onNumber={(share) => set({ minAnswered: share })}
            error={errorOf("minAnswered")}
          />
        </div>
      )}
    </>
  );
}

type ChecksProps = StepTools<Design["rules"]> & { checks: number };

function FailedChecks({ value: { failedChecks }, set, errorOf, checks }: ChecksProps) {
  const t = useTranslations("builderWords.rules");
  return (
    <>
      <CheckboxField
        label={t("checks.rule")}
        hint={t("checks.hint", { count: checks })}
        checked={failedChecks !== null}
        onChange={(event) => set({ failedChecks: event.target.checked ? 0 : null })}
      />
      {failedChecks !== null && (
        <div className="ml-9 grid max-w-xl gap-3">
          <div className="max-w-60">
            <RequiredNumberField
              label={t("checks.most")}
              min={0}
              max={20}
              value={failedChecks}
              onNumber={(most) => set({ failedChecks: most })}
              error={errorOf("failedChecks")}
            />
          </div>
          {checks === 0 && <Callout tone="warning">{t("checks.none")}</Callout>}
        </div>
      )}
    </>
  );
}
