import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { JudgedTables } from "#components/study-results/across/judged-tables.tsx";
import { ScaleResults } from "#components/study-results/scale/scale-results.tsx";
import { listDownloads } from "#components/charts/figure-downloads.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { resultsPath } from "#lib/paths.ts";
import { Callout } from "#components/ui/callout.tsx";
import { inPercent } from "#lib/figures/written.ts";
import {
  getAcross,
  type AcrossFigures,
  type SkippedPart,
  type PartPoints,
  type AcrossDifference,
  type PartFigures,
} from "#lib/study-results/across/across-comparison.ts";
import { writePick, type Part } from "#lib/study-results/across/across.ts";
import { drawAcross, formatPartName, formatStudyName } from "#lib/study-results/figures/across.ts";
import { isInterim, writeView } from "#lib/study-results/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { DifferenceTable } from "#components/study-results/people/difference-table.tsx";
import { formatIntervalCell } from "#components/study-results/people/interval-cell.ts";
import { named, nothing, percent } from "#components/study-results/figure-cells.ts";
import { withheld } from "#components/study-results/ranges.ts";
import { listStrata } from "#lib/study-results/rows/selection.ts";
import { Table } from "#components/ui/table/table.tsx";
import { listFilters } from "#lib/studies/selectors/schema.ts";
import { formatSelectedCases } from "#lib/study-results/overview/selection-words.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";

type Props = {
  parts: readonly PartPoints[];
  /** Of which something was judged, on the plot or not. */
  judged: readonly Part[];
  notShown: readonly SkippedPart[];
  kind: KindName | null;
};

/** People of several studies on one plot, what they are held against, and their differences. */
export async function AcrossResults({ parts, judged, notShown, kind }: Props) {
  const t = await getTranslations("resultsAcross");
  const locale = await getLocale();
  const format = await getFormatter();
  const named = (some: readonly Part[]) => format.list(some.map((part) => formatPartName(part, locale)));
  const shown: Part[] = [...parts, ...judged.filter((one) => !parts.some(({ view }) => view === one.view))];
  const simulated = shown.filter(({ view }) => view.who === "simulated");
  const interim = shown.filter(({ rows }) => isInterim(rows.study));
  return (
    <div className="grid min-w-0 gap-8">
      {notShown.length > 0 && (
        <Callout title={t("notShown.title")}>
          <ul>
            {notShown.map(({ rows, pick, why }) => (
              <li key={writePick(pick)} className="wrap-anywhere">
                {t(`notShown.${why}`, {
                  name: nameOf(
                    why === "no_such_kind" ? rows.study.title : formatStudyName(rows, locale),
                    pick.cohort,
                  ),
                })}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {simulated.length > 0 && (
        <Callout tone="warning">{t("simulated", { names: named(simulated) })}</Callout>
      )}
      {interim.length > 0 && <Callout tone="warning">{t("interim", { names: named(interim) })}</Callout>}
      {parts.length > 0 && <Differences across={getAcross(parts)} kind={kind} />}
      {judged.length > 0 && <JudgedTables parts={judged} />}
      {parts.length > 1 && (
        <section aria-labelledby="across-scale" className="grid min-w-0 gap-4">
          <h2 id="across-scale" className="text-xl font-semibold">
            {t("scale.title")}
          </h2>
          <p className="measure text-ink-muted">{t("scale.about")}</p>
          <ScaleResults parts={parts} downloads={downloadsOf(parts, kind, "scale")} />
        </section>
      )}
    </div>
  );

  function nameOf(title: string, cohort: string | null): string {
    return cohort === null ? title : t("partOf", { title, cohort });
  }
}

type ComparedProps = { across: AcrossFigures } & Pick<Props, "kind">;

function Differences({ across, kind }: ComparedProps) {
  return (
    <>
      <Plot across={across} kind={kind} />
      <AcrossDifferences across={across} />
    </>
  );
}

async function Plot({ across, kind }: ComparedProps) {
  const t = await getTranslations("resultsAcross");
  const { parts } = across;
  const { title, figure } = drawAcross(parts, {
    locale: await getLocale(),
    toPart: ({ rows, view }) => resultsPath(rows.study.slug, "overview", writeView(view)),
  });
  return (
    <>
      <FigureFrame
        id="across"
        title={title}
        sentence={await formatSummary(across)}
        figure={figure}
        table={
          <a href="#parts" className="target inline-flex items-center text-accent underline">
            {t("parts.caption")}
          </a>
        }
        downloads={downloadsOf(parts, kind)}
      />
      <div id="parts" className="min-w-0 scroll-mt-4">
        <PartsTable parts={parts} />
      </div>
    </>
  );
}

async function formatSummary({ parts, differences, tests }: AcrossFigures): Promise<string> {
  const t = await getTranslations("resultsAcross");
  const locale = await getLocale();
  const told = parts
    .filter(({ people }) => people.isClaimable && people.accuracy !== null)
    .toSorted((a, b) => (a.people.accuracy ?? 0) - (b.people.accuracy ?? 0));
  const [lowest, highest] = [told.at(0), told.at(-1)];
  if (!lowest || !highest) return t("sentenceFew", { count: parts.length });
  return t("sentence", {
    count: parts.length,
    low: inPercent(lowest.people.accuracy ?? 0),
    lowName: formatPartName(lowest, locale),
    high: inPercent(highest.people.accuracy ?? 0),
    highName: formatPartName(highest, locale),
    tests,
    significant: differences.filter(({ holm }) => holm !== null && holm < 0.05).length,
  });
}

/** One view holds for all of them, but for the cohort, which each names itself, and the kind where none is asked for. */
function downloadsOf(parts: readonly PartPoints[], kind: KindName | null, figure?: "scale") {
  const [first] = parts;
  const query = first
    ? writeView({ ...first.view, who: "people", cohort: null, kind })
    : new URLSearchParams();
  for (const { rows, view } of parts)
    query.append("study", writePick({ slug: rows.study.slug, cohort: view.cohort }));
  if (figure) query.set("figure", figure);
  const address = (format: string) => `/api/studies/across/figure?${query}&format=${format}`;
  return listDownloads(address);
}

/** Every pair with what makes it comparable, or keeps it from being so. */
async function AcrossDifferences({ across }: { across: AcrossFigures }) {
  const t = await getTranslations("resultsAcross.differences");
  const locale = await getLocale();
  const format = await getFormatter();
  const { parts, differences, tests } = across;
  const nameOf = (index: number) => {
    const part = parts[index];
    return part ? formatPartName(part, locale) : "";
  };
  const noteOf = ({ shared, first, second }: AcrossDifference): string => {
    if (!shared.sameBenchmark) return t("otherBenchmark");
    const counts = [first, second].map((index) => parts[index]?.people.n.cases);
    const isAll = counts.every((count) => count === shared.cases);
    const words = [t(isAll ? "allShared" : "shared", { cases: shared.cases })];
    if (shared.otherVersion > 0) words.push(t("otherVersion", { count: shared.otherVersion }));
    return format.list(words);
  };
  return (
    <section aria-labelledby="differences" className="grid min-w-0 gap-3">
      <h2 id="differences" className="text-xl font-semibold">
        {t("title")}
      </h2>
      {differences.length === 0 ? (
        <p>{t("one")}</p>
      ) : (
        <>
          <DifferenceTable
            caption={t("caption")}
            of={t("pair")}
            note={t("comparable")}
            differences={differences.map((difference) => ({
              ...difference,
              name: t("pairOf", { first: nameOf(difference.first), second: nameOf(difference.second) }),
              note: noteOf(difference),
              ...(difference.why !== null && { instead: t(difference.why) }),
            }))}
          />
          <p className="measure text-sm text-ink-muted">{t("method", { tests })}</p>
        </>
      )}
    </section>
  );
}

const numbers = ["people", "cases", "answers", "right", "accuracy", "interval"] as const;

/** How each part's cases were chosen, and how its people and the best model did on them. */
async function PartsTable({ parts }: { parts: readonly PartFigures[] }) {
  const t = await getTranslations("resultsAcross");
  const locale = await getLocale();
  const format = await getFormatter();
  const tooFew = (n: number) => withheld(t("tooFew", { n }));
  const wilson = (n: number) => t("parts.wilson", { n });
  return (
    <Table
      isTight
      isWide
      caption={t("parts.caption")}
      columns={[
        { key: "study", label: t("parts.columns.study"), atLeast: 40 },
        { key: "benchmark", label: t("parts.columns.benchmark"), atLeast: 56 },
        ...numbers.map((key) => ({ key, label: t(`parts.columns.${key}`), numeric: true })),
        { key: "best", label: t("parts.columns.best"), atLeast: 40 },
        { key: "bestTop1", label: t("parts.columns.bestTop1"), numeric: true },
      ]}
      rows={parts.map((part) => {
        const { rows, view, people, best, interval, bestInterval } = part;
        const { slug, benchmark } = rows.study;
        const { answers } = people.n;
        return {
          id: writePick({ slug, cohort: view.cohort }),
          cells: {
            study: {
              text: formatPartName(part, locale),
              isName: true,
              href: resultsPath(slug, "overview", writeView(view)),
            },
            benchmark: [named(benchmark.name), { line: chosen(part), isMuted: true }],
            ...people.n,
            right: people.right,
            accuracy: people.isClaimable ? percent(people.accuracy) : tooFew(answers),
            interval: people.isClaimable ? formatIntervalCell(interval, wilson) : nothing,
            best: best ? named([best.model, best.method, best.version].filter(Boolean).join(" · ")) : nothing,
            bestTop1: !best
              ? nothing
              : hasEnoughData({ ...people.n, cases: best.answered })
                ? [percent(best.top1), { line: formatIntervalCell(bestInterval, wilson), isMuted: true }]
                : tooFew(best.answered),
          },
        };
      })}
    />
  );

  function chosen({ rows, view }: PartFigures): string {
    const { reference } = rows.study.design.frame;
    const filtered = formatSelectedCases(listFilters(rows.study.benchmark), locale);
    if (!reference) return filtered ?? t("parts.noReference");
    const name = [reference.model, reference.method, reference.version].filter(Boolean).join(" · ");
    const words = { name, threshold: String(reference.threshold) };
    const chosen = view.stratum === "all" ? listStrata(rows) : [view.stratum];
    return format.list([
      ...chosen.map((stratum) => t(`parts.chosen.${stratum}`, words)),
      ...(filtered === null ? [] : [filtered]),
    ]);
  }
}
