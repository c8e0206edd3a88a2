import { getNow, getTranslations } from "next-intl/server";
import { NewToken } from "#components/api-tokens/token-forms.tsx";
import { TokenTable } from "#components/api-tokens/token-table.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { listOwnTokens } from "#lib/api-tokens/queries.ts";
import { requireViewer } from "#lib/auth/request/request.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("apiTokens.title"));

export default async function TokensPage() {
  const viewer = await requireViewer("researcher", "admin");
  const [tokens, now] = await Promise.all([listOwnTokens(viewer), getNow()]);
  const t = await getTranslations("apiTokens");
  return (
    <div className="max-w-4xl">
      <PageHeader
        title={t("title")}
        actions={<ButtonLink href="/account">{t("back")}</ButtonLink>}
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
          <section className="grid gap-4" aria-labelledby="new-token">
            <h2 id="new-token" className="text-xl font-semibold">
              {t("create.title")}
            </h2>
            <NewToken />
          </section>
          <section className="grid gap-4" aria-labelledby="tokens">
            <h2 id="tokens" className="text-xl font-semibold">
              {t("list.title")}
            </h2>
            <TokenTable tokens={tokens} now={now} />
          </section>
        </div>
      </ClientWords>
    </div>
  );
}
