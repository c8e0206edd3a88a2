import { getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import type { ReactNode } from "react";
import { benchmarkPath, benchmarksPath, casesPath, importPath, runsPath } from "#lib/paths.ts";
import { Badge } from "#components/ui/badge.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";

const pages = { overview: benchmarkPath, cases: casesPath, runs: runsPath, import: importPath } as const;
export type BenchmarkPage = keyof typeof pages;

type Props = {
  benchmark: { slug: string; name: string; isDemo: boolean };
  page: BenchmarkPage;
  title: string;
  intro?: ReactNode;
  actions?: ReactNode;
  /** On what lies below one of these pages: the way back to it. */
  below?: boolean;
  children: ReactNode;
};

/** Where one is, and the pages of a benchmark. */
export async function BenchmarkFrame({ benchmark, page, title, intro, actions, below, children }: Props) {
  const t = await getTranslations("benchmarks");
  const link = "text-accent underline";
  return (
    <>
      <nav aria-label={t("frame.path")} className="mb-4 flex min-w-0 flex-wrap items-center gap-x-2">
        <Link href={benchmarksPath} className={link}>
          {t("title")}
        </Link>
        {(page !== "overview" || below) && (
          <>
            <span aria-hidden>/</span>
            <Link href={benchmarkPath(benchmark.slug)} className={`${link} min-w-0 wrap-anywhere`}>
              <bdi>{benchmark.name}</bdi>
            </Link>
          </>
        )}
        {below && page !== "overview" && (
          <>
            <span aria-hidden>/</span>
            <Link href={pages[page](benchmark.slug)} className={link}>
              {t(`frame.pages.${page}`)}
            </Link>
          </>
        )}
        {benchmark.isDemo && <Badge tone="info">{t("demo")}</Badge>}
      </nav>
      <PageHeader title={title} intro={intro} actions={actions} />
      {!below && (
        <div className="mb-8">
          <TabLinks
            label={t("frame.label")}
            items={(Object.keys(pages) as BenchmarkPage[]).map((one) => ({
              href: pages[one](benchmark.slug),
              label: t(`frame.pages.${one}`),
              current: one === page,
            }))}
          />
        </div>
      )}
      {children}
    </>
  );
}
