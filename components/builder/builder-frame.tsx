import clsx from "clsx";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { allSteps, type BuilderStep } from "#components/builder/builder-study.ts";
import { UnsavedSteps } from "#components/builder/design-card.tsx";
import { RenameStudy } from "#components/builder/rename-study.tsx";
import { designPath, studyPath } from "#lib/paths.ts";
import { CopyStudy, RemoveDraft } from "#components/studies/study-actions.tsx";
import { StudyFrame } from "#components/studies/study-frame.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import type { Study } from "#lib/studies/queries.ts";
import type { Finding, StepName, StudyState } from "#lib/studies/schema.ts";
import { useTranslations } from "next-intl";
import { Callout } from "#components/ui/callout.tsx";
import { Link } from "#components/ui/link.tsx";

type Props = {
  study: Pick<Study, "slug" | "title" | "state" | "revision" | "isDemo" | "hasSimulated">;
  step: BuilderStep;
  /** What still keeps the study from opening, step by step. */
  problems: readonly Finding[];
  /** Steps that somebody has saved since the draft was made. */
  saved: readonly StepName[];
  /** What the design comes to. */
  card: ReactNode;
  children: ReactNode;
};

/** Which study is being built, and its steps with what each still lacks. */
export async function BuilderFrame({ study, step, problems, saved, card, children }: Props) {
  const t = await getTranslations("builder");
  const { slug, title, revision } = study;
  const label = t("frame.steps");
  const links = allSteps.map((one, index) => {
    const lacks = problems.filter((problem) => problem.step === one).length;
    // The last step has nothing of its own to save: it is done while somebody looks at it and nothing is in the way.
    const isDone = one === "check" ? step === "check" && problems.length === 0 : saved.includes(one);
    const state = lacks > 0 ? "problems" : isDone ? "done" : "open";
    const { look, icon } = marks[state];
    return (
      <li key={one}>
        <a
          href={designPath(slug, one)}
          aria-current={one === step ? "step" : undefined}
          className={clsx(
            "target flex items-center gap-2 rounded-md border-l-3 px-2.5 no-underline",
            one === step
              ? "border-accent bg-accent-tint font-semibold text-ink"
              : "border-transparent text-ink-muted hover:bg-sunken hover:text-ink",
          )}
        >
          {/* Told by its form as well as by its colour. */}
          <span
            aria-hidden
            className={clsx(
              "figures inline-flex size-6 shrink-0 items-center justify-center rounded-full border text-xs",
              look,
            )}
          >
            {icon ? <Icon name={icon} className="size-3.5" /> : index + 1}
          </span>
          <span className="min-w-0 grow">{t(`steps.${one}.name`)}</span>
          {lacks > 0 && (
            <span aria-hidden className="figures text-sm text-warning">
              {lacks}
            </span>
          )}
          <span className="sr-only">, {t(`frame.states.${state}`, { count: lacks })}</span>
        </a>
      </li>
    );
  });
  // Plain addresses: leaving with something unsaved asks first, and a step is always read afresh.
  const list = (className?: string) => (
    <ol role="list" className={clsx("grid gap-0.5", className)}>
      {links}
    </ol>
  );
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
        {/* Down the side where there is room, and folded into one line where there is not. */}
        <details className="rounded-md border border-line bg-raised xl:hidden">
          <summary className="target flex items-center gap-2 px-3 font-medium">
            <span className="min-w-0 grow">
              {t("frame.place", {
                number: allSteps.indexOf(step) + 1,
                of: allSteps.length,
                step: t(`steps.${step}.name`),
              })}
            </span>
            <Icon name="down" className="size-4" />
          </summary>
          <nav aria-label={label} className="border-t border-line p-2">
            {list("sm:grid-cols-2")}
          </nav>
        </details>
        <UnsavedSteps>
          <div className="grid gap-4 self-start xl:sticky xl:top-16">
            <nav aria-label={label} className="max-xl:hidden">
              {list()}
            </nav>
            {card}
          </div>
          <div className="min-w-0">
            <SectionHeader title={t(`steps.${step}.title`)} intro={<p>{t(`steps.${step}.intro`)}</p>} />
            {children}
          </div>
        </UnsavedSteps>
      </div>
    </StudyFrame>
  );
}

const marks = {
  done: { look: "border-success text-success", icon: "check" },
  problems: { look: "border-warning text-warning", icon: "warning" },
  open: { look: "border-edge text-ink-muted", icon: null },
} as const;

type SameTitleProps = { studies: readonly { slug: string; title: string; state: StudyState }[] };

/** Two studies of one name are told apart by their addresses alone: said while the name is easily changed. */
export function SameTitle({ studies }: SameTitleProps) {
  const t = useTranslations();
  if (studies.length === 0) return null;
  return (
    <div className="mb-6">
      <Callout tone="warning" title={t("builder.sameTitle.title", { count: studies.length })}>
        <ul className="grid gap-1">
          {studies.map(({ slug, title, state }) => (
            <li key={slug}>
              <Link href={studyPath(slug)} className="text-accent underline">
                <bdi>{title}</bdi>
              </Link>{" "}
              <span className="text-ink-muted">
                {t("builder.sameTitle.which", { slug, state: t(`studies.states.${state}.name`) })}
              </span>
            </li>
          ))}
        </ul>
        <p>{t("builder.sameTitle.rename")}</p>
      </Callout>
    </div>
  );
}
