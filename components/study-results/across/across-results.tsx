import { runLabel } from "#lib/studies/run-names.ts";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { ScaleResults } from "#components/study-results/scale/scale-results.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { resultsPath } from "#lib/paths.ts";
import { Callout } from "#components/ui/callout.tsx";
import { inPercent, inDigits } from "#lib/figures/written.ts";
import {
  getAcross,
  type AcrossFigures,
  type SkippedPart,
  type PartPoints,
  type AcrossDifference,
  type PartFigures,
  writePick,
  type Part,
} from "#lib/study-results/across/across.ts";
import { drawAcross, formatPartName, formatStudyName } from "#lib/study-results/figures/across.ts";
import { isInterim, writeView } from "#lib/study-results/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { DifferenceTable } from "#components/study-results/people/difference-table.tsx";
import {
  formatIntervalCell,
  named,
  nothing,
  percent,
  withheld,
  decimal,
  ends,
  figureColumns,
} from "#components/study-results/figure-cells.ts";
import { listStrata } from "#lib/study-results/rows/selection.ts";
import { Table } from "#components/ui/table/table.tsx";
import { listFilters } from "#lib/studies/selectors/schema.ts";
import { formatSelectedCases } from "#lib/study-results/overview/selection-words.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { getJudgedTables, type JudgedTable, type JudgedRow } from "#lib/study-results/across/judged.ts";
import type { useTranslations } from "next-intl";
import type { Cell, Words } from "#components/ui/table/cell.tsx";
import type { Locale } from "#lib/i18n/locale.ts";
import { nameOrigin } from "#lib/study-results/kinds/origins.ts";
import { Section } from "#components/study-results/section.tsx";

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
  const across = parts.length > 0 ? getAcross(parts) : null;
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
      {across && (
        <>
          <Plot across={across} kind={kind} />
          <AcrossDifferences across={across} />
        </>
      )}
      {judged.length > 0 && <JudgedTables parts={judged} />}
      {parts.length > 1 && (
        <Section id="across-scale" title={t("scale.title")} className="gap-4">
          <p className="measure text-ink-muted">{t("scale.about")}</p>
          <ScaleResults parts={parts} downloads={downloadsOf(parts, kind, "scale")} />
        </Section>
      )}
    </div>
  );

  function nameOf(title: string, cohort: string | null): string {
    return cohort === null ? title : t("partOf", { title, cohort });
  }
}

type ComparedProps = { across: AcrossFigures } & Pick<Props, "kind">;

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
  return address;
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
    <Section id="differences" title={t("title")}>
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
    </Section>
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
        ...figureColumns(numbers, (key) => t(`parts.columns.${key}`)),
        { key: "best", label: t("figure.models"), atLeast: 40 },
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
            best: best ? named(runLabel(best)) : nothing,
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
    const name = runLabel(reference);
    const words = { name, threshold: String(reference.threshold) };
    const chosen = view.stratum === "all" ? listStrata(rows) : [view.stratum];
    return format.list([
      ...chosen.map((stratum) => t(`parts.chosen.${stratum}`, words)),
      ...(filtered === null ? [] : [filtered]),
    ]);
  }
}

/** What was judged, not right or wrong: each study's own figures, side by side where they are on one standard. */
async function JudgedTables({ parts }: { parts: readonly Part[] }) {
  const t = await getTranslations("resultsAcross.judged");
  const tables = await getJudgedTables(parts);
  if (tables.length === 0) return null;
  // Of one kind, on several standards.
  const isApart = [...Map.groupBy(tables, ({ kind }) => kind).values()].some(({ length }) => length > 1);
  return (
    <Section id="judged" title={t("title")} className="gap-4">
      <p className="measure text-ink-muted">
        {t("about")} {isApart && t("apart")}
      </p>
      {tables.map((table, at) => (
        <OneStandard key={at} table={table} parts={parts} />
      ))}
    </Section>
  );
}

type OneStandardProps = { table: JudgedTable; parts: readonly Part[] };

async function OneStandard({ table: { kind, measure, name, isNamesake, rows }, parts }: OneStandardProps) {
  const t = await getTranslations("resultsAcross.judged");
  const kinds = await getTranslations("cases.filter.kinds");
  const locale = await getLocale();
  const studies = [...new Set(rows.map(({ part }) => part))].map((part) => formatPartName(part, locale));
  const notes = [
    ...(isNamesake ? [t("namesake", { study: studies[0] ?? "" })] : []),
    ...(studies.length === 1 && parts.length > 1 ? [t("alone")] : []),
  ];
  const caption = t(`captions.${measure}`, { kind: kinds(kind), name });
  const hasTracks = rows.some(({ figure }) => figure.track !== null);
  return (
    <div className="grid min-w-0 gap-2">
      <h3 className="font-semibold wrap-anywhere">{caption}</h3>
      <Table
        isTight
        caption={caption}
        columns={[
          { key: "origin", label: t("columns.origin"), atLeast: 40 },
          ...(measure === "share" ? [{ key: "of", label: t("columns.of") }] : []),
          { key: "study", label: t("columns.study"), atLeast: 40 },
          ...(hasTracks ? [{ key: "track", label: t("columns.track") }] : []),
          ...figureColumns(["answers", "people", "cases", measure, "interval"], (key) => t(`columns.${key}`)),
        ]}
        rows={rows.map((row, at) => ({ id: String(at), cells: judgedCells(row, { t, locale }) }))}
      />
      {notes.length > 0 && <p className="measure text-sm text-ink-muted">{notes.join(" ")}</p>}
    </div>
  );
}

type Context = { t: ReturnType<typeof useTranslations<"resultsAcross.judged">>; locale: Locale };

/** A row of what was judged: of one origin, in one study. */
function judgedCells({ part, figure }: JudgedRow, { t, locale }: Context): Record<string, Cell> {
  const { origin, of, track, n, measure } = figure;
  return {
    origin: { text: nameOrigin(origin, locale), isName: true },
    of: of === null ? { text: t("noneFits"), isMuted: true } : { text: of, isName: true },
    study: {
      text: formatPartName(part, locale),
      isName: true,
      href: resultsPath(part.rows.study.slug, "overview", writeView(part.view)),
    },
    track: track === null ? nothing : { text: track, isName: true },
    ...n,
    [measure]: formatValue(figure, t),
    interval: formatJudgedInterval(figure, t),
  };
}

type Figure = JudgedRow["figure"];

const digitsOf = { mean: 2, similarity: 3 } as const;

function formatValue({ measure, n, isClaimable, mean, reason }: Figure, t: Context["t"]): Words {
  if (!isClaimable) return withheld(t("tooFew", { n: n.answers }));
  if (mean === null) return withheld("–", formatReason(reason, t));
  return measure === "share" ? percent(mean) : decimal(mean, digitsOf[measure]);
}

function formatJudgedInterval(
  { measure, isClaimable, mean, low, high, reason }: Figure,
  t: Context["t"],
): Words {
  if (!isClaimable || mean === null) return nothing;
  if (low === null || high === null) return withheld(t("noInterval", { reason: formatReason(reason, t) }));
  if (measure === "share") return ends(low, high);
  const write = (end: number) => inDigits(end, digitsOf[measure]);
  return ends(low, high, (from, to) => t("range", { low: write(from), high: write(to) }));
}

const worded = ["no_items", "too_few_groups", "no_variation", "interim"] as const;

const formatReason = (reason: string | null, t: Context["t"]): string =>
  t(`reasons.${worded.find((one) => one === reason) ?? "other"}`);
