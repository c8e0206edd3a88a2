"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { Stale } from "#components/studies/poll.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";

/** Whether what stands here is of this moment, in words and by the reader's own clock. */
export function Freshness({
  stale,
  asks = true,
  words = "live.connection",
}: {
  stale: Stale;
  asks?: boolean;
  words?: "live.connection" | "endpointRuns.live.connection";
}) {
  const t = useTranslations(words);
  const format = useFormatter();
  // It takes long to ask for, and mostly nothing is stale.
  const byOwnClock = () =>
    ({ timeStyle: "medium", timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }) as const;
  return (
    <div className="grid gap-2">
      <FormMessage tone="warning">
        {stale && t(stale.why, { at: format.dateTime(stale.asOf, byOwnClock()) })}
      </FormMessage>
      {!stale && <p className="text-sm text-ink-muted">{t(asks ? "fine" : "over")}</p>}
    </div>
  );
}
