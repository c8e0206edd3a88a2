import { getTranslations } from "next-intl/server";
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
import { SubjectHeader } from "#components/ui/subject-header.tsx";
import type { TabItem } from "#components/ui/tab-links.tsx";
import type { StudyState } from "#lib/studies/schema.ts";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";

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
  /** What the open tab already says, for those who go by headings; a page that no tab names has its own heading. */
  title?: string | undefined;
  actions?: ReactNode;
  /** The rooms of a page that has several. */
  rooms?: { label: string; items: readonly TabItem[]; beside?: ReactNode; below?: ReactNode };
  children: ReactNode;
};

/** Which study, its pages, and the rooms of the open one. */
export async function StudyFrame({ study, role, page, title, actions, rooms, children }: Props) {
  const t = await getTranslations("studies");
  return (
    <>
      <SubjectHeader
        path={{ href: studiesPath, name: t("title") }}
        name={study.title}
        badges={<StudyBadges study={study} />}
        actions={actions}
        pages={{
          label: t("frame.label"),
          items: listPages(study.state, role).map((one) => ({
            href: pages[one](study.slug),
            label: t(`frame.pages.${one}`),
            current: one === page,
          })),
        }}
        rooms={rooms}
      />
      {title !== undefined && <h2 className="sr-only">{title}</h2>}
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

const tones = {
  draft: "neutral",
  open: "success",
  paused: "warning",
  closed: "info",
  archived: "neutral",
} as const satisfies Record<StudyState, string>;

type BadgedStudy = { state: StudyState; isDemo: boolean; hasSimulated: boolean };

/** Where a study stands, and whether its people are real. */
export function StudyBadges({
  study: { state, isDemo, hasSimulated },
  isWhole = false,
}: {
  study: BadgedStudy;
  /** In one line, however little room there is. */
  isWhole?: boolean;
}) {
  const t = useTranslations("studies");
  return (
    <span className={clsx("inline-flex shrink-0 gap-1", !isWhole && "flex-wrap")}>
      <Badge tone={tones[state]}>{t(`states.${state}.name`)}</Badge>
      {isDemo && <Badge tone="info">{t("demo")}</Badge>}
      {hasSimulated && <Badge tone="warning">{t("simulated")}</Badge>}
    </span>
  );
}
