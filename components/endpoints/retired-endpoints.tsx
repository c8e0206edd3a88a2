import { getFormatter, getTranslations } from "next-intl/server";
import { Badge } from "#components/ui/badge.tsx";
import { Link } from "#components/ui/link.tsx";
import type { RetiredEndpoint } from "#lib/endpoints/schema.ts";
import { endpointPath } from "#lib/paths.ts";

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
