import { getTranslations } from "next-intl/server";
import { PageLinks } from "#components/cases/page-links.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { ListedDrop } from "#lib/curation/pool/queries.ts";
import {
  dropReasons,
  dropsPerPage,
  type DropAddress,
  type PoolReport,
} from "#lib/benchmarks/lineage/pool-schema.ts";
import { benchmarkExportAddress, poolPath } from "#lib/paths.ts";

type Props = { slug: string; asked: DropAddress; report: PoolReport; drops: readonly ListedDrop[] };

/** Exchange by exchange: what didn’t become a case, and why. */
export async function PoolDrops({ slug, asked, report, drops }: Props) {
  const t = await getTranslations("pools.drops");
  const counts = report.stages.map(({ reasons }) => reasons);
  const countOf = (reason: (typeof dropReasons)[number]) =>
    counts.reduce((sum, own) => sum + (own[reason] ?? 0), 0);
  const all = dropReasons.reduce((sum, reason) => sum + countOf(reason), 0);
  const shown = asked.reason ? countOf(asked.reason) : all;
  const to = (change: Partial<DropAddress>) => {
    const { reason, page } = { ...asked, page: 1, ...change };
    const query = new URLSearchParams({ ...(reason && { reason }), ...(page > 1 && { page: String(page) }) });
    return poolPath(slug) + (query.size > 0 ? `?${query}` : "");
  };
  if (all === 0) return null;
  return (
    <section aria-labelledby="drops" className="grid min-w-0 gap-4">
      <h2 id="drops" className="text-xl font-semibold">
        {t("title", { count: all })}
      </h2>
      <TabLinks
        label={t("why")}
        items={[undefined, ...dropReasons.filter((reason) => countOf(reason) > 0)].map((reason) => ({
          href: to({ reason }),
          label: reason ? t(`reasons.${reason}`, { count: countOf(reason) }) : t("all", { count: all }),
          current: reason === asked.reason,
        }))}
      />
      <Table
        isTight
        caption={t("caption")}
        hideCaption
        columns={[
          { key: "key", label: t("columns.key") },
          { key: "why", label: t("columns.why") },
          { key: "said", label: t("columns.said"), atLeast: 36 as const },
        ]}
        rows={drops.map(({ number, key, reason, detail, turns }) => ({
          id: String(number),
          cells: {
            key: { text: key, isName: true },
            why: t(`details.${reason}`, { detail }),
            said: turns.map(({ speaker, text }) => ({ line: { quote: `${speaker}: ${shorten(text)}` } })),
          },
        }))}
      />
      <PageLinks
        page={asked.page}
        pages={Math.max(1, Math.ceil(shown / dropsPerPage))}
        addressOf={(page) => to({ page })}
      />
      <p>
        <ButtonLink href={benchmarkExportAddress(slug, "pool-drops.jsonl")} download>
          {t("download")}
        </ButtonLink>
      </p>
    </section>
  );
}

const maxCharacters = 200;
const shorten = (text: string) =>
  text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters).trimEnd()}…`;
