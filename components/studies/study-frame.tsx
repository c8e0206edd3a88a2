import { getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import type { ReactNode } from "react";
import {
  designPath,
  invitationsPath,
  planPath,
  previewPath,
  resultsPath,
  studiesPath,
  studyPath,
  teamPath,
} from "#lib/paths.ts";
import { StudyBadges } from "#components/studies/study-badges.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";
import type { StudyState } from "#lib/studies/schema.ts";

const pages = {
  live: studyPath,
  results: (slug: string) => resultsPath(slug),
  design: (slug: string) => designPath(slug, "frame"),
  plan: planPath,
  invitations: invitationsPath,
  team: teamPath,
  preview: previewPath,
} as const;
export type StudyPage = keyof typeof pages;

type Props = {
  study: { slug: string; title: string; state: StudyState; isDemo: boolean; hasSimulated: boolean };
  /** Whose screen it is: researchers read. */
  role: "admin" | "researcher";
  page: StudyPage;
  title: string;
  intro?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** Where one is, and the pages of a study. */
export async function StudyFrame({ study, role, page, title, intro, actions, children }: Props) {
  const t = await getTranslations("studies");
  const link = "text-accent underline";
  return (
    <>
      <nav aria-label={t("frame.path")} className="mb-4 flex min-w-0 flex-wrap items-center gap-x-2">
        <Link href={studiesPath} className={link}>
          {t("title")}
        </Link>
        {page !== "live" && (
          <>
            <span aria-hidden>/</span>
            <Link href={studyPath(study.slug)} className={`${link} min-w-0 wrap-anywhere`}>
              <bdi>{study.title}</bdi>
            </Link>
          </>
        )}
        <StudyBadges study={study} />
      </nav>
      <PageHeader title={title} intro={intro} actions={actions} />
      <div className="mb-8">
        <TabLinks
          label={t("frame.label")}
          items={listPages(study.state, role).map((one) => ({
            href: pages[one](study.slug),
            label: t(`frame.pages.${one}`),
            current: one === page,
          }))}
        />
      </div>
      {children}
    </>
  );
}

function listPages(state: StudyState, role: Props["role"]): StudyPage[] {
  if (state === "draft") return role === "admin" ? ["design", "team", "preview"] : ["live", "preview"];
  return role === "admin"
    ? ["live", "results", "plan", "invitations", "team", "preview"]
    : ["live", "results", "plan", "preview"];
}
