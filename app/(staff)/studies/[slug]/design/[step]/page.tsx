import { getTranslations } from "next-intl/server";
import { notFound, redirect } from "next/navigation";
import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { BuilderFrame, SameTitle } from "#components/builder/builder-frame.tsx";
import { allSteps, type BuilderStep, type BuilderStudy } from "#components/builder/builder-study.ts";
import { DesignCard, type SavedDesign } from "#components/builder/design-card.tsx";
import { CheckStep, FindingList } from "#components/builder/steps/check.tsx";
import type { BenchmarkChoice } from "#components/builder/steps/frame.tsx";
import {
  AssignmentStep,
  ClaimsStep,
  FrameStep,
  PowerStep,
  QuestionsStep,
  RecruitmentStep,
  RulesStep,
  SampleStep,
  WordsStep,
} from "#components/builder/fetched-steps.tsx";
import type { ConsentWords } from "#components/builder/steps/words.tsx";
import { planPath } from "#lib/paths.ts";
import { Streamed } from "#components/ui/streamed.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { getBenchmark, listBenchmarks } from "#lib/benchmarks/queries.ts";
import { listEveryRunName } from "#lib/model-runs/queries.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };
import { measureOf, taskOf } from "#lib/studies/frame/planned-task.ts";
import { listTrackGroups } from "#lib/studies/frame/queries.ts";
import { getPlan, type StudyPlan } from "#lib/studies/plan-queries.ts";
import { standingOf } from "#lib/studies/opening/judged-power.ts";
import { computePower, drawPowerCurve, type PowerPlan } from "#lib/studies/opening/power-plan.ts";
import { getStudyAt, listSameTitle, listSavedSteps, type Study } from "#lib/studies/queries.ts";

export const generateMetadata = nameStudyWindow<{ slug: string; step: string }>((t, { step }) =>
  allSteps.includes(step as BuilderStep)
    ? t(`builder.steps.${step as BuilderStep}.name`)
    : t("studies.frame.pages.design"),
);

type Admin = Viewer<"admin">;

const consentWords: ConsentWords = {
  en: { consent: en.sitting.consent },
  "zh-CN": { consent: zh.sitting.consent },
};

export default async function DesignPage({ params }: PageProps<"/studies/[slug]/design/[step]">) {
  const viewer = await requireViewer("admin");
  const { slug, step: written } = await params;
  const study = await getStudyAt(viewer, slug);
  const step = allSteps.find((one) => one === written);
  if (!study || !step) notFound();
  if (study.state !== "draft") redirect(planPath(study.slug));
  const [plan, tracks, saved, alike] = await Promise.all([
    getPlan(viewer, study),
    listTracks(viewer, study),
    listSavedSteps(study.id),
    step === "frame" ? listSameTitle(viewer, study.title, study.slug) : [],
  ]);
  const here = plan.problems.filter((problem) => problem.step === step);
  const t = await getTranslations("builder");
  return (
    <BuilderFrame
      study={study}
      step={step}
      problems={plan.problems}
      saved={saved}
      card={
        <Streamed fallback={<div className="min-h-16 xl:min-h-36" />}>
          <Card study={study} facts={plan.facts} />
        </Streamed>
      }
    >
      <SameTitle studies={alike} />
      {here.length > 0 && (
        <div className="mb-8">
          <Callout tone="warning" title={t("frame.problemsHere")}>
            <FindingList slug={study.slug} revision={study.revision} findings={here} linked={false} />
          </Callout>
        </div>
      )}
      <StepContent viewer={viewer} study={study} step={step} plan={plan} tracks={tracks} />
    </BuilderFrame>
  );
}

async function Card({ study: { design }, facts }: { study: Study; facts: StudyPlan["facts"] }) {
  const tracks = [...facts.tracks];
  const power = await computePower(design, tracks, { withChanges: false, standing: standingOf(facts) });
  const [kind = null, ...others] = taskOf(tracks).kinds;
  return (
    <DesignCard
      saved={{
        design,
        kind: others.length === 0 ? kind : null,
        reading: facts.reading,
        tracks: tracks.filter((track) => measureOf(track) === "accuracy"),
        half: halfOf(power),
      }}
    />
  );
}

/** Of all cases whose answers can be right; where there are none, of the one track that is judged. */
function halfOf({ rows: [all], judged }: PowerPlan): SavedDesign["half"] {
  const width = all?.figures.intervalWidth;
  if (width != null) return { size: width / 2, unit: "share" };
  const [only, ...others] = all ? [] : judged;
  const half = others.length === 0 ? only?.planned?.figures.half : null;
  return half != null && only ? { size: half, unit: only.measure === "mean" ? "points" : "share" } : null;
}

type ContentProps = {
  viewer: Admin;
  study: Study;
  step: BuilderStep;
  plan: StudyPlan;
  tracks: BuilderStudy["tracks"];
};

async function StepContent({ viewer, study: found, step, plan, tracks }: ContentProps) {
  const { slug, title, state, revision, design, benchmark: chosen } = found;
  const benchmark = chosen && { slug: chosen.slug, name: chosen.name, filters: chosen.filters };
  const counts = [...plan.facts.tracks];
  const task = taskOf(counts);
  const study: BuilderStudy = { slug, title, state, revision, design, benchmark, tracks, task };
  const { reading, orders } = plan.facts;
  switch (step) {
    case "frame":
      return <FrameStep study={study} benchmarks={await listChoices(viewer, chosen?.slug)} />;
    case "sample":
      return <SampleStep study={study} counts={counts} groups={await listGroups(viewer, found)} />;
    case "assignment":
      return <AssignmentStep study={study} eligible={counts} reading={reading} orders={orders} />;
    case "questions":
      return <QuestionsStep study={study} />;
    case "words":
      return <WordsStep study={study} reading={reading} consentWords={consentWords} />;
    case "rules":
      return <RulesStep study={study} />;
    case "claims":
      return <ClaimsStep study={study} runs={plan.facts.runs} />;
    case "power": {
      const results = await computePower(design, counts, { standing: standingOf(plan.facts) });
      const curve = drawPowerCurve(design, counts, results);
      return <PowerStep study={study} results={results} curve={curve} />;
    }
    case "recruitment":
      return <RecruitmentStep study={study} reading={reading} />;
    case "check":
      return (
        <CheckStep
          study={study}
          plan={plan}
          power={await computePower(design, counts, { withChanges: false, standing: standingOf(plan.facts) })}
        />
      );
  }
}

async function listTracks(viewer: Admin, { benchmark }: Study): Promise<BuilderStudy["tracks"]> {
  return benchmark ? ((await getBenchmark(viewer, benchmark.slug))?.tracks ?? []) : [];
}

const listGroups = (viewer: Admin, { benchmark, design }: Study) =>
  benchmark ? listTrackGroups(viewer, benchmark.id, design.frame) : [];

/** What a frame can be made of: every benchmark that is not put away, or is chosen already. */
async function listChoices(viewer: Admin, chosen: string | undefined): Promise<BenchmarkChoice[]> {
  const [listed, runs] = await Promise.all([listBenchmarks(viewer), listEveryRunName(viewer)]);
  const offered = listed.filter(({ slug, archivedAt }) => archivedAt === null || slug === chosen);
  const byBenchmark = Map.groupBy(runs, ({ benchmark }) => benchmark.slug);
  return offered.map(({ slug, name, tracks }) => ({
    slug,
    name,
    tracks,
    runs: (byBenchmark.get(slug) ?? []).map(({ model, method, version }) => ({ model, method, version })),
  }));
}
