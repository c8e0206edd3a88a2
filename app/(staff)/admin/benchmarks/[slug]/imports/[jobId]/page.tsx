import { getFormatter, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { z } from "zod";
import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { jobPath } from "#lib/paths.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { VectorsReport } from "#components/curation/pool/vectors-report.tsx";
import { ImportReport } from "#components/imports/import-report.tsx";
import { reportOf, vectorsReportOf } from "#components/imports/report-kinds.ts";
import { JobProgress } from "#components/jobs/job-progress.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { getJob, getJobPayload } from "#lib/jobs/queries.ts";
import { isImport, jobInput } from "#lib/jobs/schema.ts";
import { getUploads } from "#lib/uploads/queries.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("benchmarks.frame.pages.import"));

const files = z.array(z.object({ name: z.string(), uploadId: z.uuid().optional() }));
const payloadShown = z.object({
  mode: z.enum(["check", "store"]).catch("store"),
  files: files.optional().catch([]),
  /** Of vectors: the pool whose profiles are sent. */
  poolFiles: files.optional().catch([]),
});
/** What becomes of texts in place of files. */
const sent = { check: "count", store: "fetch" } as const;
const alsoAsked = z.uuid().optional().catch(undefined);

export default async function ImportJobPage({
  params,
  searchParams,
}: PageProps<"/admin/benchmarks/[slug]/imports/[jobId]">) {
  const viewer = await requireViewer("admin");
  const given = await params;
  const id = jobInput.safeParse(given);
  const benchmark = await getBenchmarkAt(viewer, given.slug);
  const job = id.success ? await getJob(viewer, id.data.jobId) : null;
  if (!benchmark || job?.benchmarkId !== benchmark.id || !isImport(job.kind)) notFound();
  const asked = await getJobPayload(viewer, job.id);
  const { mode, ...shown } = payloadShown.catch({ mode: "store" }).parse(asked?.payload);
  const brought = shown.files ?? shown.poolFiles ?? [];
  const uploadIds = brought.flatMap(({ uploadId }) => uploadId ?? []);
  const there = await getUploads(viewer, benchmark.id, uploadIds);
  const also = alsoAsked.parse((await searchParams).also);
  const found = reportOf(job);
  const vectors = vectorsReportOf(job);
  const filesThere = uploadIds.length > 0 && there.length === uploadIds.length;
  const t = await getTranslations("imports.job");
  return (
    <BenchmarkFrame benchmark={benchmark} page="import">
      <SectionHeader
        title={t(`title.${job.kind}.${mode}`)}
        intro={<ImportRequest job={job} files={brought} />}
      />
      <div className="grid gap-8">
        {also && also !== job.id && (
          <Callout>
            <a href={jobPath(benchmark.slug, also)} className="text-accent underline">
              {t("also")}
            </a>
          </Callout>
        )}
        <JobProgress key={job.id} initial={job} mode={job.kind === "import_vectors" ? sent[mode] : mode} />
        {found && <ImportReport slug={benchmark.slug} jobId={job.id} found={found} filesThere={filesThere} />}
        {vectors && (
          <VectorsReport slug={benchmark.slug} jobId={job.id} report={vectors} filesThere={filesThere} />
        )}
      </div>
    </BenchmarkFrame>
  );
}

type ImportRequestProps = {
  job: NonNullable<Awaited<ReturnType<typeof getJob>>>;
  files: readonly { name: string }[];
};

/** More names than these fold away. */
const fewFiles = 4;

async function ImportRequest({ job, files }: ImportRequestProps) {
  const t = await getTranslations("imports.job");
  const form = await getTranslations("imports.form");
  const format = await getFormatter();
  const when = format.dateTime(new Date(job.createdAt), { dateStyle: "medium", timeStyle: "short" });
  const list = (
    <ul className="list-inside list-disc">
      {files.map(({ name }, index) => (
        <li key={index} className="wrap-anywhere">
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <p>
        {job.requestedBy === null
          ? t("byCommandLine", { when })
          : t.rich("by", { when, name: () => <bdi>{job.requestedBy}</bdi> })}
      </p>
      {files.length > fewFiles ? (
        <details>
          <summary className="w-fit text-accent">{form("count", { count: files.length })}</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </>
  );
}
