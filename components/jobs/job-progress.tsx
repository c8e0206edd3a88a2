"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useActionState, type ReactNode, useEffect, useState } from "react";
import { useRefusal } from "#components/benchmarks/use-refusal.ts";
import { useAnnouncement } from "#components/ui/use-announcement.ts";
import { Callout } from "#components/ui/callout.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { Progress } from "#components/ui/progress.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { cancelJob } from "#lib/jobs/actions.ts";
import { durationOf, type JobView, rateAndTimeLeft } from "#lib/jobs/schema.ts";
import { useRouter } from "next/navigation";

/** Of files: whether they are checked or stored; of texts, whether they are counted or sent. */
type Mode = "check" | "store" | "count" | "fetch";

type Props = {
  initial: JobView;
  mode: Mode;
  /** What it came to, where its page doesn't say that by itself. */
  children?: (done: JobView) => ReactNode;
};

/** How far long work is, while it waits and runs, and how it ended. */
export function JobProgress({ initial, mode, children }: Props) {
  const t = useTranslations("jobs");
  const { job, connection } = useJob(initial);
  const facts = useFacts(job);
  const state = job.isCancelling ? "cancelling" : job.state;
  const label = t(
    state === "queued" || state === "cancelling" ? `states.${state}` : `states.${mode}.${state}`,
  );
  const share = job.total ? Math.floor((100 * job.done) / job.total) : null;
  const spoken = [label, state === "running" && share !== null ? `${share}%` : ""].filter(Boolean).join(", ");
  return (
    <div className="grid gap-4">
      <p role="status" className="sr-only">
        {useAnnouncement(spoken, state)}
      </p>
      {isActive(job) ? (
        <>
          <Progress
            label={label}
            {...(job.state === "running" && job.total ? { value: job.done, max: job.total } : {})}
            facts={facts}
          />
          <WaitsFor job={job} />
          <FormMessage tone="warning">{connection !== "fine" && t(`connection.${connection}`)}</FormMessage>
          <Cancel job={job} />
        </>
      ) : (
        <JobOutcome job={job} mode={mode} />
      )}
      {job.state === "done" && children?.(job)}
    </div>
  );
}

function WaitsFor({ job: { waitsFor } }: { job: JobView }) {
  const t = useTranslations("jobs");
  if (!waitsFor) return null;
  const name = waitsFor.requestedBy ?? t("commandLine");
  return <p className="text-ink-muted">{t("waitsFor", { kind: t(`kinds.${waitsFor.kind}`), name })}</p>;
}

function Cancel({ job }: { job: JobView }) {
  const t = useTranslations("jobs");
  const refusalOf = useRefusal();
  const [state, action] = useActionState(cancelJob, null);
  return (
    <form action={action} className="grid justify-items-start gap-3">
      <FormMessage>{refusalOf(state)}</FormMessage>
      <input type="hidden" name="jobId" value={job.id} />
      <SubmitButton variant="secondary" disabled={job.isCancelling} busyLabel={t("cancelling")}>
        {job.isCancelling ? t("cancelling") : t("cancel")}
      </SubmitButton>
    </form>
  );
}

function JobOutcome({ job, mode }: { job: JobView; mode: Mode }) {
  const t = useTranslations("jobs");
  if (job.state === "failed")
    return (
      <Callout tone="danger" title={t(`states.${mode}.failed`)}>
        <p>{job.error}</p>
        <p>{t("nothingStored")}</p>
      </Callout>
    );
  if (job.state === "cancelled")
    return (
      <Callout tone="warning" title={t(`states.${mode}.cancelled`)}>
        {t("nothingStored")}
      </Callout>
    );
  return null;
}

function useFacts(job: JobView): string[] {
  const t = useTranslations("progress");
  const time = useTranslations("time");
  const format = useFormatter();
  if (job.state !== "running") return [];
  // Times of the database's clock: this browser's own may be hours off.
  const { rowsPerSecond, secondsLeft } = rateAndTimeLeft(job, new Date(job.heartbeatAt ?? job.createdAt));
  const left = secondsLeft === null ? null : durationOf(secondsLeft);
  const isOfTexts = job.unit === "texts";
  return [
    t(isOfTexts ? "textsSoFar" : "rowsSoFar", { done: job.rows }),
    rowsPerSecond === null
      ? ""
      : t(isOfTexts ? "textRate" : "rate", { perSecond: Math.round(rowsPerSecond) }),
    left === null ? "" : time("left", { duration: time(left.unit, { count: left.count }) }),
    job.unit === "bytes" && job.total
      ? t("bytes", {
          done: format.number(job.done / 1024 ** 2, { maximumFractionDigits: 1 }),
          total: format.number(job.total / 1024 ** 2, { maximumFractionDigits: 1 }),
        })
      : "",
  ].filter(Boolean);
}

export const isActive = ({ state }: JobView): boolean => state === "queued" || state === "running";

type Connection = "fine" | "lost" | "signedOut";

const everyMs = 1000;

/** Asks after a job once a second until it has ended, then has the page drawn anew. */
export function useJob(initial: JobView): { job: JobView; connection: Connection } {
  const router = useRouter();
  const [job, setJob] = useState(initial);
  const [connection, setConnection] = useState<Connection>("fine");
  const { id } = initial;
  const active = isActive(job);

  useEffect(() => {
    if (!active) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function ask(): Promise<void> {
      const answer = await askAfter(id, leaving.signal);
      if (leaving.signal.aborted) return;
      if (answer === "signedOut") return setConnection("signedOut");
      setConnection(answer === "lost" ? "lost" : "fine");
      if (answer !== "lost") {
        setJob(answer);
        if (!isActive(answer)) return router.refresh();
      }
      timer = setTimeout(ask, everyMs);
    }

    timer = setTimeout(ask, everyMs);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [id, active, router]);

  return { job, connection };
}

async function askAfter(id: string, signal: AbortSignal): Promise<JobView | "lost" | "signedOut"> {
  try {
    const response = await fetch(`/api/jobs/${id}`, { signal, cache: "no-store" });
    if (response.status === 401 || response.status === 403) return "signedOut";
    return response.ok ? ((await response.json()) as JobView) : "lost";
  } catch {
    return "lost";
  }
}
