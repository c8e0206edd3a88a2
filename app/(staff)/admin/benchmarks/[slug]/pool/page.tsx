import { randomInt } from "node:crypto";
import { getTranslations } from "next-intl/server";
import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { openBenchmark } from "#app/(staff)/open-subject.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { PoolSummary, PoolDrops, PoolReport } from "#components/curation/pool/pool-report.tsx";
import { PoolForm } from "#components/curation/pool/pool-form.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { getPool, listDrops } from "#lib/curation/queries.ts";
import { dropAddress } from "#lib/benchmarks/lineage/pool-schema.ts";
import { listEndpoints } from "#lib/endpoints/queries.ts";
import { env } from "#lib/env.ts";
import { listUploads } from "#lib/uploads/queries.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("pools.title"));

const maxSeed = 1_000_000;

export default async function PoolPage({ params, searchParams }: PageProps<"/admin/benchmarks/[slug]/pool">) {
  const viewer = await requireViewer("admin");
  const benchmark = await openBenchmark(viewer, params);
  const { slug, tracks } = benchmark;
  const t = await getTranslations("pools");
  const pool = await getPool(viewer, benchmark.id);
  if (pool) {
    const asked = dropAddress.parse(await searchParams);
    const drops = await listDrops(viewer, benchmark.id, asked);
    return (
      <BenchmarkFrame benchmark={benchmark} page="import">
        <SectionHeader title={t("title")} intro={<p>{t("made")}</p>} />
        <div className="grid min-w-0 gap-12">
          <PoolReport report={pool.report} />
          <PoolSummary {...pool} />
          <PoolDrops slug={slug} asked={asked} drops={drops} report={pool.report} />
        </div>
      </BenchmarkFrame>
    );
  }
  const uploads = tracks.length > 0 ? [] : await listUploads(viewer, benchmark.id);
  const endpoints = await listEndpoints(viewer);
  return (
    <BenchmarkFrame benchmark={benchmark} page="import">
      <SectionHeader title={t("title")} intro={<p>{t("intro")}</p>} />
      {tracks.length > 0 ? (
        <Callout title={t("hasCases.title")}>{t("hasCases.body")}</Callout>
      ) : (
        <ClientWords
          of={[
            "benchmarks",
            "imports",
            "pools.files",
            "pools.form",
            "pools.settings",
            "pools.vectors",
            "shell",
          ]}
        >
          <PoolForm
            slug={slug}
            uploads={uploads.map(({ id, fileName, bytes, guess }) => ({ id, fileName, bytes, guess }))}
            endpoints={endpoints
              .filter(({ protocol }) => protocol === "openai")
              .map(({ id, name, address, isFake, isKeyReadable }) => {
                const { host } = new URL(address);
                return { id, name, host, isFake, isKeyReadable };
              })}
            limitBytes={env.uploadLimitMb * 1024 ** 2}
            seed={randomInt(1, maxSeed)}
          />
        </ClientWords>
      )}
    </BenchmarkFrame>
  );
}
