import { getTranslations } from "next-intl/server";
import { TextLink } from "#components/ui/link.tsx";
import { publishedPath } from "#lib/paths.ts";
import { BenchmarkList } from "#components/benchmarks/benchmark-list.tsx";
import { NewBenchmark } from "#components/benchmarks/new-benchmark.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listBenchmarks } from "#lib/benchmarks/queries.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("benchmarks.title"));

export default async function BenchmarksPage() {
  const viewer = await requireViewer("admin");
  const benchmarks = await listBenchmarks(viewer);
  const t = await getTranslations("benchmarks");
  const make = <NewBenchmark taken={benchmarks.map(({ name }) => name)} />;
  return (
    <>
      <PageHeader title={t("title")} actions={benchmarks.length > 0 && make} />
      {benchmarks.length === 0 ? (
        <EmptyState title={t("emptyTitle")} action={make}>
          {t("emptyBody")}
        </EmptyState>
      ) : (
        <BenchmarkList benchmarks={benchmarks} />
      )}
      <p className="mt-8">
        <TextLink href={publishedPath}>{t("toPublished")}</TextLink>
      </p>
    </>
  );
}
