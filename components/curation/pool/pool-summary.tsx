import { getFormatter, getTranslations } from "next-intl/server";
import { Table } from "#components/ui/table/table.tsx";
import type { StoredPool } from "#lib/curation/pool/queries.ts";
import { oddities } from "#lib/benchmarks/lineage/pool-schema.ts";

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
