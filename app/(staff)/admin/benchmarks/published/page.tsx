import { getTranslations } from "next-intl/server";
import { benchmarksPath, publishedPath } from "#lib/paths.ts";
import { PublishedTable } from "#components/published/published-table.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { checksOf, inconsistenciesOf, listTables } from "#lib/published/tables.ts";
import { papers } from "#lib/published/papers.ts";
import { citationOf } from "#lib/published/schema.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("published.title"));

export default async function PublishedPage({ searchParams }: PageProps<"/admin/benchmarks/published">) {
  await requireViewer("admin");
  const t = await getTranslations();
  const asked = (await searchParams).paper;
  const paper = papers.find((one) => one === asked) ?? papers[0];
  return (
    <>
      <PageHeader
        path={{ href: benchmarksPath, name: t("benchmarks.title") }}
        title={t("published.title")}
        intro={<p>{t("published.intro")}</p>}
      />
      <div className="mb-8">
        <TabLinks
          label={t("published.choose")}
          items={papers.map((item) => ({
            href: `${publishedPath}?paper=${item}`,
            label: t(`published.papers.${item}`),
            current: item === paper,
          }))}
        />
      </div>
      <section aria-labelledby="paper" className="grid min-w-0 gap-10">
        <div className="grid gap-1">
          <h2 id="paper" className="text-xl font-semibold">
            {t(`published.papers.${paper}`)}
          </h2>
          <p className="measure text-ink-muted">{citationOf(paper)}</p>
        </div>
        {listTables()
          .filter((table) => table.paper === paper)
          .map((table) => (
            <PublishedTable
              key={table.id}
              table={table}
              inconsistencies={inconsistenciesOf(table.id)}
              checks={checksOf(table.id)}
            />
          ))}
      </section>
    </>
  );
}
