import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { getLocale } from "next-intl/server";
import { notFound } from "next/navigation";
import { setTexts } from "#app/(staff)/studies/[slug]/preview/set-texts.tsx";
import { ArmLinks, pickArm } from "#components/sitting/rehearsal/arm-links.tsx";
import { Rehearsal, type RehearsalPlan } from "#components/sitting/rehearsal/rehearsal.tsx";
import { designPath, studyPath } from "#lib/paths.ts";
import { requireViewer } from "#lib/auth/request/request.ts";
import { getPreviewCases, type PreviewCases } from "#lib/studies/preview-queries.ts";
import { getStudyAt, type Study } from "#lib/studies/queries.ts";
import { getWordsAsRead, type WordsAsRead } from "#lib/studies/plan-queries.ts";
import type { RehearsedCase } from "#components/sitting/rehearsal/state.ts";
import { deriveSeed } from "#lib/seeds/seeded-order.ts";
import { layOut } from "#lib/sittings/serving/order.ts";
import { answerKindOf } from "#lib/task-kinds/answer-registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

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

const stepOf = {
  no_benchmark: "frame",
  no_reference: "frame",
  too_few: "sample",
  arms: "assignment",
} as const;

/** Laid out as for a participant, from a seed that no participant gets. */
function rehearse(
  { slug, state, design }: Study,
  { problem, ...planned }: PreviewCases,
  questions: WordsAsRead["questions"],
  mayBuild: boolean,
): RehearsalPlan {
  const seed = deriveSeed(design.sample.seed, "preview");
  const cases = layOut(planned, seed, { ...design.assignment, repeats: design.sample.repeats }).map(
    ({ position, case: item, optionOrder, repeats }): RehearsedCase => {
      const { arrange, hasRight } = serverKindOf(item.kind);
      const { showGold } = answerKindOf(item.kind);
      const isPractice = item.stratum === "practice";
      return {
        position,
        kind: item.kind,
        isPractice,
        language: item.language,
        ...arrange(item.content, item.optionNames, optionOrder),
        // What comes again is in no score.
        gold:
          isPractice || (hasRight && repeats === null) ? showGold({ choice: item.gold }, optionOrder) : null,
      };
    },
  );
  const step = problem && problem !== "admins_only" && mayBuild ? designPath(slug, stepOf[problem]) : null;
  return {
    isDraft: state === "draft",
    cases,
    // A report is stored beside the answers.
    questions: { ...questions, reportPassage: false },
    problem: problem && { code: problem, step },
    endsOnFailure: design.rules.comprehension === "exclude",
    viaProlific: design.recruitment.ways.includes("prolific"),
  };
}
