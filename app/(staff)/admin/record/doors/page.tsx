import { getTranslations } from "next-intl/server";
import { doorsAddress } from "#lib/paths.ts";
import { DoorFilterForm, DoorTable, RecordViews } from "#components/record/record.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { listDoorEvents } from "#lib/audit/queries.ts";
import { doorDays, readDoorFilter } from "#lib/audit/schema.ts";
import { requireViewer } from "#lib/auth/request/request.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("record.doors.title"));

/** Addresses of people: for admins alone, for a limited time, and in no download. */
export default async function DoorsPage({ searchParams }: PageProps<"/admin/record/doors">) {
  const viewer = await requireViewer("admin");
  const filter = readDoorFilter(await searchParams);
  const { events, older } = await listDoorEvents(viewer, filter);
  const t = await getTranslations("record");
  const shell = await getTranslations("shell");
  const { before, ...whole } = filter;
  return (
    <>
      <PageHeader title={t("doors.title")} intro={<p>{t("doors.intro", { days: doorDays })}</p>} />
      <RecordViews current="doors" />
      <DoorFilterForm filter={filter} />
      {events.length === 0 ? (
        <EmptyState title={t("noneTitle")} link={{ href: doorsAddress({}), label: shell("showAll") }}>
          {t("noneBody")}
        </EmptyState>
      ) : (
        <DoorTable events={events} />
      )}
      <nav aria-label={t("pages")} className="mt-6 flex flex-wrap gap-3">
        {before !== undefined && <ButtonLink href={doorsAddress(whole)}>{t("newest")}</ButtonLink>}
        {older !== null && (
          <ButtonLink href={doorsAddress({ ...filter, before: older })} rel="next">
            {t("older")}
          </ButtonLink>
        )}
      </nav>
    </>
  );
}
