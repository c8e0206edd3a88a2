import { useTranslations } from "next-intl";
import { getFormatter, getTranslations } from "next-intl/server";
import { PageLinks } from "#components/cases/page-links.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { Table } from "#components/ui/table/table.tsx";
import {
  type DropReason,
  type PoolReport as Report,
  oddities,
  dropReasons,
  dropsPerPage,
  type DropAddress,
} from "#lib/benchmarks/lineage/pool-schema.ts";
import type { StoredPool, ListedDrop } from "#lib/curation/queries.ts";
import { benchmarkExportAddress, poolPath } from "#lib/paths.ts";

/** What came into each stage and out of it, and why the rest went. */
export async function PoolReport({ report }: { report: Report }) {
  const t = await getTranslations("pools.report");
  const format = await getFormatter();
  const { works, roles, stages, models, odd, replaced } = report;
  return (
    <section aria-labelledby="pool-stages" className="grid min-w-0 gap-3">
      <h2 id="pool-stages" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <p className="measure text-ink-muted">{t("about", { works, roles })}</p>
      <Table
        caption={t("caption")}
        hideCaption
        isTight
        columns={[
          { key: "stage", label: t("columns.stage") },
          { key: "into", label: t("columns.into"), numeric: true },
          { key: "dropped", label: t("columns.dropped"), numeric: true },
          { key: "out", label: t("columns.out"), numeric: true },
          { key: "why", label: t("columns.why"), mayGo: true },
        ]}
        rows={stages.map(({ stage, into, out, reasons }) => ({
          id: stage,
          cells: {
            stage: t(`stages.${stage}`),
            into: format.number(into),
            dropped: format.number(into - out),
            out: format.number(out),
            why:
              into === out
                ? "–"
                : Object.entries(reasons).map(([reason, count]) => ({
                    line: t(`reasons.${reason as DropReason}`, { count }),
                  })),
          },
        }))}
      />
      <ul className="measure grid gap-1 text-ink-muted">
        {models.map((one) => (
          <Model key={one.model} {...one} />
        ))}
        {stages.some(({ stage, out }) => stage === "distractors" && out > 0) && (
          <>
            <li>{t("samePerson", { count: odd.same_person })}</li>
            <li>{t("firstSpeaker", { count: odd.first_speaker })}</li>
            <li>{t("replaced", { count: replaced })}</li>
          </>
        )}
        <li>{t("tokenizer", { tokenizer: report.tokenizer })}</li>
      </ul>
    </section>
  );
}

/** Whose vectors distractors were found by. */
function Model({ model, length, host, isFake }: Report["models"][number]) {
  const t = useTranslations("pools.report");
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      <span className="min-w-0 wrap-anywhere">
        {t.rich(host === undefined ? "model" : "fetchedFrom", {
          length,
          host: host ?? "",
          name: () => <bdi className="font-medium text-ink">{model}</bdi>,
        })}
      </span>
      {isFake && <Badge tone="warning">{t("fake")}</Badge>}
    </li>
  );
}

/** How cases were made, and of which files. */
export async function PoolSummary({ settings, files }: Pick<StoredPool, "settings" | "files">) {
  const t = await getTranslations("pools");
  const format = await getFormatter();
  const { way, among, odd, track, language, ...numbers } = settings;
  const isDrawn = way !== "work";
  const told: [string, string][] = [
    [t("settings.track"), `${track} (${language})`],
    [t("settings.fewestTokens"), format.number(numbers.fewestTokens)],
    [t("settings.before"), format.number(numbers.before)],
    [t("settings.way"), t(`settings.ways.${way}`)],
    ...(isDrawn
      ? ([
          [t("settings.among"), t(`settings.amongWhom.${among}`)],
          [t("settings.count"), format.number(numbers.distractors)],
          ...oddities.map((oddity) => [t(`settings.${oddity}`), t(`settings.${odd[oddity]}`)]),
        ] as [string, string][])
      : []),
    [t("settings.seed"), String(numbers.seed)],
  ];
  return (
    <section aria-labelledby="pool-made" className="grid min-w-0 gap-4">
      <h2 id="pool-made" className="text-xl font-semibold">
        {t("kept.title")}
      </h2>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
        {told.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-muted">{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Table
        isTight
        caption={t("kept.files")}
        columns={[
          { key: "name", label: t("kept.name") },
          { key: "holds", label: t("files.holds") },
          { key: "bytes", label: t("kept.bytes"), numeric: true },
          { key: "sha256", label: "SHA-256" },
        ]}
        rows={files.map(({ name, vectorsOf, bytes, sha256 }) => ({
          id: sha256,
          cells: {
            name: { text: name, isName: true },
            holds: vectorsOf === null ? t("files.pool") : t("kept.vectorsOf", { model: vectorsOf }),
            bytes: format.number(bytes),
            sha256: { text: sha256.slice(0, 12), title: sha256, isCode: true },
          },
        }))}
      />
    </section>
  );
}

type Props = { slug: string; asked: DropAddress; report: Report; drops: readonly ListedDrop[] };

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
