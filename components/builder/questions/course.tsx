"use client";

import { useTranslations } from "next-intl";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { RequiredNumberField } from "#components/builder/number-field.tsx";
import { QuestionsPace } from "#components/builder/questions/pace.tsx";
import type { StepTools } from "#components/builder/step-form.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import type { Questions } from "#lib/studies/schema.ts";

const usualLimit = 90;

/** How a sitting goes: how long, whether back, and what is told at the end. */
export function QuestionsCourse({ task, ...tools }: StepTools<Questions> & Pick<BuilderStudy, "task">) {
  const { value, set } = tools;
  const t = useTranslations("builderWords.questions");
  return (
    <section className="grid gap-4">
      <h2 className="text-xl font-semibold">{t("course.title")}</h2>
      <TimeLimit {...tools} />
      <WayBack {...tools} />
      {task.hasProfiles && (
        <CheckboxField
          label={t("course.profiles")}
          hint={t("course.profilesHint")}
          checked={value.profiles !== undefined}
          onChange={(event) => set({ profiles: event.target.checked ? "open" : undefined })}
        />
      )}
      <CheckboxField
        label={t("course.pass")}
        hint={t("course.passHint", { right: String(task.hasRight) })}
        checked={value.mayPass ?? false}
        onChange={(event) => set({ mayPass: event.target.checked })}
      />
      {(task.hasRight || value.showScore) && (
        <CheckboxField
          label={t("course.score")}
          hint={t("course.scoreHint")}
          checked={value.showScore}
          onChange={(event) => set({ showScore: event.target.checked })}
        />
      )}
      <QuestionsPace {...tools} />
      <CheckboxField
        label={t("course.report")}
        hint={t("course.reportHint")}
        checked={value.reportPassage === true}
        onChange={(event) => set({ reportPassage: event.target.checked || undefined })}
      />
      <CheckboxField
        label={t("course.comment")}
        hint={t("course.commentHint")}
        checked={value.lastComment === true}
        onChange={(event) => set({ lastComment: event.target.checked || undefined })}
      />
    </section>
  );
}

function TimeLimit({ value, set, errorOf }: StepTools<Questions>) {
  const t = useTranslations("builderWords.questions");
  const limit = value.timeLimitMinutes;
  return (
    <>
      <CheckboxField
        label={t("course.limit")}
        hint={t("course.limitHint")}
        checked={limit !== null}
        onChange={(event) => set({ timeLimitMinutes: event.target.checked ? usualLimit : null })}
      />
      {limit !== null && (
        <div className="ml-9 max-w-48">
          <RequiredNumberField
            label={t("course.minutes")}
            min={1}
            data-field="questions.timeLimitMinutes"
            value={limit}
            onNumber={(timeLimitMinutes) => set({ timeLimitMinutes })}
            error={errorOf("timeLimitMinutes")}
          />
        </div>
      )}
    </>
  );
}

/** Whether one may go back to earlier cases; where not, what a draft counts for. */
function WayBack({ value, set }: StepTools<Questions>) {
  const t = useTranslations("builderWords.questions");
  return (
    <>
      <CheckboxField
        label={t("course.back")}
        hint={t("course.backHint")}
        checked={value.mayGoBack}
        onChange={(event) => set({ mayGoBack: event.target.checked })}
      />
      {!value.mayGoBack && (
        <div className="ml-9">
          <CheckboxField
            label={t("course.drafts")}
            hint={t("course.draftsHint")}
            checked={value.draftsCount === true}
            onChange={(event) => set({ draftsCount: event.target.checked })}
          />
        </div>
      )}
    </>
  );
}
