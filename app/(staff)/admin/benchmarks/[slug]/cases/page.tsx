import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { openBenchmark } from "#app/(staff)/open-subject.ts";
import { getTranslations } from "next-intl/server";
import { casesPath, casesAddress, importPath } from "#lib/paths.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { CaseFilterForm, CaseTable } from "#components/cases/case-table.tsx";
import { PageLinks } from "#components/cases/page-links.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listCases, listFilterValues } from "#lib/benchmarks/case-queries.ts";
import { caseFilter } from "#lib/benchmarks/schema.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("benchmarks.frame.pages.cases"));

export default async function CasesPage({
  params,
  searchParams,
}: PageProps<"/admin/benchmarks/[slug]/cases">) {
  const viewer = await requireViewer("admin");
  const benchmark = await openBenchmark(viewer, params);
  // A field of the form that was left empty asks for nothing.
  const asked = Object.entries(await searchParams).filter(([, value]) => value !== "");
  const filter = caseFilter.parse(Object.fromEntries(asked));
  const [found, values] = await Promise.all([
    listCases(viewer, benchmark.id, filter),
    listFilterValues(viewer, benchmark.id),
  ]);
  const t = await getTranslations("cases");
  const shell = await getTranslations("shell");
  return (
    <BenchmarkFrame benchmark={benchmark} page="cases" title={t("title")}>
      {benchmark.tracks.length === 0 ? (
        <EmptyState title={t("emptyTitle")} link={{ href: importPath(benchmark.slug), label: t("toImport") }}>
          {t("emptyBody")}
        </EmptyState>
      ) : (
        <>
          <CaseFilterForm slug={benchmark.slug} filter={filter} values={values} />
          <p role="status" className="figures mb-3 text-ink-muted">
            {t("count", { total: found.total })}
          </p>
          {found.total === 0 ? (
            <EmptyState
              title={t("noneTitle")}
              link={{ href: casesPath(benchmark.slug), label: shell("showAll") }}
            >
              {t("noneBody")}
            </EmptyState>
          ) : (
            <CaseTable slug={benchmark.slug} cases={found.cases} />
          )}
          <PageLinks
            page={found.page}
            pages={found.pages}
            addressOf={(page) => casesAddress(benchmark.slug, { ...filter, page })}
          />
        </>
      )}
    </BenchmarkFrame>
  );
}
