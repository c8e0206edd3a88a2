import { getTranslations } from "next-intl/server";
import { EndpointList, RetiredEndpoints } from "#components/endpoints/endpoint-list.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listEndpoints, listRetiredEndpoints } from "#lib/endpoints/queries.ts";
import { newEndpointPath } from "#lib/paths.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("endpoints.title"));

export default async function EndpointsPage() {
  const viewer = await requireViewer("admin");
  const [endpoints, retired] = await Promise.all([listEndpoints(viewer), listRetiredEndpoints(viewer)]);
  const t = await getTranslations("endpoints");
  const add = (
    <ButtonLink variant="primary" href={newEndpointPath}>
      {t("add")}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={t("title")} intro={<p>{t("intro")}</p>} actions={endpoints.length > 0 && add} />
      {endpoints.length === 0 ? (
        <EmptyState title={t("emptyTitle")} action={add}>
          {t("emptyBody")}
        </EmptyState>
      ) : (
        <EndpointList endpoints={endpoints} />
      )}
      <RetiredEndpoints endpoints={retired} />
    </>
  );
}
