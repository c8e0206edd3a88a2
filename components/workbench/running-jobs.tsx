"use client";

import { useTranslations } from "next-intl";
import { isActive, useJob } from "#components/jobs/job-progress.tsx";
import { Link } from "#components/ui/link.tsx";
import { Progress } from "#components/ui/progress.tsx";
import type { JobView } from "#lib/jobs/schema.ts";

export type JobSummary = { job: JobView; about: string | null; href: string | null };

/** Long work that goes on now, as far as it is; what ends leaves the list. */
export function RunningJobs({ jobs }: { jobs: readonly JobSummary[] }) {
  const t = useTranslations("admin.jobs");
  return (
    <section aria-labelledby="jobs" className="grid content-start gap-3">
      <h2 id="jobs" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <ul role="list" className="grid gap-4">
        {jobs.map((shown) => (
          <RunningJob key={shown.job.id} {...shown} />
        ))}
      </ul>
    </section>
  );
}

function RunningJob({ job: initial, about, href }: JobSummary) {
  const t = useTranslations("admin.jobs");
  const { job } = useJob(initial);
  if (!isActive(job)) return null;
  const isKnown = job.state === "running" && job.total !== null && job.total > 0;
  return (
    <li className="grid gap-1">
      <Progress
        label={t(`kinds.${job.kind}`)}
        {...(isKnown ? { value: job.done, max: job.total ?? 1 } : {})}
        facts={job.state === "queued" ? [t("queued")] : []}
      />
      {about !== null && (
        <span className="text-sm wrap-anywhere">
          {href === null ? (
            <bdi>{about}</bdi>
          ) : (
            <Link href={href} className="text-accent underline">
              <bdi>{about}</bdi>
            </Link>
          )}
        </span>
      )}
    </li>
  );
}
