import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMeasures } from "#components/reviews/standing/use-measures.ts";
import { Link } from "#components/ui/link.tsx";
import type { Forecast } from "#lib/metrics/review/throughput.ts";
import { reviewPath } from "#lib/paths.ts";
import type { ThroughputFigures } from "#lib/reviews/results/review-figures.ts";
import { itemsPath } from "#lib/reviews/results/schema.ts";

const dayMs = 24 * 60 * 60_000;

type Props = {
  slug: string;
  throughput: ThroughputFigures;
  audits: { drawn: number; done: number };
  disputes: number;
  /** Simulated people take no time: nothing follows from their speed. */
  hasSimulated: boolean;
  now: number;
};

/** What waits at each step, how fast it goes, and when it will be done at that. */
export function QueueLeft({ slug, throughput, audits, disputes, hasSimulated, now }: Props) {
  const t = useTranslations("reviews.standing.queue");
  const { whole } = useMeasures();
  const { left, decisionsPerHour, checksPerHour, decisionsDone, checksDone } = throughput;
  return (
    <section aria-labelledby="queue" className="grid gap-4 border-t border-line pt-6">
      <h2 id="queue" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <div className="grid gap-6 md:grid-cols-3">
        <Step
          name={t("decisions")}
          left={whole(left.decisions)}
          href={itemsPath(slug, { standing: "waiting" })}
        >
          {!hasSimulated && <Pace perHour={decisionsPerHour} />}
          {!hasSimulated && left.decisions > 0 && <Done finish={decisionsDone} now={now} />}
        </Step>
        <Step name={t("checks")} left={whole(left.checks)} href={itemsPath(slug, { standing: "to_check" })}>
          {!hasSimulated && <Pace perHour={checksPerHour} />}
          {!hasSimulated && left.checks > 0 && <Done finish={checksDone} now={now} />}
          <p>{t("checksToCome")}</p>
        </Step>
        <Step name={t("audits")} left={whole(audits.drawn - audits.done)}>
          <p>
            <Link href={reviewPath(slug, "disputes")} className="target text-accent underline">
              {t("disputes", { count: disputes })}
            </Link>
          </p>
        </Step>
      </div>
      <Days days={throughput.days} />
    </section>
  );
}

type StepProps = {
  name: string;
  left: string;
  /** Where the cases are that wait. */
  href?: string;
  children: ReactNode;
};

const Step = ({ name, left, href, children }: StepProps) => (
  <div className="grid content-start gap-1">
    <h3 className="text-sm text-ink-muted">{name}</h3>
    <p className="figures text-2xl font-semibold">
      {href ? (
        <Link href={href} className="text-accent underline">
          {left}
        </Link>
      ) : (
        left
      )}
    </p>
    <div className="grid gap-1 text-sm text-ink-muted">{children}</div>
  </div>
);

function Pace({ perHour }: { perHour: number | null }) {
  const t = useTranslations("reviews.standing.queue");
  const format = useFormatter();
  if (perHour === null) return <p>{t("noPace")}</p>;
  return <p>{t("pace", { count: format.number(perHour, { maximumFractionDigits: 0 }) })}</p>;
}

function Done({ finish: { days, low, high, reason }, now }: { finish: Forecast; now: number }) {
  const t = useTranslations("reviews.standing.queue");
  const { reasonOf } = useMeasures();
  const format = useFormatter();
  const day = (after: number) => format.dateTime(new Date(now + after * dayMs), { dateStyle: "medium" });
  if (days === null) return <p>{t("noDay", { reason: reasonOf(reason) })}</p>;
  if (low === null || high === null)
    return <p>{t("aboutDay", { day: day(days), reason: reasonOf(reason) })}</p>;
  if (day(low) === day(high)) return <p>{t("sameDay", { day: day(low) })}</p>;
  return <p>{t("day", { day: day(days), low: day(low), high: day(high) })}</p>;
}

function Days({ days }: Pick<ThroughputFigures, "days">) {
  const t = useTranslations("reviews.standing.queue");
  const { whole } = useMeasures();
  const format = useFormatter();
  const most = Math.max(1, ...days.map(({ decisions, checks }) => Math.max(decisions, checks)));
  if (days.length === 0) return <p className="text-ink-muted">{t("noDays")}</p>;
  // A single bar is as tall as can be, whatever it counts.
  if (days.length === 1) return null;
  return (
    <div>
      <h3 className="mb-2 font-medium">{t("perDay")}</h3>
      <ol role="list" className="flex h-28 max-w-3xl items-end gap-2">
        {days.map(({ until, decisions, checks }) => (
          <li key={until} className="grid h-full min-w-0 flex-1 grid-rows-[minmax(0,1fr)_auto] gap-1">
            <span aria-hidden className="flex items-end gap-px forced-color-adjust-none">
              <span className="flex-1 bg-people" style={{ height: `${(100 * decisions) / most}%` }} />
              <span className="flex-1 bg-edge" style={{ height: `${(100 * checks) / most}%` }} />
            </span>
            <span className="truncate text-center text-xs text-ink-muted">
              {format.dateTime(new Date(until), { day: "numeric", month: "numeric" })}
            </span>
            <span className="sr-only">
              {t("ofDay", { decisions: whole(decisions), checks: whole(checks) })}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-1 text-sm text-ink-muted">{t("legend", { most: whole(most) })}</p>
    </div>
  );
}
