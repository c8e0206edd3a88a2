"use client";

import { useTranslations } from "next-intl";
import type { BuilderStudy, StepValues } from "#components/builder/builder-study.ts";
import { ClaimsComparator } from "#components/builder/claims/comparator.tsx";
import { ClaimsSiblings } from "#components/builder/claims/siblings.tsx";
import {
  OptionalPercentField,
  PercentField,
  RequiredNumberField,
} from "#components/builder/number-field.tsx";
import { StepForm, type StepTools } from "#components/builder/step-form.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { claimsSchema } from "#lib/studies/claims-schema.ts";
import type { BenchmarkRun } from "#lib/studies/run-names.ts";

const points = ["before", "comparator", "margin", "siblings"] as const;
const judgingPoints = ["before"] as const;
const nothing = claimsSchema.parse({});

type Props = { study: BuilderStudy; runs: readonly BenchmarkRun[] };
type Tools = StepTools<StepValues["claims"]>;

export function ClaimsStep({ study, runs }: Props) {
  const t = useTranslations("builderWords.claims");
  const { frame, claims, rules, assignment } = study.design;
  const { task } = study;
  const about = (task.hasRight ? points : judgingPoints).map((point) => (
    <p key={point}>{t(`about.${point}`)}</p>
  ));
  return (
    <StepForm study={study} step="claims" value={claims ?? nothing} about={about}>
      {(tools) => (
        <>
          {task.hasRight || tools.value.comparator ? (
            <ClaimsComparator {...tools} runs={runs} frame={frame} />
          ) : (
            <p className="measure">{t("noRight")}</p>
          )}
          <Margins {...tools} task={task} />
          {frame.reference && <ClaimsSiblings {...tools} runs={runs} reference={frame.reference} />}
          {(task.hasRight || tools.value.stopping) && (
            <Stopping {...tools} mayLook={rules.interim} people={assignment.people} />
          )}
        </>
      )}
    </StepForm>
  );
}

function Margins({ value, set, errorOf, task }: Tools & Pick<BuilderStudy, "task">) {
  const t = useTranslations("builderWords.claims");
  const hasMargin = task.hasRight || value.margin !== null;
  if (!hasMargin && !task.testsAnnotators) return null;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-xl font-semibold">{hasMargin ? t("margins") : t("annotators")}</legend>
      <div className="grid max-w-3xl items-end gap-4 sm:grid-cols-2">
        {hasMargin && (
          <OptionalPercentField
            label={t("margin.label")}
            hint={t("margin.hint")}
            min={0.5}
            max={50}
            value={value.margin}
            onNumber={(margin) => set({ margin })}
            error={errorOf("margin")}
          />
        )}
        {task.testsAnnotators && (
          <RequiredNumberField
            label={t("epsilon.label")}
            hint={t("epsilon.hint")}
            min={0}
            max={0.5}
            step="any"
            value={value.epsilon}
            onNumber={(epsilon) => set({ epsilon })}
            error={errorOf("epsilon")}
          />
        )}
      </div>
    </fieldset>
  );
}

const usual = 0.04;
type StoppingProps = Tools & { mayLook: boolean; people: number };

/** Needs looks while people answer: without them nobody knows when it is met. */
function Stopping({ value: { stopping }, set, errorOf, mayLook, people }: StoppingProps) {
  const t = useTranslations("builderWords.claims.stopping");
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-xl font-semibold">{t("legend")}</legend>
      <CheckboxField
        label={t("rule")}
        hint={mayLook ? t("hint") : t("needsLooking")}
        checked={stopping !== null}
        onChange={(event) =>
          set({ stopping: event.target.checked ? { halfWidth: usual, mostPeople: people } : null })
        }
      />
      {stopping && (
        <div className="ml-9 grid max-w-xl items-end gap-4 sm:grid-cols-2">
          <PercentField
            label={t("halfWidth")}
            hint={t("halfWidthHint")}
            min={0.5}
            max={25}
            value={stopping.halfWidth}
            onNumber={(halfWidth) => set({ stopping: { ...stopping, halfWidth } })}
            error={errorOf("stopping.halfWidth")}
          />
          <RequiredNumberField
            label={t("mostPeople")}
            hint={t("mostPeopleHint")}
            min={2}
            max={10_000}
            value={stopping.mostPeople}
            onNumber={(mostPeople) => set({ stopping: { ...stopping, mostPeople } })}
            error={errorOf("stopping.mostPeople")}
          />
        </div>
      )}
    </fieldset>
  );
}
