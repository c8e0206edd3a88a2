import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { allSteps, type BuilderStep } from "#components/builder/builder-study.ts";
import { RenameStudy } from "#components/builder/start/rename-study.tsx";
import { StepLinks, type StepState } from "#components/builder/step-links.tsx";
import { designPath } from "#lib/paths.ts";
import { CopyStudy } from "#components/studies/copy-study.tsx";
import { RemoveDraft } from "#components/studies/remove-draft.tsx";
import { StudyFrame } from "#components/studies/study-frame.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import type { Finding, StepName, StudyState } from "#lib/studies/schema.ts";

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
  /** Steps that somebody has saved since the draft was made. */
  saved: readonly StepName[];
  children: ReactNode;
};

/** Which study is being built, and its steps with what each still lacks. */
export async function BuilderFrame({ study, step, problems, saved, children }: Props) {
  const t = await getTranslations("builder");
  const { slug, title, revision } = study;
  return (
    <StudyFrame
      study={study}
      role="admin"
      page="design"
      actions={
        <>
          <RenameStudy slug={slug} title={title} revision={revision} />
          <CopyStudy slug={slug} title={title} />
          <RemoveDraft slug={slug} title={title} />
        </>
      }
    >
      <div className="grid gap-x-8 gap-y-4 xl:grid-cols-[11.5rem_minmax(0,1fr)]">
        <StepLinks
          label={t("frame.steps")}
          place={t("frame.place", {
            number: allSteps.indexOf(step) + 1,
            of: allSteps.length,
            step: t(`steps.${step}.name`),
          })}
          items={allSteps.map((one, index) => {
            const state = stateOf(one, problems, saved);
            const lacks = problems.filter((problem) => problem.step === one).length;
            return {
              href: designPath(slug, one),
              number: index + 1,
              label: t(`steps.${one}.name`),
              current: one === step,
              state,
              lacks,
              stateWords: t(`frame.states.${state}`, { count: lacks }),
            };
          })}
        />
        <div className="min-w-0">
          <SectionHeader title={t(`steps.${step}.title`)} intro={<p>{t(`steps.${step}.intro`)}</p>} />
          {children}
        </div>
      </div>
    </StudyFrame>
  );
}

/** The last step has nothing of its own: it is done when nothing keeps the study from opening. */
function stateOf(step: BuilderStep, problems: readonly Finding[], saved: readonly StepName[]): StepState {
  if (step === "check") return problems.length === 0 ? "done" : "open";
  if (problems.some((problem) => problem.step === step)) return "problems";
  return saved.includes(step) ? "done" : "open";
}
