"use client";

import { useTranslations } from "next-intl";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { StepForm } from "#components/builder/step-form.tsx";
import { Fields, fieldsOf, group, type FieldTools } from "#components/plan-form/fields.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { comprehensionRules, usualHaste, usualMinAnswered, type Rules } from "#lib/studies/schema.ts";

const { number, share, toggle, choice } = fieldsOf<Rules>();
const defaults = { comprehension: "record" } as const;

export function RulesStep({ study }: { study: BuilderStudy }) {
  const t = useTranslations("builderWords.rules");
  const about = (["before", "withdrawn"] as const).map((point) => t(`about.${point}`));
  return (
    <StepForm study={study} step="rules" value={study.design.rules} defaults={defaults} about={about}>
      {(tools) => <RulesFields tools={tools} study={study} />}
    </StepForm>
  );
}

function RulesFields({ tools, study: { task, design } }: { tools: FieldTools<Rules>; study: BuilderStudy }) {
  const t = useTranslations("builderWords.rules");
  const { failedChecks, haste } = tools.value;
  const checks = design.sample.attention.count;
  const right = String(task.hasRight);
  const exclusions = [
    (task.hasRight || failedChecks !== null) &&
      toggle("failedChecks", t("checks.rule"), {
        hint: t("checks.hint", { count: checks }),
        on: 0,
        off: null,
        className: "grid max-w-xl gap-3",
        opens: [
          number("failedChecks", t("checks.most"), { min: 0, max: 20, width: "max-w-60" }),
          checks === 0 && (
            <Callout key="none" tone="warning">
              {t("checks.none")}
            </Callout>
          ),
        ],
      }),
    (design.questions.comprehension ?? []).length > 0 &&
      choice(
        "comprehension",
        t("comprehension.rule"),
        comprehensionRules.map((rule) => [rule, t(`comprehension.${rule}`)]),
        { hint: t("comprehension.hint") },
      ),
    toggle("haste", t("haste.rule"), {
      hint: t("haste.hint", { server: String(haste?.byServer ?? haste === null) }),
      on: usualHaste,
      off: null,
      className: "grid max-w-xl items-start gap-4 sm:grid-cols-2",
      opens: [
        number("haste.seconds", t("haste.seconds"), { min: 0, max: 600, step: "any" }),
        share("haste.share", t("haste.share"), { hint: t("haste.shareHint"), min: 0, max: 100 }),
      ],
    }),
    toggle("minAnswered", t("minAnswered.rule"), {
      hint: t("minAnswered.hint"),
      on: usualMinAnswered,
      off: null,
      className: "max-w-60",
      opens: [share("minAnswered", t("minAnswered.share"), { min: 1, max: 100 })],
    }),
    toggle("incomplete", t("incomplete.rule"), { hint: t("incomplete.hint") }),
    <CheckboxField
      key="withdrawn"
      label={t("withdrawn.rule")}
      hint={t("withdrawn.hint")}
      checked
      disabled
      readOnly
    />,
  ];
  return (
    <Fields
      tools={tools}
      items={[
        group(t("exclusions"), exclusions),
        group(t("looking"), [
          toggle("interim", t("interim.rule", { right }), { hint: t("interim.hint", { right }) }),
        ]),
      ]}
    />
  );
}
