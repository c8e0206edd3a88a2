import { getTranslations } from "next-intl/server";
import { NewEndpoint } from "#components/endpoints/new-endpoint.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { endpointsPath } from "#lib/paths.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("endpoints.add"));

export default async function NewEndpointPage() {
  await requireViewer("admin");
  const t = await getTranslations("endpoints");
  return (
    <>
      <PageHeader path={{ href: endpointsPath, name: t("title") }} title={t("add")} />
      <NewEndpoint />
    </>
  );
}
