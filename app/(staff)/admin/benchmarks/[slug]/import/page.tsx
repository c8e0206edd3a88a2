import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { openBenchmark } from "#app/(staff)/open-subject.ts";
import { getTranslations } from "next-intl/server";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { ImportForm } from "#components/imports/import-form.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { env } from "#lib/env.ts";
import { listRunNames } from "#lib/model-runs/queries.ts";
import { suggestedMethods } from "#lib/model-runs/schema.ts";
import { listUploads } from "#lib/uploads/queries.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("benchmarks.frame.pages.import"));

const distinct = (values: readonly string[]) => [...new Set(values)];

export default async function ImportPage({ params }: PageProps<"/admin/benchmarks/[slug]/import">) {
  const viewer = await requireViewer("admin");
  const benchmark = await openBenchmark(viewer, params);
  const [uploads, runs] = await Promise.all([
    listUploads(viewer, benchmark.id),
    listRunNames(viewer, benchmark.id),
  ]);
  const t = await getTranslations("imports");
  const suggest = {
    tracks: benchmark.tracks.map(({ name }) => name),
    languages: distinct(["en", "zh", ...benchmark.tracks.map(({ language }) => language)]),
    models: distinct(runs.map(({ model }) => model)),
    methods: distinct([...suggestedMethods, ...runs.map(({ method }) => method)]),
  };
  return (
    <BenchmarkFrame benchmark={benchmark} page="import" title={t("title")}>
      <p className="measure mb-4 text-ink-muted">{t("intro")}</p>
      <ImportForm
        slug={benchmark.slug}
        uploads={uploads.map(({ id, fileName, bytes, guess }) => ({ id, fileName, bytes, guess }))}
        limitBytes={env.uploadLimitMb * 1024 ** 2}
        suggest={suggest}
      />
    </BenchmarkFrame>
  );
}
