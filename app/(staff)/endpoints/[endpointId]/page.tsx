import { getFormatter, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { ChangeEndpoint, RetireEndpoint } from "#components/endpoints/change-endpoint.tsx";
import { TestEndpoint } from "#components/endpoints/test-endpoint.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { getEndpoint } from "#lib/endpoints/queries.ts";
import { endpointNumber, type EndpointView } from "#lib/endpoints/schema.ts";
import { endpointsPath } from "#lib/paths.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("endpoints.title"));

export default async function EndpointPage({ params }: PageProps<"/endpoints/[endpointId]">) {
  const viewer = await requireViewer("admin");
  const id = endpointNumber.safeParse((await params).endpointId);
  const endpoint = id.success ? await getEndpoint(viewer, id.data) : null;
  if (!endpoint) notFound();
  const t = await getTranslations("endpoints");
  return (
    <>
      <PageHeader
        path={{ href: endpointsPath, name: t("title") }}
        title={endpoint.name}
        intro={
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {t(`protocols.${endpoint.protocol}`)}
            <code className="font-mono text-sm wrap-anywhere">{endpoint.address}</code>
            {endpoint.isFake && <Badge tone="warning">{t("fake")}</Badge>}
          </p>
        }
      />
      <State endpoint={endpoint} />
      {endpoint.removedAt === null && (
        <div className="grid gap-10 max-xl:max-w-2xl xl:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
          <ChangeEndpoint endpoint={endpoint} />
          <TestEndpoint id={endpoint.id} />
          <RetireEndpoint id={endpoint.id} name={endpoint.name} />
        </div>
      )}
    </>
  );
}

/** What one should know of it before anything is done with it. */
async function State({ endpoint }: { endpoint: EndpointView }) {
  const [t, format] = await Promise.all([getTranslations("endpoints"), getFormatter()]);
  const { removedAt, isKeyReadable, isFake } = endpoint;
  return (
    <div className="mb-6 grid max-w-2xl gap-3 empty:hidden">
      {removedAt && (
        <Callout title={t("retired", { date: format.dateTime(removedAt, { dateStyle: "long" }) })}>
          {t("retiredMeans")}
        </Callout>
      )}
      {!isKeyReadable && (
        <Callout tone="danger" title={t("unreadableTitle")}>
          {t("unreadable")}
        </Callout>
      )}
      {isFake && <Callout tone="warning">{t("fakeMeans")}</Callout>}
    </div>
  );
}
