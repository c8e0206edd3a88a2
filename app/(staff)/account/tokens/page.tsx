import { getNow, getTranslations } from "next-intl/server";
import { NewToken } from "#components/api-tokens/token-forms.tsx";
import { TokenTable } from "#components/api-tokens/token-table.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { PageHeader, Section } from "#components/ui/page-header.tsx";
import { listOwnTokens } from "#lib/api-tokens/queries.ts";
import { requireViewer } from "#lib/auth/request/request.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("apiTokens.title"));

export default async function TokensPage() {
  const viewer = await requireViewer("researcher", "admin");
  const [tokens, now] = await Promise.all([listOwnTokens(viewer), getNow()]);
  const t = await getTranslations("apiTokens");
  const account = await getTranslations("account");
  return (
    <div className="max-w-4xl">
      <PageHeader
        title={t("title")}
        path={{ href: "/account", name: account("title") }}
        intro={
          <>
            <p>{t("intro")}</p>
            <p>
              <a href="/api/v1/openapi.json" className="text-accent underline">
                {t("reference")}
              </a>
            </p>
          </>
        }
      />
      <ClientWords of={["apiTokens", "shell", "secondFactor"]}>
        <div className="grid gap-12">
          <Section id="new-token" title={t("create.title")}>
            <NewToken />
          </Section>
          <Section id="tokens" title={t("list.title")}>
            <TokenTable tokens={tokens} now={now} />
          </Section>
        </div>
      </ClientWords>
    </div>
  );
}
