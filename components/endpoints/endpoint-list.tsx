import { getFormatter, getTranslations } from "next-intl/server";
import { Badge } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { EndpointView, RetiredEndpoint } from "#lib/endpoints/schema.ts";
import { endpointPath } from "#lib/paths.ts";

/** As short as a column takes them; they are names in every language. */
const protocolNames = { openai: "OpenAI", anthropic: "Anthropic" };
const columns = ["name", "protocol", "address", "key"] as const;
const amounts = ["input", "cached", "output", "calls", "tokens", "atOnce"] as const;

export async function EndpointList({ endpoints }: { endpoints: readonly EndpointView[] }) {
  const [t, format] = await Promise.all([getTranslations("endpoints"), getFormatter()]);
  const price = (value: number | null, currency: string) =>
    value === null
      ? { text: "–", said: t("unpriced"), isMuted: true }
      : {
          text: format.number(value, { style: "currency", currency, maximumFractionDigits: 4 }),
          isWhole: true,
        };
  const limit = (value: number | null) =>
    value === null ? { text: "–", said: t("noLimit"), isMuted: true } : format.number(value);
  const rows = endpoints.map(({ id, name, protocol, address, currency, prices, limits, ...endpoint }) => ({
    id: String(id),
    cells: {
      name: [
        { text: name, href: endpointPath(id), isName: true, isWhole: true, isNarrow: true },
        endpoint.isFake && [" ", { badge: t("fake"), tone: "warning" as const }],
      ],
      protocol: protocolNames[protocol],
      address: { text: new URL(address).host, title: address, isName: true, isWhole: true, isNarrow: true },
      key: endpoint.isKeyReadable
        ? t(`keys.${endpoint.hasKey ? "set" : "none"}`)
        : { text: t("keys.unreadable"), tone: "danger" as const, isWhole: true },
      input: price(prices.input, currency),
      cached: price(prices.cached, currency),
      output: price(prices.output, currency),
      calls: limit(limits.callsPerMinute),
      tokens: limit(limits.tokensPerMinute),
      atOnce: format.number(limits.callsAtOnce),
    },
  }));
  return (
    <Table
      caption={t("caption")}
      isTight
      columns={[
        ...columns.map((key) => ({ key, label: t(`columns.${key}`) })),
        ...amounts.map((key) => ({ key, label: t(`columns.${key}`), numeric: true })),
      ]}
      rows={rows}
    />
  );
}

/** Folded away: runs name them, and nothing is called through them. */
export async function RetiredEndpoints({ endpoints }: { endpoints: readonly RetiredEndpoint[] }) {
  const [t, format] = await Promise.all([getTranslations("endpoints"), getFormatter()]);
  if (endpoints.length === 0) return null;
  return (
    <details className="mt-8">
      <summary className="target flex w-fit items-center text-accent">
        {t("retiredList.title", { count: endpoints.length })}
      </summary>
      <p className="measure mb-2 text-ink-muted">{t("retiredMeans")}</p>
      <ul role="list" className="grid gap-1">
        {endpoints.map(({ id, name, address, isFake, removedAt, by }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3">
            <Link href={endpointPath(id)} className="wrap-anywhere text-accent underline">
              <bdi>{name}</bdi>
            </Link>
            <code className="font-mono text-sm wrap-anywhere">{new URL(address).host}</code>
            {isFake && <Badge tone="warning">{t("fake")}</Badge>}
            <span className="text-sm text-ink-muted">
              {t.rich(by === null ? "retired" : "retiredList.by", {
                date: format.dateTime(removedAt, { dateStyle: "long" }),
                name: () => <bdi>{by}</bdi>,
              })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
