import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { RenameStudy } from "#components/builder/start/rename-study.tsx";
import { StepLinks } from "#components/builder/step-links.tsx";
import { designPath } from "#lib/paths.ts";
import { CopyStudy } from "#components/studies/copy-study.tsx";
import { RemoveDraft } from "#components/studies/remove-draft.tsx";
import { StudyFrame } from "#components/studies/study-frame.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { stepNames, type Finding, type StudyState } from "#lib/studies/schema.ts";

export const allSteps = [...stepNames, "check"] as const;
export type BuilderStep = (typeof allSteps)[number];

type Props = {
  study: {
    slug: string;
    title: string;
    state: StudyState;
    revision: number;
    benchmark: { name: string } | null;
    isDemo: boolean;
    hasSimulated: boolean;
  };
  step: BuilderStep;
  /** What still keeps the study from opening, step by step. */
  problems: readonly Finding[];
  children: ReactNode;
};

/** Which study is being built, and its steps with what each still lacks. */
export async function BuilderFrame({ study, step, problems, children }: Props) {
  const t = await getTranslations("builder");
  const { slug, title, revision } = study;
  return (
    <StudyFrame
      study={study}
      role="admin"
      page="design"
      actions={
        <>
          <RenameStudy {...{ slug, title, revision }} />
          <CopyStudy slug={slug} title={title} />
          <RemoveDraft slug={slug} title={title} />
        </>
      }
    >
      <div className="mb-6">
        <StepLinks
          label={t("frame.steps")}
          items={allSteps.map((one, index) => {
            const lacks = problems.filter((problem) => problem.step === one).length;
            return {
              href: designPath(slug, one),
              number: index + 1,
              label: t(`steps.${one}.name`),
              current: one === step,
              lacks,
              lacksWords: t("frame.lacks", { count: lacks }),
            };
          })}
        />
      </div>
      <SectionHeader title={t(`steps.${step}.title`)} intro={<p>{t(`steps.${step}.intro`)}</p>} />
      {children}
    </StudyFrame>
  );
}
