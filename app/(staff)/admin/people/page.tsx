import { getTranslations } from "next-intl/server";
import { AddPerson } from "#components/people/add-person.tsx";
import { PeopleTable } from "#components/people/people-table.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listUsers } from "#lib/users/queries.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("people.title"));

export default async function PeoplePage() {
  const viewer = await requireViewer("admin");
  const people = await listUsers(viewer);
  const t = await getTranslations("people");
  return (
    <>
      <PageHeader title={t("title")} actions={<AddPerson />} />
      <PeopleTable people={people} viewerId={viewer.userId} />
    </>
  );
}
