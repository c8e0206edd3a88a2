"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useId } from "react";
import type { LiveView } from "#components/live/view.ts";
import { isRunning } from "#lib/studies/states.ts";
import { linePath } from "#components/live/answers/line-path.ts";
import { useTime } from "#components/live/use-time.ts";

type Props = { view: LiveView; renderedAt: string };

/** How many answers there were at any time, as steps; while the study runs up to now. */
export function AnswersLine({ view: { state, answers, totals, simulated }, renderedAt }: Props) {
  const t = useTranslations("live.answers");
  const format = useFormatter();
  const id = useId();
  const now = useTime(renderedAt);
  const isAllSimulated = simulated !== null && totals.consented === 0;
  const line = isAllSimulated ? answers.simulated : answers.people;
  const last = line?.steps.at(-1);
  if (!line || !last) return <p className="text-ink-muted">{t("none")}</p>;
  const first = new Date(line.first);
  const latest = new Date(first.getTime() + last[0] * 1000);
  const end = isRunning(state) && now > latest ? now : latest;
  const seconds = (end.getTime() - first.getTime()) / 1000;
  const at = (date: Date) => format.dateTime(date, { dateStyle: "medium", timeStyle: "short" });
  const count = last[1];
  return (
    <figure aria-labelledby={id} className="grid min-w-0 gap-1">
      <figcaption id={id} className="figures">
        {t(isAllSimulated ? "countSimulated" : "count", { count })}{" "}
        <span className="text-sm text-ink-muted">
          {t("last", { ago: format.relativeTime(latest < now ? latest : now, { now }) })}
        </span>
      </figcaption>
      <svg
        aria-hidden
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="h-16 w-full overflow-visible border-b border-edge text-people"
      >
        <path d={`${linePath(line.steps, seconds)}V100H0Z`} fill="currentColor" fillOpacity="0.14" />
        <path
          d={linePath(line.steps, seconds)}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p aria-hidden className="figures flex flex-wrap justify-between gap-x-4 text-sm text-ink-muted">
        <span>{at(first)}</span>
        <span>{isRunning(state) ? t("now") : at(end)}</span>
      </p>
    </figure>
  );
}
