"use client";

import { useTranslations } from "next-intl";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { QuestionsAsked } from "#components/builder/questions/asked.tsx";
import { QuestionsBackground } from "#components/builder/questions/background.tsx";
import { QuestionsComprehension } from "#components/builder/questions/comprehension.tsx";
import { QuestionsCourse } from "#components/builder/questions/course.tsx";
import { StepForm } from "#components/builder/step-form.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";

const points = ["confidence", "exposure", "length", "score"] as const;
const judgingPoints = ["exposure", "length"] as const;

export function QuestionsStep({ study }: { study: BuilderStudy }) {
  const t = useTranslations("builderWords.questions");
  const { task } = study;
  const about = (task.hasRight ? points : judgingPoints).map((point) => (
    <p key={point}>{t(`about.${point}`)}</p>
  ));
  return (
    <StepForm study={study} step="questions" value={study.design.questions} about={about}>
      {(tools) => (
        <>
          <QuestionsAsked {...tools} task={task} />
          <QuestionsBackground
            value={tools.value.background}
            onChange={(change) => tools.set(({ background }) => ({ background: change(background) }))}
            errorOf={(path) => tools.errorOf(`background.${path}`)}
          />
          <CheckboxField
            label={t("preferNotToSay")}
            hint={t("preferNotToSayHint")}
            checked={tools.value.preferNotToSay ?? false}
            onChange={({ target }) => tools.set({ preferNotToSay: target.checked })}
          />
          <QuestionsComprehension {...tools} />
          <QuestionsCourse {...tools} task={task} />
        </>
      )}
    </StepForm>
  );
}
