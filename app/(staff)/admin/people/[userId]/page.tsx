import { getFormatter, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { z } from "zod";
import {
  ChangeRole,
  Deactivate,
  LetBackIn,
  NewLink,
  ResetFactors,
  SignPersonOut,
} from "#components/people/person-actions.tsx";
import { PersonState } from "#components/people/person-state.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { Memberships } from "#components/team/member-table.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listMemberships, listOtherStudies } from "#lib/study-members/queries.ts";
import { getUser } from "#lib/users/queries.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("people.title"));

export default async function PersonPage({ params }: PageProps<"/admin/people/[userId]">) {
  const viewer = await requireViewer("admin");
  const id = z.uuid().safeParse((await params).userId);
  const person = id.success ? await getUser(viewer, id.data) : null;
  if (!person) notFound();
  const t = await getTranslations("people");
  const shell = await getTranslations("shell");
  const team = await getTranslations("team.person");
  const format = await getFormatter();
  const { role, lastSeenAt } = person;
  const [memberships, others] = await Promise.all([
    listMemberships(viewer, person.id),
    listOtherStudies(viewer, person.id),
  ]);
  return (
    <div className="max-w-2xl">
      <PageHeader
        path={{ href: "/admin/people", name: t("title") }}
        title={person.name}
        intro={
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {shell(`roles.${person.role}`)} <code className="font-mono text-sm">{person.handle}</code>
            <PersonState person={person} />
            <span>
              {lastSeenAt ? team("lastSeen", { when: format.relativeTime(lastSeenAt) }) : team("neverSeen")}
            </span>
          </p>
        }
      />
      {role !== "participant" && (
        <ClientWords of={["shell", "studies.errors", "team"]}>
          <Memberships
            person={{ ...person, role }}
            memberships={memberships}
            others={others}
            mayAdd={person.deactivatedAt === null}
          />
        </ClientWords>
      )}
      {person.deactivatedAt ? (
        <LetBackIn person={person} />
      ) : (
        <>
          <NewLink person={person} />
          {person.role !== "participant" && <ChangeRole key={person.role} person={person} />}
          {person.hasSecondFactor && <ResetFactors person={person} />}
          <SignPersonOut person={person} />
          <Deactivate person={person} />
        </>
      )}
    </div>
  );
}
