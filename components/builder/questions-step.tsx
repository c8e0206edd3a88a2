"use client";

import { useTranslations } from "next-intl";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { QuestionsAsked } from "#components/builder/questions-asked.tsx";
import { QuestionsBackground } from "#components/builder/questions-background.tsx";
import { QuestionsCourse } from "#components/builder/questions-course.tsx";
import { StepForm } from "#components/builder/step-form.tsx";

const points = ["confidence", "exposure", "length", "score"] as const;

export function QuestionsStep({ study }: { study: BuilderStudy }) {
  const t = useTranslations("builderWords.questions.about");
  const about = points.map((point) => <p key={point}>{t(point)}</p>);
  return (
    <StepForm study={study} step="questions" value={study.design.questions} about={about}>
      {(tools) => (
        <>
          <QuestionsAsked {...tools} />
          <QuestionsBackground
            value={tools.value.background}
            onChange={(change) => tools.set(({ background }) => ({ background: change(background) }))}
            errorOf={(path) => tools.errorOf(`background.${path}`)}
          />
          <QuestionsCourse {...tools} />
        </>
      )}
    </StepForm>
  );
}
