import { getTranslations } from "next-intl/server";
import { AcrossResults } from "#components/study-results/across/across-results.tsx";
import { PickForm } from "#components/study-results/across/pick-form.tsx";
import { studiesPath } from "#lib/paths.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { readKind } from "#lib/study-results/across/across.ts";
import { openParts } from "#lib/study-results/across/across-queries.ts";
import { listStudies } from "#lib/studies/queries.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("resultsAcross.title"));

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function AcrossPage({ searchParams }: Props) {
  const viewer = await requireViewer("researcher", "admin");
  const asked = await searchParams;
  const offered = (await listStudies(viewer)).filter(({ state }) => state !== "draft");
  const { picked, studies, parts, judged, notShown } = await openParts(viewer, asked);
  const t = await getTranslations("resultsAcross");
  const ofStudies = await getTranslations("studies");
  return (
    <>
      <PageHeader path={{ href: studiesPath, name: ofStudies("title") }} title={t("title")} />
      {offered.length === 0 ? (
        <EmptyState title={t("pick.none")} link={{ href: studiesPath, label: ofStudies("title") }}>
          {t("pick.noneBody")}
        </EmptyState>
      ) : (
        <div className="grid min-w-0 gap-10">
          <PickForm
            offered={offered.map(({ slug, title }) => ({ slug, title }))}
            studies={studies}
            picked={picked.map(({ pick }) => pick)}
            asked={asked}
          />
          {picked.length === 0 ? (
            <EmptyState title={t("empty.title")}>{t("empty.body")}</EmptyState>
          ) : (
            <AcrossResults parts={parts} judged={judged} notShown={notShown} kind={readKind(asked)} />
          )}
        </div>
      )}
    </>
  );
}
