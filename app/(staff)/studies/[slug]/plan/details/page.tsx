import { getFormatter, getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { openStudy } from "#app/(staff)/open-subject.ts";
import { DetailsForm } from "#components/reporting/details-form.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { StudyFrame } from "#components/studies/study-frame.tsx";
import { SectionHeader, Section } from "#components/ui/page-header.tsx";
import { TextLink } from "#components/ui/link.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { designPath, resultsPath, studyPath } from "#lib/paths.ts";
import { listDetails, type DetailsRevision } from "#lib/studies/reporting/queries.ts";
import { listChanged, listConsentSays, mergeStated } from "#lib/studies/reporting/stated.ts";

export const generateMetadata = nameStudyWindow((t) => t("reporting.details.title"));

export default async function DetailsPage({ params }: PageProps<"/studies/[slug]/plan/details">) {
  const viewer = await requireViewer("researcher", "admin");
  const study = await openStudy(viewer, params);
  const { slug, design } = study;
  if (study.state === "draft")
    redirect(viewer.role === "admin" ? designPath(slug, "recruitment") : studyPath(slug));
  const revisions = await listDetails(study.id);
  const { reporting } = mergeStated(design.recruitment.reporting, revisions);
  const t = await getTranslations("reporting.details");
  return (
    <StudyFrame study={study} role={viewer.role} page="plan">
      <SectionHeader
        title={t("title")}
        intro={t("intro")}
        actions={<TextLink href={resultsPath(slug, "report")}>{t("toReport")}</TextLink>}
      />
      <div className="grid gap-8">
        <ClientWords of={["builder.conflict", "builder.errors", "builder.fieldErrors", "reporting", "shell"]}>
          <DetailsForm
            slug={slug}
            stated={reporting}
            revision={revisions.at(-1)?.revision ?? 0}
            consent={listConsentSays(design.words.ethics)}
          />
        </ClientWords>
        <History revisions={revisions} />
      </div>
    </StudyFrame>
  );
}

/** Which fields were changed when, and by whom. */
async function History({ revisions }: { revisions: readonly DetailsRevision[] }) {
  const t = await getTranslations("reporting");
  const format = await getFormatter();
  if (revisions.length === 0) return null;
  return (
    <Section id="history" title={t("details.history")} className="grid gap-2">
      <ul className="grid list-disc gap-1 pl-5">
        {revisions
          .map(({ revision, content, at, by }, index) => ({
            revision,
            at,
            by,
            fields: listChanged(revisions[index - 1]?.content ?? {}, content),
          }))
          .reverse()
          .map(({ revision, at, by, fields }) => (
            <li key={revision} className="measure">
              {t("details.change", {
                at: format.dateTime(at, { dateStyle: "medium", timeStyle: "short" }),
                by: by ?? "–",
                fields: format.list(fields.map((field) => t(`fields.${field}`))),
              })}
            </li>
          ))}
      </ul>
    </Section>
  );
}
