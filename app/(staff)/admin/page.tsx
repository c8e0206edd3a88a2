import { nameWindow } from "#app/(staff)/window-names.ts";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { ExampleList } from "#components/demo/example-list.tsx";
import { listExamples } from "#lib/demo/examples/queries.ts";
import { getUnseenDemo } from "#lib/demo/queries.ts";
import { newStudyPath, resultsPath } from "#lib/paths.ts";
import { pathOfJob } from "#components/jobs/job-path.ts";
import { ClientWords } from "#components/shell/client-words.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import {
  ClosedStudy,
  DemoNote,
  LatestEvents,
  OpenStudies,
  SetupChecklist,
} from "#components/workbench/workbench.tsx";
import { RunningJobs } from "#components/workbench/running-jobs.tsx";
import { stepsOf } from "#components/workbench/setup-steps.ts";
import { listEventsBefore, listSubjects } from "#lib/audit/queries.ts";
import { subjectKey } from "#lib/audit/schema.ts";
import { requireViewer } from "#lib/auth/request/request.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { listBenchmarks } from "#lib/benchmarks/queries.ts";
import { hasInvited } from "#lib/invitations/queries.ts";
import { listActiveJobs, type ActiveJob } from "#lib/jobs/queries.ts";
import { listStudies, type StudyRow } from "#lib/studies/queries.ts";
import { isRunning } from "#lib/studies/schema.ts";
import { getWholeRows } from "#lib/study-results/rows/rows-queries.ts";

type Admin = Viewer<"admin">;

export const generateMetadata = nameWindow((t) => t("admin.title"));

const lastLines = 8;

export default async function WorkbenchPage() {
  const viewer = await requireViewer("admin");
  // Whoever comes to a new instance sees the demo fill first.
  const unseen = await getUnseenDemo(viewer);
  if (unseen) redirect(resultsPath(unseen.slug, "cases"));
  const [benchmarks, studies, invited, jobs, events, examples] = await Promise.all([
    listBenchmarks(viewer),
    listStudies(viewer),
    hasInvited(viewer),
    listActiveJobs(viewer),
    listLatestEvents(viewer),
    listExamples(viewer),
  ]);
  const t = await getTranslations("admin");
  const steps = stepsOf({ benchmarks, studies, hasInvited: invited });
  const isSetUp = steps.every(({ isDone }) => isDone);
  const closed = lastClosed(studies);
  return (
    <ClientWords of={["admin", "progress", "shell"]}>
      <PageHeader
        title={t("title")}
        actions={studies.length > 0 && <ButtonLink href={newStudyPath}>{t("toNewStudy")}</ButtonLink>}
      />
      <div className="grid gap-10">
        {!isSetUp && (
          <div className="grid items-start gap-6 xl:grid-cols-[3fr_2fr]">
            <SetupChecklist steps={steps} />
            <DemoNote demo={findDemo(studies)}>{examples && <ExampleList {...examples} />}</DemoNote>
          </div>
        )}
        {studies.length > 0 && (
          <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-2">
            <div className="grid min-w-0 gap-10">
              <OpenStudies studies={studies.filter(({ state }) => isRunning(state))} />
              {jobs.length > 0 && <RunningJobs jobs={jobs.map(showJob)} />}
            </div>
            {closed && (
              <Streamed fallback={<Skeleton label={t("closed.coming")} lines={8} />}>
                <LastClosed viewer={viewer} slug={closed.slug} />
              </Streamed>
            )}
          </div>
        )}
        {studies.length === 0 && jobs.length > 0 && <RunningJobs jobs={jobs.map(showJob)} />}
        {events.length > 0 && <LatestEvents events={events} />}
      </div>
    </ClientWords>
  );
}

async function LastClosed({ viewer, slug }: { viewer: Admin; slug: string }) {
  const whole = await getWholeRows(viewer, slug);
  return whole && <ClosedStudy byKind={whole.byKind} />;
}

async function listLatestEvents(viewer: Admin) {
  const events = await listEventsBefore(viewer, {}, lastLines);
  const subjects = await listSubjects(viewer, events);
  return events.map((event) => ({ ...event, subject: subjects.get(subjectKey(event)) ?? null }));
}

const answeredBy = ({ sittings, simulated }: StudyRow) => sittings.submitted + simulated.submitted;

/** One's own before the demo's. */
function lastClosed(studies: readonly StudyRow[]): StudyRow | undefined {
  const closed = studies.filter((study) => study.closedAt !== null && answeredBy(study) > 0);
  const newest = closed.toSorted((a, b) => Number(b.closedAt) - Number(a.closedAt));
  return newest.find(({ isDemo }) => !isDemo) ?? newest[0];
}

function findDemo(studies: readonly StudyRow[]) {
  const [demo] = studies.filter(({ isDemo }) => isDemo).toSorted((a, b) => answeredBy(b) - answeredBy(a));
  return demo ? { slug: demo.slug, title: demo.title, submitted: answeredBy(demo) } : null;
}

const showJob = ({ job, benchmark }: ActiveJob) => ({
  job,
  about: benchmark?.name ?? null,
  href: benchmark && pathOfJob(job.kind, benchmark.slug, job.id),
});
