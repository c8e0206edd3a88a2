"use client";

import { useTranslations } from "next-intl";
import { ToldFault } from "#components/model-calls/told-fault.tsx";
import type { RunSums } from "#lib/endpoint-runs/live-run.ts";

/** Tries that brought no answer, by what went wrong, each with what became of the newest. */
export function RunFailures({ failures }: Pick<RunSums, "failures">) {
  const t = useTranslations("endpointRuns.live.failures");
  return (
    <section aria-labelledby="failures" className="grid min-w-0 gap-3">
      <h3 id="failures" className="text-lg font-semibold">
        {t("title")}
      </h3>
      {failures.length === 0 ? (
        <p className="text-ink-muted">{t("none")}</p>
      ) : (
        <ul role="list" className="grid gap-2">
          {failures.map(({ failure, count, ...fault }) => (
            <li key={failure} className="grid gap-x-6 border-t border-line pt-2 sm:grid-cols-[18rem_1fr]">
              <span className="flex justify-between gap-4">
                <span>{t(`kinds.${failure}`)}</span>
                <span className="figures">{t("times", { count })}</span>
              </span>
              <div className="min-w-0 text-sm text-ink-muted">
                {fault.cause || fault.said ? (
                  <ToldFault fault={fault} />
                ) : (
                  t.has(`about.${failure}` as never) && t(`about.${failure}` as "about.no_json")
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
