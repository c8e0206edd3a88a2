"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { JobView } from "#lib/jobs/schema.ts";

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
