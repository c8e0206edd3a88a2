import { getFormatter, getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import { pathOfJob } from "#components/jobs/job-path.ts";
import { reportOf, vectorsReportOf } from "#components/imports/report-kinds.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { VectorsReport } from "#lib/curation/pool/vectors/schema.ts";
import type { JobView } from "#lib/jobs/schema.ts";

const tones = {
  queued: "neutral",
  running: "info",
  done: "success",
  failed: "danger",
  cancelled: "warning",
} as const;

/** Who brought what, when, and what it changed. */
export async function ImportLog({ slug, jobs }: { slug: string; jobs: readonly JobView[] }) {
  const t = await getTranslations("imports.log");
  const format = await getFormatter();
  const changes = await Promise.all(jobs.map(formatChange));
  const rows = jobs.map((job, index) => ({
    id: job.id,
    cells: {
      when: (
        <Link href={pathOfJob(job.kind, slug, job.id)} className="whitespace-nowrap text-accent underline">
          {format.dateTime(new Date(job.createdAt), { dateStyle: "medium", timeStyle: "short" })}
        </Link>
      ),
      who: job.requestedBy === null ? t("commandLine") : <bdi>{job.requestedBy}</bdi>,
      kind: t(`kinds.${job.kind}`),
      change: <span className="inline-block min-w-48">{changes[index]}</span>,
      state: <Badge tone={tones[job.state]}>{t(`states.${job.state}`)}</Badge>,
    },
  }));
  return (
    <Table
      caption={t("title")}
      columns={(["when", "who", "kind", "change", "state"] as const).map((key) => ({
        key,
        label: t(`columns.${key}`),
      }))}
      rows={rows}
    />
  );
}

function howOf({ fetched, unfetched, plan }: VectorsReport) {
  if (fetched) return "fetched";
  return unfetched ? "unfetched" : plan ? "counted" : "unread";
}

async function formatChange(job: JobView): Promise<string> {
  const t = await getTranslations("imports.log.change");
  if (job.state === "failed") return job.error ?? t("nothing");
  const vectors = vectorsReportOf(job);
  if (vectors)
    return t(`vectors.${howOf(vectors)}`, { count: vectors.plan?.texts ?? 0, model: vectors.model });
  const found = reportOf(job);
  if (!found) return job.state === "cancelled" ? t("nothing") : "–";
  const { problemCount: problems, stored } = found.report;
  const how = stored ? "stored" : "checked";
  if (found.kind === "import_results") {
    const count = (outcome: string) => found.report.runs.filter((run) => run.outcome === outcome).length;
    const counted = { added: count("added"), changed: count("replaced"), unchanged: count("unchanged") };
    return t(how, { ...counted, problems });
  }
  const tracks = Object.values(found.report.tracks);
  const sum = (key: "added" | "changed" | "unchanged") => tracks.reduce((all, track) => all + track[key], 0);
  const summed = { added: sum("added"), changed: sum("changed"), unchanged: sum("unchanged") };
  return t(how, { ...summed, problems });
}
