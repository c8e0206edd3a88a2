import { getTranslations } from "next-intl/server";
import { Factors } from "#components/second-factor/factors.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listFactors } from "#lib/auth/second-factor/factors.ts";
import { readVisitor } from "#lib/auth/request/visitor.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("secondFactor.title"));

export default async function SecondFactorPage() {
  const viewer = await requireViewer("researcher", "admin");
  const [factors, { device }] = await Promise.all([listFactors(viewer), readVisitor()]);
  const t = await getTranslations();
  return (
    <div className="max-w-2xl">
      <PageHeader
        title={t("secondFactor.title")}
        path={{ href: "/account", name: t("account.title") }}
        intro={<p>{t("secondFactor.intro")}</p>}
      />
      <div className="grid gap-12">
        <Factors factors={factors} device={device} />
      </div>
    </div>
  );
}
