import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import {
  benchmarkPath,
  benchmarkSettingsPath,
  benchmarksPath,
  casesPath,
  curationPath,
  importPath,
  runsPath,
} from "#lib/paths.ts";
import { Badge } from "#components/ui/badge.tsx";
import { SubjectHeader } from "#components/ui/subject-header.tsx";

const pages = {
  overview: benchmarkPath,
  cases: casesPath,
  runs: runsPath,
  curation: curationPath,
  import: importPath,
  settings: benchmarkSettingsPath,
} as const;
export type BenchmarkPage = keyof typeof pages;

type Props = {
  benchmark: { slug: string; name: string; isDemo: boolean };
  page: BenchmarkPage;
  /** What the open tab already says, for those who go by headings; a page that no tab names has its own heading. */
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
};

/** Which benchmark, and its pages. */
export async function BenchmarkFrame({ benchmark, page, title, actions, children }: Props) {
  const t = await getTranslations("benchmarks");
  return (
    <>
      <SubjectHeader
        path={{ href: benchmarksPath, name: t("title") }}
        name={benchmark.name}
        badges={benchmark.isDemo && <Badge tone="info">{t("demo")}</Badge>}
        actions={actions}
        pages={{
          label: t("frame.label"),
          items: (Object.keys(pages) as BenchmarkPage[]).map((one) => ({
            href: pages[one](benchmark.slug),
            label: t(`frame.pages.${one}`),
            current: one === page,
          })),
        }}
      />
      {title !== undefined && <h2 className="sr-only">{title}</h2>}
      {children}
    </>
  );
}
