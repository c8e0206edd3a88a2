import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { modelNamed, percent, range } from "#components/study-results/figure-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { figureDownloads, resultsPath } from "#lib/paths.ts";
import { drawTracks, type TracksTable } from "#lib/results/render/tracks.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

/** People and models on each track, where there are several. */
export async function TracksFigure({ rows, view }: Props) {
  const made = drawTracks(rows, view, await getLocale());
  if (!made) return null;
  const t = await getTranslations("resultsOverview.tracksFigure");
  const { slug } = rows.study;
  const toRow = (id: string) => {
    const query = writeView(view);
    if (id === "people") return resultsPath(slug, "people", query);
    query.set("model", id.slice("run-".length));
    return resultsPath(slug, "models", query);
  };
  const { input } = made.figure;
  const drawn = input.rows.map((row) => ({ ...row, href: toRow(row.id) }));
  return (
    <div className="grid min-w-0 gap-2">
      <FigureFrame
        id="by-track"
        title={made.title}
        sentence={await formatSentence(made.table)}
        figure={{ kind: "panels", input: { ...input, rows: drawn } }}
        downloads={figureDownloads(slug, "model-tracks", writeView(view))}
        room="wide"
        table={
          <Table
            caption={made.title}
            columns={[
              { key: "name", label: (await getTranslations("resultsOverview.table"))("name") },
              ...input.panels.flatMap(({ label }, at) => [
                { key: `share-${at}`, label: t("share", { track: label }), numeric: true },
                { key: `interval-${at}`, label: t("interval"), numeric: true },
                { key: `n-${at}`, label: "n", numeric: true },
              ]),
            ]}
            rows={drawn.map(({ id, label, href, cells }) => ({
              id,
              cells: Object.fromEntries([
                ["name", { ...modelNamed(label), href }],
                ...cells.flatMap((cell, at) => {
                  if (!cell) return [];
                  if ("instead" in cell) return [[`share-${at}`, cell.instead]];
                  return [
                    [`share-${at}`, percent(cell.value)],
                    [`interval-${at}`, range(cell)],
                    [`n-${at}`, cell.n],
                  ];
                }),
              ]),
            }))}
          />
        }
      />
      <p className="measure text-sm text-ink-muted">{t("about")}</p>
    </div>
  );
}

async function formatSentence({ tracks }: TracksTable): Promise<string> {
  const t = await getTranslations("resultsOverview.tracksFigure");
  const format = await getFormatter();
  const told = tracks.map(({ name: track, rows }) => {
    const { top1, n } = rows.get("people")?.cells ?? {};
    const of = { track, n: n?.value ?? 0 };
    return top1?.value == null ? t("trackFew", of) : t("track", { ...of, share: inPercent(top1.value) });
  });
  return t("sentence", { list: format.list(told) });
}
