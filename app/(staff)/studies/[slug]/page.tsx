import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { openStudy } from "#app/(staff)/open-subject.ts";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { Feedback } from "#components/live/feedback.tsx";
import { LiveBoard } from "#components/live/live-board.tsx";
import { readLiveQuery } from "#components/live/read-live-query.ts";
import { toLiveView } from "#components/live/view.ts";
import { ClientWords } from "#components/shell/client-words.tsx";
import { designPath, resultsPath } from "#lib/paths.ts";
import { StudyFrame } from "#components/studies/study-frame.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { getFeedback } from "#lib/passage-reports/queries.ts";
import { listSittings } from "#lib/sittings/watching/list-queries.ts";
import { getSimulation } from "#lib/simulation/queries.ts";
import { getLive, getTimelines } from "#lib/sittings/watching/live-queries.ts";
import { getParticipantFlags } from "#lib/study-results/people/care-queries.ts";
import { getStopping } from "#lib/study-results/stopping/stopping-queries.ts";
import { isRunning } from "#lib/studies/schema.ts";
import { Link } from "#components/ui/link.tsx";
import { Callout } from "#components/ui/callout.tsx";

export const generateMetadata = nameStudyWindow((t) => t("studies.frame.pages.live"));

export default async function StudyPage({ params, searchParams }: PageProps<"/studies/[slug]">) {
  const viewer = await requireViewer("researcher", "admin");
  const study = await openStudy(viewer, params);
  const isAdmin = viewer.role === "admin";
  if (study.state === "draft" && isAdmin) redirect(designPath(study.slug, "frame"));
  const t = await getTranslations("studies.prepared");
  const pages = await getTranslations("studies.frame.pages");
  if (study.state === "draft")
    return (
      <StudyFrame study={study} role={viewer.role} page="live">
        <EmptyState title={t("title")}>{t("body")}</EmptyState>
      </StudyFrame>
    );
  const query = readLiveQuery(await searchParams);
  const care = await getParticipantFlags(viewer, study);
  const [live, answers, people, simulation, stopping, feedback] = await Promise.all([
    getLive(viewer, study.id, care),
    getTimelines(study.id),
    listSittings(viewer, study.id, query, care),
    getSimulation(study.id),
    getStopping(viewer, study),
    getFeedback(study.id),
  ]);
  const { id, slug, title } = study;
  return (
    <StudyFrame study={study} role={viewer.role} page="live" title={pages("live")}>
      {!isRunning(study.state) && <ClosedCallout slug={slug} />}
      <ClientWords
        of={["live", "resultsPeople.exclusions", "resultsPeople.flags", "secondFactor", "shell", "studies"]}
      >
        <LiveBoard
          study={{ id, slug, title }}
          initial={toLiveView({ state: study.state, live, answers, people, care, simulation, stopping })}
          query={query}
          isAdmin={isAdmin}
          renderedAt={new Date().toISOString()}
        />
      </ClientWords>
      <Feedback {...feedback} />
    </StudyFrame>
  );
}

/** Where a closed study leads. */
async function ClosedCallout({ slug }: { slug: string }) {
  const t = await getTranslations("resultsOverview.callout");
  return (
    <div className="mb-6">
      <Callout title={t("title")}>
        {t.rich("body", {
          link: (chunks) => (
            <Link href={resultsPath(slug)} className="text-accent underline">
              {chunks}
            </Link>
          ),
        })}
      </Callout>
    </div>
  );
}
