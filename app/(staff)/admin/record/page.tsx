import { getTranslations } from "next-intl/server";
import { recordExportAddress, recordAddress, recordPath } from "#lib/paths.ts";
import { EventTable, RecordFilterForm, RecordViews } from "#components/record/record.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { listActors, listEvents, listSubjects } from "#lib/audit/queries.ts";
import { readRecordFilter, subjectKey } from "#lib/audit/schema.ts";
import { requireViewer } from "#lib/auth/request/request.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("record.title"));

export default async function RecordPage({ searchParams }: PageProps<"/admin/record">) {
  const viewer = await requireViewer("admin");
  const filter = readRecordFilter(await searchParams);
  const [{ events, older }, actors] = await Promise.all([listEvents(viewer, filter), listActors(viewer)]);
  const t = await getTranslations("record");
  const shell = await getTranslations("shell");
  const subjects = await listSubjects(viewer, events);
  const { before, ...whole } = filter;
  return (
    <>
      <PageHeader
        title={t("title")}
        intro={<p>{t("intro")}</p>}
        actions={
          <>
            <ButtonLink href={recordExportAddress(whole, "csv")} download>
              {t("csv")}
            </ButtonLink>
            <ButtonLink href={recordExportAddress(whole, "jsonl")} download>
              {t("jsonl")}
            </ButtonLink>
          </>
        }
      />
      <RecordViews current="actions" />
      <RecordFilterForm filter={filter} actors={actors} />
      {events.length === 0 ? (
        <EmptyState title={t("noneTitle")} link={{ href: recordPath, label: shell("showAll") }}>
          {t("noneBody")}
        </EmptyState>
      ) : (
        <EventTable
          events={events.map((event) => ({ ...event, subject: subjects.get(subjectKey(event)) ?? null }))}
        />
      )}
      <nav aria-label={t("pages")} className="mt-6 flex flex-wrap gap-3">
        {before !== undefined && <ButtonLink href={recordAddress(whole)}>{t("newest")}</ButtonLink>}
        {older !== null && (
          <ButtonLink href={recordAddress({ ...filter, before: older })} rel="next">
            {t("older")}
          </ButtonLink>
        )}
      </nav>
    </>
  );
}
