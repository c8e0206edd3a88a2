import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import { newStudyPath, studiesPath } from "#lib/paths.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listBenchmarks } from "#lib/benchmarks/queries.ts";
import { listStudies } from "#lib/studies/queries.ts";
import { countUsers } from "#lib/users/queries.ts";

export const metadata: Metadata = { title: "Workbench" };

export default async function WorkbenchPage() {
  const viewer = await requireViewer("admin");
  const [benchmarks, studies, { simulated, ...counts }] = await Promise.all([
    listBenchmarks(viewer),
    listStudies(viewer),
    countUsers(viewer),
  ]);
  const t = await getTranslations("admin");
  const pages = await getTranslations("navigation");
  const people =
    simulated > 0 ? `${t("counts", counts)} ${t("simulated", { simulated })}` : t("counts", counts);
  const open = studies.filter(({ state }) => state === "open").length;
  const places = [
    ["/admin/benchmarks", pages("benchmarks"), t("benchmarks", { count: benchmarks.length })],
    [studiesPath, pages("studies"), t("studies", { count: studies.length, open })],
    ["/admin/people", pages("people"), people],
  ] as const;
  const isNew = benchmarks.length + studies.length === 0;
  return (
    <>
      <PageHeader
        title={t("title")}
        intro={<p>{t("intro")}</p>}
        actions={!isNew && <ButtonLink href={newStudyPath}>{t("toNewStudy")}</ButtonLink>}
      />
      {isNew ? (
        <EmptyState
          title={t("emptyTitle")}
          action={
            <>
              <ButtonLink href="/admin/benchmarks" variant="primary">
                {t("toBenchmarks")}
              </ButtonLink>
              <ButtonLink href="/admin/people">{t("toPeople")}</ButtonLink>
            </>
          }
        >
          <p>{t("emptyBody")}</p>
          <p className="figures mt-2 text-sm">{people}</p>
        </EmptyState>
      ) : (
        <ul className="grid gap-4 md:grid-cols-3">
          {places.map(([href, name, about]) => (
            <li key={href} className="grid content-start gap-2 rounded-lg border border-line bg-raised p-5">
              <h2 className="text-xl font-semibold">
                <Link href={href} className="text-accent underline">
                  {name}
                </Link>
              </h2>
              <p className="figures text-ink-muted">{about}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
