import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { casesPath, importPath } from "#lib/paths.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { CaseFilterForm, CaseTable } from "#components/cases/case-table.tsx";
import { PageLinks } from "#components/cases/page-links.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listCases, listFilterValues } from "#lib/benchmarks/case-queries.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { caseFilter, type CaseFilter } from "#lib/benchmarks/schema.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("benchmarks.frame.pages.cases"));

export default async function CasesPage({
  params,
  searchParams,
}: PageProps<"/admin/benchmarks/[slug]/cases">) {
  const viewer = await requireViewer("admin");
  const benchmark = await getBenchmarkAt(viewer, (await params).slug);
  if (!benchmark) notFound();
  // A field of the form that was left empty asks for nothing.
  const asked = Object.entries(await searchParams).filter(([, value]) => value !== "");
  const filter = caseFilter.parse(Object.fromEntries(asked));
  const [found, values] = await Promise.all([
    listCases(viewer, benchmark.id, filter),
    listFilterValues(viewer, benchmark.id),
  ]);
  const t = await getTranslations("cases");
  return (
    <BenchmarkFrame benchmark={benchmark} page="cases" title={t("title")}>
      {benchmark.tracks.length === 0 ? (
        <EmptyState
          title={t("emptyTitle")}
          action={
            <ButtonLink href={importPath(benchmark.slug)} variant="primary">
              {t("toImport")}
            </ButtonLink>
          }
        >
          {t("emptyBody")}
        </EmptyState>
      ) : (
        <>
          <CaseFilterForm slug={benchmark.slug} filter={filter} values={values} />
          <p role="status" className="figures mb-3 text-ink-muted">
            {t("count", { total: found.total })}
          </p>
          {found.total === 0 ? (
            <EmptyState title={t("noneTitle")}>{t("noneBody")}</EmptyState>
          ) : (
            <CaseTable slug={benchmark.slug} cases={found.cases} />
          )}
          <PageLinks
            page={found.page}
            pages={found.pages}
            addressOf={(page) => addressOf(benchmark.slug, filter, page)}
          />
        </>
      )}
    </BenchmarkFrame>
  );
}

function addressOf(slug: string, filter: CaseFilter, page: number): string {
  const asked = Object.entries({ ...filter, page }).filter(([, value]) => value !== undefined);
  return `${casesPath(slug)}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`;
}
