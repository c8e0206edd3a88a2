import { getFormatter, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { formatBytes } from "#components/system/system-facts.tsx";
import { toneLooks } from "#components/ui/callout.tsx";
import { Icon } from "#components/ui/icons.tsx";
import type { Area, Reason } from "#lib/monitoring/verdict.ts";
import { Link } from "#components/ui/link.tsx";
import { jobPath, studyCardPath } from "#lib/paths.ts";
import { isImport } from "#lib/jobs/schema.ts";
import type { FailedJob } from "#lib/jobs/queries.ts";
import { useLocale, useTranslations } from "next-intl";
import type { SilentCard } from "#lib/cards/silent-queries.ts";
import { formatSelectedCases } from "#lib/study-results/overview/selection-words.ts";

type Props = { area: Area; reasons: readonly Reason[]; children: ReactNode };

/** One part of what runs here: whether it is well, why it deserves a look, and its facts. */
export async function SystemArea({ area, reasons, children }: Props) {
  const t = await getTranslations("system");
  return (
    <section aria-labelledby={area} className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id={area} className="text-xl font-semibold">
          {t(`areas.${area}`)}
        </h2>
        <State isGood={reasons.length === 0} />
      </div>
      {reasons.length > 0 && (
        <ul className="grid gap-1">
          {reasons.map((reason, i) => (
            <li key={i} className="measure">
              <ReasonLine reason={reason} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}

async function State({ isGood }: { isGood: boolean }) {
  const t = await getTranslations("system");
  const { icon, mark } = toneLooks[isGood ? "success" : "warning"];
  return (
    <span className={`flex items-center gap-1.5 font-medium ${mark}`}>
      <Icon name={icon} />
      {t(isGood ? "good" : "look")}
    </span>
  );
}

async function ReasonLine({ reason }: { reason: Reason }) {
  const [t, format] = await Promise.all([getTranslations("system.why"), getFormatter()]);
  switch (reason.why) {
    case "silent":
    case "slow":
    case "jobs_failed":
    case "jobs_wait":
    case "cards_silent":
      return t(reason.why, { count: reason.count });
    case "connections":
      return t(reason.why, { used: reason.used, limit: reason.limit });
    case "setting":
      return t.rich(reason.why, {
        name: reason.name,
        value: reason.value,
        code: (words) => <code>{words}</code>,
      });
    case "disk_full":
      return t(reason.why, { free: formatBytes(format, reason.freeBytes) });
    case "backup_old":
      return t(reason.why, { at: format.dateTime(reason.at, { dateStyle: "medium", timeStyle: "short" }) });
    default:
      return t(reason.why);
  }
}

/** What failed lately, each with the way to what it says. */
export async function FailedJobs({ jobs }: { jobs: readonly FailedJob[] }) {
  const [t, words, format] = await Promise.all([
    getTranslations("system.jobs"),
    getTranslations("admin.jobs"),
    getFormatter(),
  ]);
  if (jobs.length === 0) return null;
  return (
    <div className="grid gap-1">
      <h3 className="font-semibold">{t("failedTitle")}</h3>
      <ul className="grid gap-1">
        {jobs.map(({ id, kind, finishedAt, benchmark }) => {
          const name = words(`kinds.${kind}`);
          const isPage = benchmark !== null && isImport(kind);
          return (
            <li key={id} className="flex flex-wrap gap-x-3">
              {isPage ? (
                <Link href={jobPath(benchmark.slug, id)} className="text-accent underline">
                  {name}
                </Link>
              ) : (
                <span>{name}</span>
              )}
              {benchmark && <bdi className="wrap-anywhere">{benchmark.name}</bdi>}
              <time dateTime={finishedAt.toISOString()} className="figures text-ink-muted">
                {format.dateTime(finishedAt, { dateStyle: "medium", timeStyle: "short" })}
              </time>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Each leads to where it is published anew or switched off. */
export function SilentCards({ cards }: { cards: readonly SilentCard[] }) {
  const t = useTranslations("system.cards");
  const locale = useLocale();
  if (cards.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {cards.map(({ slug, title, issue, unnamed }) => (
        <li key={slug} className="measure">
          {t.rich("silent", {
            issue,
            cases: formatSelectedCases(unnamed, locale) ?? "",
            link: () => (
              <Link href={studyCardPath(slug)} className="text-accent underline">
                <bdi>{title}</bdi>
              </Link>
            ),
          })}
        </li>
      ))}
    </ul>
  );
}
