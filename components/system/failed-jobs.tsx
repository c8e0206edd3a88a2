import { getFormatter, getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import { jobPath } from "#lib/paths.ts";
import { isImport } from "#lib/jobs/schema.ts";
import type { FailedJob } from "#lib/jobs/queries.ts";

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
