import { getTranslations, getLocale } from "next-intl/server";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { SameTexts } from "#components/builder/same-texts.tsx";
import { CheckOpen } from "#components/builder/check-open.tsx";
import { readDraft } from "#lib/studies/opening/plan-reading.ts";
import { PlanSummary } from "#components/builder/plan/summary.tsx";
import { PreregistrationLinks, PlanView } from "#components/builder/plan/view.tsx";
import { previewPath, designPath } from "#lib/paths.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { StudyPlan } from "#lib/studies/plan-queries.ts";
import type { PowerPlan } from "#lib/studies/opening/power-plan.ts";
import { formatFinding } from "#lib/studies/findings/wording.ts";
import type { Finding } from "#lib/studies/schema.ts";

type Props = { study: BuilderStudy; plan: StudyPlan; power: PowerPlan };

/** The whole draft, what stands against it, and the door. */
export async function CheckStep({ study, plan: { facts, problems, warnings }, power }: Props) {
  const t = await getTranslations("builder.check");
  const reading = readDraft(study.design, facts);
  return (
    <div className="grid gap-8">
      <PlanSummary plan={reading} />
      {problems.length > 0 ? (
        <Callout tone="danger" title={t("problems", { count: problems.length })}>
          <FindingList slug={study.slug} revision={study.revision} findings={problems} />
        </Callout>
      ) : (
        <Callout tone="success" title={t("ready")} />
      )}
      {warnings.length > 0 && (
        <Callout tone="warning" title={t("warnings", { count: warnings.length })}>
          <FindingList slug={study.slug} revision={study.revision} findings={warnings} />
        </Callout>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink href={previewPath(study.slug)}>{t("preview")}</ButtonLink>
        <p className="text-sm text-ink-muted">{t("previewHint")}</p>
      </div>
      <PlanView plan={reading} power={power} draft={study.slug} />
      <PreregistrationLinks slug={study.slug} isFrozen={false} />
      <section
        aria-labelledby="open"
        className="sticky bottom-0 z-20 -mx-1 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-1 py-3"
      >
        <h2 id="open" className="sr-only">
          {t("open.title")}
        </h2>
        {problems.length === 0 && reading.sample ? (
          <CheckOpen
            slug={study.slug}
            title={study.title}
            revision={study.revision}
            digest={reading.sample.digest}
          />
        ) : (
          <p className="font-medium">{t("open.notYet", { count: problems.length })}</p>
        )}
        <p className="min-w-0 grow basis-80 text-sm text-ink-muted max-sm:hidden">{t("open.means")}</p>
      </section>
    </div>
  );
}

/** What stands against a plan, in words, each with the step where it is put right. */
export async function FindingList({
  slug,
  revision,
  findings,
  linked = true,
}: {
  slug: string;
  /** Of a draft that can be put right by a button. */
  revision?: number;
  findings: readonly Finding[];
  linked?: boolean;
}) {
  const t = await getTranslations();
  const locale = await getLocale();
  return (
    <ul className="grid list-disc gap-1.5 pl-5">
      {findings.map((finding, index) => (
        <li key={index} className="measure">
          {formatFinding(t, finding, locale)}{" "}
          {linked && finding.step !== "check" && (
            <a
              href={`${designPath(slug, finding.step)}${finding.field ? `?at=${finding.field}` : ""}`}
              className="whitespace-nowrap text-accent underline"
            >
              {t("builder.toStep", { step: t(`builder.steps.${finding.step}.name`) })}
            </a>
          )}
          {revision !== undefined &&
            ["same_text", "rated_apart", "rated_once_differs"].includes(finding.code) && (
              <SameTexts
                slug={slug}
                revision={revision}
                isRated={finding.code !== "same_text" || finding.values?.["alike"] !== undefined}
                isRepeated={finding.code === "same_text"}
              />
            )}
        </li>
      ))}
    </ul>
  );
}
