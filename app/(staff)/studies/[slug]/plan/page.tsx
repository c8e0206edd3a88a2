import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { openStudy } from "#app/(staff)/open-subject.ts";
import { getFormatter, getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { readManifest } from "#lib/studies/opening/plan-reading.ts";
import { PreregistrationLinks, PlanView } from "#components/builder/plan/view.tsx";
import { TextLink } from "#components/ui/link.tsx";
import { designPath, detailsPath, manifestAddress, studyPath } from "#lib/paths.ts";
import { StudyFrame } from "#components/studies/study-frame.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { getFrozenPlan, getStanding } from "#lib/studies/queries.ts";
import { computePower } from "#lib/studies/opening/power-plan.ts";

export const generateMetadata = nameStudyWindow((t) => t("studies.frame.pages.plan"));

export default async function PlanPage({ params }: PageProps<"/studies/[slug]/plan">) {
  const viewer = await requireViewer("researcher", "admin");
  const study = await openStudy(viewer, params);
  const plan = await getFrozenPlan(study.id);
  if (!plan) redirect(viewer.role === "admin" ? designPath(study.slug, "check") : studyPath(study.slug));
  const { frozen, manifest } = plan;
  const { design, eligible, software } = manifest;
  const standing = await getStanding(study.id);
  const power = await computePower(design, eligible, { withChanges: false, standing });
  const t = await getTranslations("builder.frozen");
  const format = await getFormatter();
  return (
    <StudyFrame study={study} role={viewer.role} page="plan" title={t("title")}>
      <div className="grid gap-8">
        <div className="grid gap-3">
          <p className="measure">
            {t("intro", {
              at: format.dateTime(frozen.frozenAt, { dateStyle: "long", timeStyle: "short" }),
              software: `${software.name} ${software.version}`,
            })}
          </p>
          <p className="measure text-ink-muted">{t("enforced")}</p>
          <p>
            {t("hash")} <code className="font-mono wrap-anywhere">{frozen.hash}</code>
          </p>
          <p className="flex flex-wrap items-center gap-3">
            <ButtonLink href={manifestAddress(study.slug)} download>
              {t("download")}
            </ButtonLink>
            <span className="text-sm text-ink-muted">{t("downloadHint")}</span>
          </p>
        </div>
        <PreregistrationLinks slug={study.slug} isFrozen />
        <p className="measure">
          {t.rich("details", {
            link: (words) => <TextLink href={detailsPath(study.slug)}>{words}</TextLink>,
          })}
        </p>
        <PlanView plan={readManifest(manifest, study.benchmark)} power={power} />
      </div>
    </StudyFrame>
  );
}
