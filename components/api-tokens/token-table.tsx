import { getFormatter, getTranslations } from "next-intl/server";
import { RevokeToken } from "#components/api-tokens/token-forms.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { OwnToken } from "#lib/api-tokens/queries.ts";

export async function TokenTable({ tokens, now }: { tokens: readonly OwnToken[]; now: Date }) {
  const t = await getTranslations("apiTokens.list");
  const format = await getFormatter();
  if (tokens.length === 0) return <EmptyState title={t("emptyTitle")}>{t("emptyBody")}</EmptyState>;
  const day = (date: Date) => (
    <span className="whitespace-nowrap">{format.dateTime(date, { dateStyle: "medium" })}</span>
  );
  return (
    <Table
      caption={t("caption")}
      columns={[
        { key: "name", label: t("name") },
        { key: "created", label: t("created") },
        { key: "lastUsed", label: t("lastUsed") },
        { key: "expires", label: t("expires") },
        { key: "action", label: <span className="sr-only">{t("action")}</span> },
      ]}
      rows={tokens.map(({ id, name, createdAt, lastUsedAt, expiresAt }) => ({
        id,
        cells: {
          name,
          created: day(createdAt),
          lastUsed: lastUsedAt ? format.relativeTime(lastUsedAt, now) : t("never"),
          expires: (
            <>
              {day(expiresAt)} {expiresAt <= now && <Badge tone="warning">{t("expired")}</Badge>}
            </>
          ),
          action: <RevokeToken id={id} name={name} />,
        },
      }))}
    />
  );
}
