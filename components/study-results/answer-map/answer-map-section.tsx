import { getLocale, getTranslations, getFormatter } from "next-intl/server";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { AnswerMapFigure } from "#components/study-results/answer-map/answer-map-figure.tsx";
import { Link } from "#components/ui/link.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { figureDownloads, resultsPath, resultsPersonPath, resultsCasePath } from "#lib/paths.ts";
import {
  getAnswerMap,
  type AnswerMap,
  readPerson,
  readRun,
  type AnswerOutcome,
  type Outcome,
  getPersonMap,
} from "#lib/study-results/answer-map/answer-map.ts";
import {
  fitsInCells,
  narrow,
  writeWindow,
  type MapWindow,
  type Window,
} from "#lib/study-results/answer-map/window.ts";
import {
  drawBands,
  type ToBand,
  formatBandName,
  rangeOf,
  windowOf,
  drawAnswers,
} from "#lib/study-results/figures/answer-map.ts";
import { hasEnoughAnswers, type RightCount } from "#lib/study-results/people/people.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { viewKey, writeView, type View } from "#lib/study-results/schema.ts";
import { named, percent, nothing } from "#components/study-results/figure-cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { BandMap } from "#lib/study-results/answer-map/bands.ts";
import { formatMarkedRunName } from "#lib/study-results/figures/models.ts";

type Props = { rows: StudyRows; view: View; window: Window };

const id = "answer-map";

/** Who was right on which case, at a glance: a cell each, or bands where there would be too many. */
export async function AnswerMapSection({ rows, view, window }: Props) {
  const narrowed = narrow(rows, view, getAnswerMap(rows, view), window);
  const { map, isWhole } = narrowed;
  if (map.people.length === 0 || map.cases.length === 0) return null;
  const t = await getTranslations("resultsCases.map");
  const counts = { people: map.people.length, cases: map.cases.length };
  return (
    <div className="grid min-w-0 gap-2">
      {fitsInCells(map) ? (
        <Answers rows={rows} view={view} narrowed={narrowed} />
      ) : (
        <Bands rows={rows} view={view} narrowed={narrowed} />
      )}
      {!isWhole && (
        <p className="text-sm">
          {t("narrowed", counts)}{" "}
          <Link
            href={`${resultsPath(rows.study.slug, "cases", writeView(view))}#${id}`}
            className="text-accent underline"
          >
            {t("whole")}
          </Link>
        </p>
      )}
    </div>
  );
}

type MapProps = { rows: StudyRows; view: View; narrowed: MapWindow };

async function Answers({ rows, view, narrowed: { map, window } }: MapProps) {
  const t = await getTranslations("resultsCases.map");
  const { slug } = rows.study;
  const query = writeView(view);
  const locale = await getLocale();
  const of = keyOf("answers", locale, view, window);
  const made = memoize(rows, of, () =>
    drawAnswers(rows, view, map, {
      locale,
      isNamed: true,
      toPerson: ({ number }) => resultsPersonPath(slug, number, query),
    }),
  );
  return (
    <FigureFrame
      id={id}
      title={made.title}
      sentence={[t("sentence", countCases(view, map)), ...formatSpread(t, map)].join(" ")}
      figure={made.figure}
      picture={<AnswerMapFigure rows={rows} view={view} map={map} made={made} of={of} />}
      table={<OutcomesTable rows={rows} view={view} map={map} />}
      downloads={figureDownloads(slug, "answer-map", writeWindow(query, window))}
    />
  );
}

async function Bands({ rows, view, narrowed }: MapProps) {
  const t = await getTranslations("resultsCases.map");
  const { slug } = rows.study;
  const query = writeView(view);
  const toBand: ToBand = ({ cohort, ...to }) =>
    `${resultsPath(slug, "cases", writeWindow(writeView(cohort === null ? view : { ...view, cohort }), to))}#${id}`;
  const locale = await getLocale();
  const of = keyOf("bands", locale, view, narrowed.window);
  const made = memoize(rows, of, () => drawBands(rows, view, narrowed, { locale, toBand }));
  const { people, cases } = narrowed.map;
  return (
    <FigureFrame
      id={id}
      title={made.title}
      sentence={t("bandsSentence", { people: people.length, cases: cases.length })}
      figure={made.figure}
      table={<BandsTable rows={rows} toBand={toBand} bands={made.bands} />}
      downloads={figureDownloads(slug, "answer-map", writeWindow(query, narrowed.window))}
    />
  );
}

/** Of the same answers it is the same drawing, which is found again by being the same object. */
const keyOf = (what: string, locale: string, view: View, window: Window) =>
  `map of ${what} ${locale} ${viewKey(view)} ${writeWindow(new URLSearchParams(), window)}`;

/** Of one answer alone, nobody is everyone. */
function countCases({ who }: View, { people, cases }: AnswerMap) {
  const answered = cases.filter(({ n }) => n >= 2);
  return {
    who,
    people: people.length,
    cases: cases.length,
    all: answered.filter(({ right, n }) => right === n).length,
    few: answered.filter(({ right, n }) => 2 * right < n).length,
  };
}

type Words = Awaited<ReturnType<typeof getTranslations<"resultsCases.map">>>;

function formatSpread(t: Words, { people }: AnswerMap): string[] {
  const told = people.filter((person) => person.accuracy !== null && hasEnoughAnswers(person));
  const [best, last] = [told[0]?.accuracy ?? null, told.at(-1)?.accuracy ?? null];
  if (best === null || last === null || told.length < 2) return [];
  return [t("spread", { high: inPercent(best), low: inPercent(last) })];
}

type BandsTableProps = { rows: StudyRows; bands: BandMap; toBand: ToBand };

/** A line a cell of the bands, with the way into it. */
async function BandsTable({ rows, bands, toBand }: BandsTableProps) {
  const t = await getTranslations("resultsCases.map.bands");
  const format = await getFormatter();
  const locale = await getLocale();
  const { columns } = bands;
  const formatShares = (whose: string, cells: readonly RightCount[], href?: (column: number) => string) =>
    cells.flatMap(({ right, n }, i) => {
      const column = columns[i];
      if (!column || n === 0) return [];
      const answers: Cell = href
        ? { text: format.number(n), href: href(i), isShort: true }
        : format.number(n);
      return {
        id: `${whose} ${i}`,
        cells: {
          whose: named(whose),
          track: named(rows.tracks[column.track]?.name ?? ""),
          band: { text: rangeOf(column), isWhole: true },
          answers,
          right: format.number(right),
          share: percent(hasEnoughAnswers({ n }) ? right / n : null),
        },
      };
    });
  return (
    <Table
      caption={t("caption")}
      columns={(["whose", "track", "band", "answers", "right", "share"] as const).map((key) => ({
        key,
        label: t(key),
        numeric: key === "answers" || key === "right" || key === "share",
      }))}
      rows={[
        ...bands.rows.flatMap(({ band, cells }) =>
          formatShares(formatBandName(band, locale), cells, (i) => {
            const column = columns[i];
            return column ? toBand(windowOf(band, column)) : "";
          }),
        ),
        ...bands.runs.flatMap(({ index, cells }) => {
          const run = rows.runs[index];
          return run ? formatShares(formatMarkedRunName(run, rows.runs, locale), cells) : [];
        }),
      ]}
    />
  );
}

type OutcomesTableProps = { rows: StudyRows; view: View; map: AnswerMap };

/** The map once more, a line a case: who was wrong on it, who left it out, which models were wrong. */
async function OutcomesTable({ rows, view, map }: OutcomesTableProps) {
  const t = await getTranslations("resultsCases.map.table");
  const locale = await getLocale();
  const list = new Intl.ListFormat(locale, { style: "narrow" });
  const { slug } = rows.study;
  const query = writeView(view);
  const people = map.people
    .map(({ index }) => ({
      number: rows.people[index]?.number ?? 0,
      answered: readPerson(rows, view, index, map.cases),
    }))
    .toSorted((a, b) => a.number - b.number);
  const runs = map.runs.flatMap(({ index }) => {
    const run = rows.runs[index];
    if (!run) return [];
    return [{ name: formatMarkedRunName(run, rows.runs, locale), answered: readRun(rows, index, map.cases) }];
  });
  // As one text: a part each would be most of the page.
  const join = (names: readonly string[]): Cell =>
    names.length === 0 ? nothing : { text: list.format(names), isSmall: true };
  const keys = ["case", "track", "right", "wrong", "unanswered"] as const;
  const ofModels = runs.length > 0 ? (["modelsRight", "modelsWrong"] as const) : [];
  return (
    <Table
      caption={t("caption")}
      columns={[...keys, ...ofModels].map((key) => ({
        key,
        label: t(key, { who: view.who }),
        numeric: key === "right" || key === "modelsRight",
        ...(key === "case" && { atLeast: 32 }),
        ...(key === "modelsWrong" && { atLeast: 64 }),
      }))}
      rows={map.cases.map(({ index, right, n }, column) => {
        const row = rows.cases[index];
        const [track, key] = [rows.tracks[row?.track ?? 0]?.name ?? "", row?.key ?? ""];
        const isSo = (outcome: Outcome) => (one: { answered: readonly AnswerOutcome[] }) =>
          one.answered[column]?.outcome === outcome;
        const listPeople = (outcome: Outcome) =>
          join(people.filter(isSo(outcome)).map(({ number }) => t("number", { number })));
        const modelsRight = runs.filter(isSo("right")).length;
        const modelsWrong = runs.filter(isSo("wrong"));
        const counted = { right: modelsRight, n: modelsRight + modelsWrong.length };
        return {
          id: String(row?.id),
          cells: {
            case: { text: key, isName: true, href: resultsCasePath(slug, { track, key }, query) },
            track: named(track),
            right: n === 0 ? nothing : { text: t("of", { right, n }), isWhole: true },
            wrong: listPeople("wrong"),
            unanswered: listPeople("unanswered"),
            modelsRight: { text: t("of", counted), isWhole: true },
            modelsWrong: join(modelsWrong.map(({ name }) => name)),
          },
        };
      })}
    />
  );
}

type PersonStripProps = { rows: StudyRows; view: View; index: number };

/** One participant's row of the map, with the models' beneath it. */
export async function PersonStrip({ rows, view, index }: PersonStripProps) {
  const t = await getTranslations("resultsCases.map");
  const map = getPersonMap(rows, view, index);
  const [member] = map.people;
  const person = rows.people[index];
  if (!member || !person || map.cases.length === 0) return null;
  const locale = await getLocale();
  const of = `strip ${locale} ${viewKey(view)} ${index}`;
  const made = memoize(rows, of, () => drawAnswers(rows, view, map, { locale, isNamed: true }));
  const asked = writeView(view);
  asked.set("participant", String(person.number));
  return (
    <FigureFrame
      id="strip"
      title={t("strip.title")}
      sentence={t("sentencePerson", { right: member.right, n: member.n })}
      figure={made.figure}
      picture={<AnswerMapFigure rows={rows} view={view} map={map} made={made} of={of} />}
      table={<OutcomesTable rows={rows} view={view} map={map} />}
      downloads={figureDownloads(rows.study.slug, "answer-map", asked)}
    />
  );
}
