import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { getLocale } from "next-intl/server";
import { notFound } from "next/navigation";
import { rehearse } from "#app/(staff)/studies/[slug]/preview/rehearse.ts";
import { setTexts } from "#app/(staff)/studies/[slug]/preview/set-texts.tsx";
import { ArmLinks, pickArm } from "#components/sitting/rehearsal/arm-links.tsx";
import { Rehearsal } from "#components/sitting/rehearsal/rehearsal.tsx";
import { designPath, studyPath } from "#lib/paths.ts";
import { requireViewer } from "#lib/auth/request/request.ts";
import { getPreviewCases } from "#lib/studies/preview-queries.ts";
import { getStudyAt } from "#lib/studies/queries.ts";
import { getWordsAsRead } from "#lib/studies/texts/queries.ts";

export const generateMetadata = nameStudyWindow((t) => t("studies.frame.pages.preview"));

type Props = PageProps<"/studies/[slug]/preview">;

export default async function PreviewPage({ params, searchParams }: Props) {
  const viewer = await requireViewer("researcher", "admin");
  const study = await getStudyAt(viewer, (await params).slug);
  if (!study) notFound();
  const isDraft = study.state === "draft";
  const mayBuild = isDraft && viewer.role === "admin";
  const { arms } = study.design.assignment;
  const arm = pickArm((await searchParams).arm, arms);
  const [planned, read, staffLanguage] = await Promise.all([
    getPreviewCases(viewer, study, arm),
    getWordsAsRead(viewer, study),
    getLocale(),
  ]);
  const plan = rehearse(study, planned, read.questions, mayBuild);
  return (
    <Rehearsal
      // Each arm is a sitting of its own.
      key={arm}
      plan={plan}
      arms={arms && <ArmLinks arms={arms} current={arm} />}
      texts={setTexts(study, read, plan.cases, arm)}
      staffLanguage={staffLanguage}
      leave={mayBuild ? designPath(study.slug, "check") : studyPath(study.slug)}
      toWords={mayBuild ? designPath(study.slug, "words") : null}
    />
  );
}
