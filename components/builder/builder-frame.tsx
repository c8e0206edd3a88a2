import clsx from "clsx";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { allSteps, type BuilderStep } from "#components/builder/builder-study.ts";
import { RenameStudy } from "#components/builder/rename-study.tsx";
import { designPath } from "#lib/paths.ts";
import { CopyStudy } from "#components/studies/copy-study.tsx";
import { RemoveDraft } from "#components/studies/remove-draft.tsx";
import { StudyFrame } from "#components/studies/study-frame.tsx";
import { Icon } from "#components/ui/icons.tsx";
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

type StepState = "done" | "problems" | "open";
type StepItem = {
  href: string;
  number: number;
  label: string;
  current: boolean;
  state: StepState;
  /** How much is missing. */
  lacks: number;
  /** How the step stands, in words. */
  stateWords: string;
};

type LinksProps = {
  label: string;
  /** Which step of how many one is at. */ place: string;
  items: readonly StepItem[];
};

/** Down the side where there is room, and folded into one line where there is not. */
function StepLinks({ label, place, items }: LinksProps) {
  return (
    <>
      <details className="rounded-md border border-line bg-raised xl:hidden">
        <summary className="target flex items-center gap-2 px-3 font-medium">
          <span className="min-w-0 grow">{place}</span>
          <Icon name="down" className="size-4" />
        </summary>
        <nav aria-label={label} className="border-t border-line p-2">
          <Steps items={items} className="sm:grid-cols-2" />
        </nav>
      </details>
      <nav aria-label={label} className="sticky top-16 self-start max-xl:hidden">
        <Steps items={items} />
      </nav>
    </>
  );
}

/** Plain addresses: leaving with something unsaved asks first, and a step is always read afresh. */
function Steps({ items, className }: { items: readonly StepItem[]; className?: string }) {
  return (
    <ol role="list" className={clsx("grid gap-0.5", className)}>
      {items.map(({ href, number, label, current, state, lacks, stateWords }) => (
        <li key={href}>
          <a
            href={href}
            aria-current={current ? "step" : undefined}
            className={clsx(
              "target flex items-center gap-2 rounded-md border-l-3 px-2.5 no-underline",
              current
                ? "border-accent bg-accent-tint font-semibold text-ink"
                : "border-transparent text-ink-muted hover:bg-sunken hover:text-ink",
            )}
          >
            <StateMark state={state} number={number} />
            <span className="min-w-0 grow">{label}</span>
            {lacks > 0 && (
              <span aria-hidden className="figures text-sm text-warning">
                {lacks}
              </span>
            )}
            <span className="sr-only">, {stateWords}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}

/** Told by its form as well as by its colour. */
function StateMark({ state, number }: { state: StepState; number: number }) {
  return (
    <span
      aria-hidden
      className={clsx(
        "figures inline-flex size-6 shrink-0 items-center justify-center rounded-full border text-xs",
        state === "done" && "border-success text-success",
        state === "problems" && "border-warning text-warning",
        state === "open" && "border-edge text-ink-muted",
      )}
    >
      {state === "done" ? (
        <Icon name="check" className="size-3.5" />
      ) : state === "problems" ? (
        <Icon name="warning" className="size-3.5" />
      ) : (
        number
      )}
    </span>
  );
}
