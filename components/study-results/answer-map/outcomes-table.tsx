import type { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { named, nothing } from "#components/study-results/figure-cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { Locale } from "#lib/i18n/locale.ts";
import { resultsCasePath } from "#lib/paths.ts";
import {
  readPerson,
  readRun,
  type AnswerMap,
  type MapCase,
} from "#lib/study-results/answer-map/answer-map.ts";
import type { AnswerOutcome, Outcome } from "#lib/study-results/answer-map/outcomes.ts";
import { formatMarkedRunName } from "#lib/study-results/figures/models.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; map: AnswerMap };

/** The map once more, a line a case: who was wrong on it, who left it out, which models were wrong. */
export async function OutcomesTable(props: Props) {
  const { rows, view, map } = props;
  const t = await getTranslations("resultsCases.map.table");
  const locale = await getLocale();
  const list = new Intl.ListFormat(locale, { style: "narrow" });
  const given = { ...props, t, list, ...readAll(props, locale) };
  const keys = ["case", "track", "right", "wrong", "unanswered"] as const;
  const ofModels = given.runs.length > 0 ? (["modelsRight", "modelsWrong"] as const) : [];
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
      rows={map.cases.map((one, column) => ({
        id: String(rows.cases[one.index]?.id),
        cells: formatCase(given, one, column),
      }))}
    />
  );
}

/** Who answered what, by column. */
function readAll({ rows, view, map }: Props, locale: Locale) {
  return {
    people: map.people
      .map(({ index }) => ({
        number: rows.people[index]?.number ?? 0,
        answered: readPerson(rows, view, index, map.cases),
      }))
      .toSorted((a, b) => a.number - b.number),
    runs: map.runs.flatMap(({ index }) => {
      const run = rows.runs[index];
      return run
        ? [{ name: formatMarkedRunName(run, rows.runs, locale), answered: readRun(rows, index, map.cases) }]
        : [];
    }),
  };
}

type Context = Props &
  ReturnType<typeof readAll> & {
    t: ReturnType<typeof useTranslations<"resultsCases.map.table">>;
    list: Intl.ListFormat;
  };

function formatCase(
  { rows, view, t, list, people, runs }: Context,
  { index, right, n }: MapCase,
  column: number,
) {
  const row = rows.cases[index];
  const { slug } = rows.study;
  const query = writeView(view);
  const [track, key] = [rows.tracks[row?.track ?? 0]?.name ?? "", row?.key ?? ""];
  const whose = <One extends { answered: readonly AnswerOutcome[] }>(all: readonly One[], outcome: Outcome) =>
    all.filter(({ answered }) => answered[column]?.outcome === outcome);
  const listPeople = (outcome: Outcome) =>
    join(
      whose(people, outcome).map(({ number }) => t("number", { number })),
      list,
    );
  const [modelsRight, modelsWrong] = [whose(runs, "right"), whose(runs, "wrong")];
  const ofModels = { right: modelsRight.length, n: modelsRight.length + modelsWrong.length };
  return {
    case: { text: key, isName: true, href: resultsCasePath(slug, { track, key }, query) },
    track: named(track),
    right: n === 0 ? nothing : { text: t("of", { right, n }), isWhole: true },
    wrong: listPeople("wrong"),
    unanswered: listPeople("unanswered"),
    modelsRight: { text: t("of", ofModels), isWhole: true },
    modelsWrong: join(
      modelsWrong.map(({ name }) => name),
      list,
    ),
  };
}

/** As one text: a part each would be most of the page. */
const join = (names: readonly string[], list: Intl.ListFormat): Cell =>
  names.length === 0 ? nothing : { text: list.format(names), isSmall: true };
