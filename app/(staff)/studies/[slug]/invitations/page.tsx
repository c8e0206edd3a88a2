import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { openStudy } from "#app/(staff)/open-subject.ts";
import { getTranslations } from "next-intl/server";
import { PageLinks } from "#components/cases/page-links.tsx";
import { cardWords } from "#components/invitations/card-words.ts";
import { InvitationTable, StateLinks } from "#components/invitations/invitation-table.tsx";
import { CreatedInvitationsProvider } from "#components/invitations/sheet.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { CreateInvitations } from "#components/invitations/create-section.tsx";
import { designPath, invitationsPath, isLocalAddress } from "#lib/paths.ts";
import { StudyFrame } from "#components/studies/study-frame.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { absoluteUrl } from "#lib/auth/request/visitor.ts";
import { listInvitations } from "#lib/invitations/queries.ts";
import { type InvitationState, invitationStates } from "#lib/invitations/schema.ts";
import { offeredLanguages } from "#lib/studies/languages.ts";
import { getWordsAsRead } from "#lib/studies/plan-queries.ts";
import { isRunning } from "#lib/studies/schema.ts";

export const generateMetadata = nameStudyWindow((t) => t("studies.frame.pages.invitations"), ["admin"]);

type Props = PageProps<"/studies/[slug]/invitations">;

export default async function InvitationsPage({ params, searchParams }: Props) {
  const viewer = await requireViewer("admin");
  const study = await openStudy(viewer, params);
  const t = await getTranslations("invitations");
  const shell = await getTranslations("shell");
  const findings = await getTranslations("builder.findings");
  const { slug, design } = study;
  const { state, page: asked } = readQuery(await searchParams);
  const { total, page, pages, invitations } = await listInvitations(viewer, study.id, {
    page: asked,
    ...(state ? { state } : {}),
  });
  const base = await absoluteUrl("");
  const { texts } = await getWordsAsRead(viewer, study);
  const cards = cardWords(offeredLanguages(design.words), texts);
  const canInvite = isRunning(study.state);
  const query = state ? `state=${state}&` : "";
  return (
    <ClientWords of={["invitations", "shell", "studies"]}>
      <StudyFrame study={study} role="admin" page="invitations" title={t("title")}>
        <p className="measure mb-4 text-ink-muted">{t("intro")}</p>
        {study.state === "draft" ? (
          <EmptyState
            title={t("draft.title")}
            link={{ href: designPath(slug, "check"), label: t("draft.action") }}
          >
            {t("draft.body")}
          </EmptyState>
        ) : (
          <CreatedInvitationsProvider slug={slug} base={base} cards={cards}>
            <div className="mb-6 grid gap-3 empty:hidden">
              {canInvite && isLocalAddress(base) && (
                // The same words as the check of a plan has for it.
                <Callout tone="warning">{findings("local_address", { address: base })}</Callout>
              )}
              {study.state === "paused" && <Callout tone="warning">{t("paused")}</Callout>}
              {!canInvite && <Callout>{t("closed")}</Callout>}
            </div>
            {canInvite && (
              <CreateInvitations
                studyId={study.id}
                ways={design.recruitment.ways}
                cohorts={design.recruitment.cohorts}
                people={design.assignment.people}
              />
            )}
            <section className="grid grid-cols-1 gap-4">
              <h2 className="text-xl font-semibold">{t("table.caption")}</h2>
              <StateLinks path={invitationsPath(slug)} state={state} />
              {total === 0 ? (
                <EmptyState
                  title={t(state ? "table.noMatch" : "table.empty")}
                  link={state ? { href: invitationsPath(slug), label: shell("showAll") } : undefined}
                />
              ) : (
                <InvitationTable
                  studyId={study.id}
                  base={base}
                  invitations={invitations}
                  canManage={canInvite}
                />
              )}
              <PageLinks
                page={page}
                pages={pages}
                addressOf={(to) => `${invitationsPath(slug)}?${query}page=${to}`}
              />
            </section>
          </CreatedInvitationsProvider>
        )}
      </StudyFrame>
    </ClientWords>
  );
}

function readQuery({ state, page }: Awaited<Props["searchParams"]>) {
  const number = Number(page);
  return {
    state: invitationStates.find((one): one is InvitationState => one === state) ?? null,
    page: Number.isSafeInteger(number) && number > 0 ? number : 1,
  };
}
