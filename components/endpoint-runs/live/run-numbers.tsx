"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMoney } from "#components/endpoint-runs/use-money.ts";
import { isOver, ratePerMinute, type LiveRun } from "#lib/endpoint-runs/live-run.ts";

/** What was asked, answered, spent and waited for. */
export function RunNumbers({ run }: { run: LiveRun }) {
  const t = useTranslations("endpointRuns.live.figures");
  const format = useFormatter();
  const { sums, settings } = run;
  const count = (value: number) => format.number(value);
  const rate = ratePerMinute(sums);
  return (
    <section aria-labelledby="numbers" className="grid gap-3">
      <h3 id="numbers" className="text-lg font-semibold">
        {t(isOver(run) ? "titleOver" : "title")}
      </h3>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-4">
        <Number term={t("answered")}>{count(sums.answered)}</Number>
        <Number term={t("failed")} beneath={sums.failed > 0 && t("failedAfter", { tries: settings.tries })}>
          {count(sums.failed)}
        </Number>
        <Number term={t("tries")} beneath={sums.underWay > 0 && t("underWay", { count: sums.underWay })}>
          {count(sums.tries)}
        </Number>
        <Money run={run} />
        <Number
          term={t("input")}
          beneath={sums.cachedTokens > 0 && t("cached", { count: sums.cachedTokens })}
        >
          {count(sums.inputTokens)}
        </Number>
        <Number
          term={t("output")}
          beneath={sums.reasoningTokens > 0 && t("reasoning", { count: sums.reasoningTokens })}
        >
          {count(sums.outputTokens)}
        </Number>
        {run.state === "running" && (
          <Number term={t("rate")}>{rate === null ? t("unknown") : count(Math.round(rate))}</Number>
        )}
        <Number term={t("median")}>
          {sums.medianMs === null
            ? t("unknown")
            : t("seconds", {
                seconds: format.number(sums.medianMs / 1000, { maximumSignificantDigits: 2 }),
              })}
        </Number>
      </dl>
    </section>
  );
}

function Money({ run: { sums, plan } }: { run: LiveRun }) {
  const t = useTranslations("endpointRuns.live.figures");
  const inMoney = useMoney();
  const { money, unpriced } = sums;
  // Whatever was paid before an endpoint lost its prices is said all the same.
  const isUnknown = money === 0 && (unpriced > 0 || plan.money === null);
  return (
    <Number
      term={t("money")}
      beneath={isUnknown ? t("noPrice") : unpriced > 0 && t("unpriced", { count: unpriced })}
    >
      {isUnknown ? "–" : inMoney(money, plan.currency)}
    </Number>
  );
}

type NumberProps = { term: string; beneath?: string | false; children: ReactNode };

function Number({ term, beneath, children }: NumberProps) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-sm text-ink-muted">{term}</dt>
      <dd className="figures text-lg">
        {children}
        {beneath && <p className="text-sm text-ink-muted">{beneath}</p>}
      </dd>
    </div>
  );
}
