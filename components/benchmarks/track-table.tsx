import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { Spread as Measured } from "#lib/benchmarks/case-files/case-report.ts";
import type { TrackFacts } from "#lib/benchmarks/queries.ts";
import { listCategories } from "#lib/benchmarks/schema.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { casesPath } from "#lib/paths.ts";

export async function TrackTable({ slug, tracks }: { slug: string; tracks: readonly TrackFacts[] }) {
  const t = await getTranslations("benchmarks.tracks");
  const format = await getFormatter();
  const locale = await getLocale();
  const linkTo = (query: Record<string, string>) => `${casesPath(slug)}?${new URLSearchParams(query)}`;
  const rows = tracks.map((track) => ({
    id: track.name,
    cells: {
      name: (
        <a href={linkTo({ track: track.name })} className="text-accent underline">
          <bdi>{track.name}</bdi>
        </a>
      ),
      language: languageName(track.language, locale),
      cases: format.number(track.cases),
      options: <OptionCounts counts={track.options} />,
      categories: [
        t(`kinds.${track.categories}`),
        track.categories !== "own" && { line: { text: listCategories(track), isName: true }, isMuted: true },
      ],
      length: track.answerLength && <Spread value={track.answerLength} />,
      unparsed:
        track.unparsed === 0 ? (
          "0"
        ) : (
          <a href={linkTo({ track: track.name, form: "unparsed" })} className="text-accent underline">
            {format.number(track.unparsed)}
          </a>
        ),
    },
  }));
  const columns = [
    { key: "name", label: t("name") },
    { key: "language", label: t("language") },
    { key: "cases", label: t("cases"), numeric: true },
    { key: "options", label: t("options") },
    { key: "categories", label: t("categories"), atLeast: 40 as const },
    { key: "length", label: t("length"), mayGo: true },
    { key: "unparsed", label: t("unparsed"), numeric: true, mayGo: true },
  ];
  return (
    <div className="min-w-0">
      <Table caption={t("caption")} columns={columns} rows={rows} />
      <EmptyColumns columns={columns} rows={rows} />
    </div>
  );
}

/** "zh" → "Chinese", or 中文 to a Chinese reader; a tag that nobody knows stays as it is. */
export function languageName(tag: string, reader: Locale): string {
  try {
    return new Intl.DisplayNames(reader, { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** "12 to 480, half of them up to 61"; a dash where nothing could be measured. */
export async function Spread({ value }: { value: Measured | null }) {
  const t = await getTranslations("benchmarks.spread");
  if (!value) return <span className="text-ink-muted">{t("none")}</span>;
  const { min, median, max } = value;
  return <span className="figures whitespace-nowrap">{t("value", { min, median, max })}</span>;
}

/** "4: 26,208 · 5: 699": how many cases have how many options. */
export async function OptionCounts({ counts }: { counts: Readonly<Record<string, number>> }) {
  const t = await getTranslations("benchmarks.spread");
  const entries = Object.entries(counts)
    .filter(([options]) => options !== "0")
    .sort(([a], [b]) => Number(a) - Number(b));
  if (entries.length === 0) return <span className="text-ink-muted">{t("none")}</span>;
  return (
    <ul role="list" className="figures grid whitespace-nowrap">
      {entries.map(([options, cases]) => (
        <li key={options}>{t("options", { options: Number(options), cases })}</li>
      ))}
    </ul>
  );
}
