import { getLocale, getTranslations } from "next-intl/server";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { figureDownloads, resultsPath } from "#lib/paths.ts";
import { inPointsOf, modelNamed, percent, points, range } from "#components/study-results/figure-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { ForestInput, ForestRow } from "#lib/figures/drawn/forest.ts";
import { inPercent } from "#lib/figures/written.ts";
import { getStandings } from "#lib/results/measures.ts";
import { drawOverview, isPublishedShown, listCrowd } from "#lib/results/render/forest.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { minForClaim, writeView, type View } from "#lib/study-results/schema.ts";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { findPublished } from "#lib/study-results/figures/published-rows.ts";

type Props = {
  rows: StudyRows;
  view: View;
  /** What the address says of the published figures. */
  published: string | null;
};

/** People beside models, every mark a way to what it is made of. */
export async function ForestFigure({ rows, view, published }: Props) {
  const locale = await getLocale();
  const made = drawOverview(rows, view, { locale, withPublished: isPublishedShown(published) });
  if (!made || made.figure.kind !== "forest") return null;
  const { groups, differences } = made.figure.input;
  const linked = groups.map((group) => ({ ...group, rows: group.rows.map((row) => link(row, rows, view)) }));
  const input: ForestInput = { ...made.figure.input, groups: linked };
  const query = writeView(view);
  if (published !== null) query.set("published", published);
  return (
    <FigureFrame
      id="forest"
      title={made.title}
      sentence={await formatSummary(rows, view)}
      legend={await formatLegend(rows, view)}
      figure={{ kind: "forest", input }}
      downloads={figureDownloads(rows.study.slug, "forest", query)}
      room="wide"
      isSaidBelow
      table={
        <ForestTable
          caption={made.title}
          groups={
            differences
              ? [linked, differences.groups.map((one) => ({ ...one, heading: differences.axis }))].flat()
              : linked
          }
          words={input.words}
        />
      }
    />
  );
}

function link(row: ForestRow, { study: { slug } }: StudyRows, view: View): ForestRow {
  const query = writeView(view);
  if (row.id === "people") return { ...row, href: resultsPath(slug, "people", query) };
  if (row.id === "consensus") return { ...row, href: resultsPath(slug, "cases", query) };
  if (!row.id.startsWith("run-")) return row;
  query.set("model", row.id.slice("run-".length));
  return { ...row, href: resultsPath(slug, "models", query) };
}

type TableProps = Pick<ForestInput, "groups" | "words"> & { caption: string };

async function ForestTable({ caption, groups, words }: TableProps) {
  const t = await getTranslations("resultsOverview.forest");
  const table = await getTranslations("resultsOverview.table");
  const overview = await getTranslations("resultsOverview");
  const hasPublished = groups.some(({ rows }) => rows.some(({ published }) => published !== undefined));
  return (
    <Table
      caption={caption}
      columns={[
        { key: "name", label: table("name") },
        { key: "kind", label: table("kind") },
        { key: "share", label: t("axis"), numeric: true },
        { key: "interval", label: words.interval, numeric: true },
        { key: "n", label: t("n"), numeric: true },
        ...(hasPublished ? [{ key: "published", label: t("publishedColumn"), numeric: true }] : []),
      ]}
      rows={groups.flatMap(({ heading = "", rows }) =>
        rows.map((row) => ({
          id: row.id,
          cells: {
            name: { ...modelNamed(row.label), href: row.href },
            kind: row.id === "difference" ? heading : (row.note ?? heading),
            share:
              row.kind === "selecting" || row.value === null
                ? row.instead
                : row.id === "difference"
                  ? points(row.value)
                  : percent(row.value),
            interval: range(row, row.id === "difference" ? inPointsOf(overview) : undefined),
            n: row.n,
            ...(row.published !== undefined && { published: percent(row.published) }),
          },
        })),
      )}
    />
  );
}

async function formatSummary(rows: StudyRows, view: View): Promise<string> {
  const t = await getTranslations("resultsOverview.forest");
  const standings = getStandings(rows, view).rows;
  const cellsOf = (kind: "people" | "consensus" | "chance") =>
    standings.find(({ subject }) => subject.kind === kind)?.cells;
  const people = cellsOf("people");
  const cases = people?.cases?.value ?? 0;
  const [accuracy, consensus, chance] = (["people", "consensus", "chance"] as const).map(
    (kind) => cellsOf(kind)?.top1?.value,
  );
  if (accuracy == null || consensus == null || chance == null)
    return t("sentenceFew", { answers: people?.n?.value ?? 0, cases });
  const ranked = standings.flatMap(({ group, cells: { top1 } }) =>
    group === "ranked" && top1?.value != null ? [top1.value] : [],
  );
  const [first, last] = [ranked[0], ranked.at(-1)];
  return t("sentence", {
    cases,
    who: t(`inText.${view.who}`),
    people: inPercent(accuracy),
    consensus: inPercent(consensus),
    models: ranked.length,
    from: inPercent(last ?? 0),
    to: inPercent(first ?? 0),
    chance: inPercent(chance),
  });
}

async function formatLegend(rows: StudyRows, view: View): Promise<string | null> {
  const t = await getTranslations("resultsOverview.forest");
  const count = listCrowd(rows, view).length;
  return count === 0 ? null : t("crowd", { count, least: minForClaim.cases });
}

type PublishedProps = { rows: StudyRows; view: View; published: string | null };

/** Has the figure with what was printed of the same benchmark, or without. */
export async function PublishedSwitch({ rows, view, published }: PublishedProps) {
  if (!findPublished(rows, view)) return null;
  const t = await getTranslations("resultsOverview.publishedNotes");
  const query = writeView(view);
  const isShown = isPublishedShown(published);
  if (!isShown) query.set("published", "with");
  return (
    <a
      href={resultsPath(rows.study.slug, "overview", query)}
      className="no-print target inline-flex w-fit items-center text-sm text-accent underline"
    >
      {t(isShown ? "hide" : "show")}
    </a>
  );
}

/** Where the published figures are from, over what, and what in print doesn't fit with them. */
export async function PublishedNotes({ rows, view, published }: PublishedProps) {
  const found = isPublishedShown(published) ? findPublished(rows, view) : null;
  if (!found) return null;
  const t = await getTranslations("resultsOverview.publishedNotes");
  const { people, models, citation, source, cases } = found;
  const findings = [people, ...models].flatMap(({ name, findings: about }) =>
    about.map((finding) => ({ name, finding })),
  );
  return (
    <Fold id="published" title={t("title")} note={t("note", { citation })}>
      <ul className="notes list-disc pl-5 text-sm">
        <li>{t("models", { citation, source, cases })}</li>
        <li>{t("matched")}</li>
        <li>
          {t(people.isPrinted ? "printed" : "computed", {
            value: inPercent(people.value),
            source: people.source,
            answers: people.answers,
          })}
        </li>
        {findings.map((finding) => (
          <li key={`${finding.name} ${finding.finding}`}>{t("finding", finding)}</li>
        ))}
      </ul>
    </Fold>
  );
}
