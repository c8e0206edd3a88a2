import { getFormatter, getTranslations } from "next-intl/server";
import { exactly, formatInterval } from "#components/study-results/overview/sentences.tsx";
import { linkTo, formatMissing, type Context } from "#components/study-results/overview/model-tables.tsx";
import { Fold } from "#components/study-results/overview/fold.tsx";
import {
  named,
  nothing,
  percent,
  points,
  inPointsOf,
  range,
  figureColumns,
} from "#components/study-results/figure-cells.ts";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table, type TableRow } from "#components/ui/table/table.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { getBenchmark, type WholeBenchmark } from "#lib/study-results/whole-benchmark/benchmark.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

/** What the sample says of all the cases it came from, where it has some of every kind. */
export async function WholeBenchmarkSection({ rows, view }: Props) {
  const found = getBenchmark(rows, view);
  if (!found) return null;
  const t = await getTranslations("resultsOverview");
  const { people } = found;
  if (people?.isClaimable)
    return (
      <Fold
        id="benchmark"
        title={t("benchmark.title")}
        note={t("benchmark.note", { share: inPercent(people.accuracy), cases: found.cases })}
        isWide
      >
        <BenchmarkFigures rows={rows} view={view} found={found} people={people} />
      </Fold>
    );
  const why = found.gaps.length > 0 ? await formatGaps(found) : t("benchmark.tooFew");
  return (
    <Fold id="benchmark" title={t("benchmark.title")} note={t("benchmark.noNote")}>
      <p className="measure">{why}</p>
    </Fold>
  );
}

async function formatGaps({ gaps }: WholeBenchmark): Promise<string> {
  const t = await getTranslations("resultsOverview.benchmark");
  const format = await getFormatter();
  const reasons = gaps.map(({ track, ...gap }) =>
    track === null ? t("few", gap) : t("none", { ...gap, track }),
  );
  return t("cannot", { reasons: format.list(reasons) });
}

type BenchmarkProps = Props & { found: WholeBenchmark; people: NonNullable<WholeBenchmark["people"]> };

async function BenchmarkFigures({ rows, view, found, people }: BenchmarkProps) {
  const t = await getTranslations("resultsOverview.benchmark");
  const headline = await getTranslations("resultsOverview.headline");
  const { missing, wrong, right } = people.withMissing;
  return (
    <>
      <p className="measure text-lg">
        {t.rich("people", {
          who: view.who,
          share: inPercent(people.accuracy),
          strong: exactly(people.accuracy),
          interval: await formatInterval(people.interval),
          cases: found.cases,
        })}{" "}
        {missing > 0 &&
          headline("missing", { missing, wrong: inPercent(wrong ?? 0), right: inPercent(right ?? 0) })}
      </p>
      <ModelsOfAll rows={rows} view={view} found={found} />
      <p className="measure text-sm text-ink-muted">{t("made")}</p>
      <Cells view={view} found={found} />
    </>
  );
}

async function ModelsOfAll({ rows, view, found }: Omit<BenchmarkProps, "people">) {
  const t = await getTranslations("resultsOverview");
  const marks = await getTranslations("resultsApart.badge");
  const given: Context = { t, marks, rows, view };
  const { who } = view;
  const columns = [
    { key: "name", label: t("table.name"), atLeast: 36 as const },
    { key: "answered", label: t("benchmark.answered"), numeric: true },
    { key: "top1", label: t("benchmark.top1"), numeric: true },
    { key: "withMissing", label: t("table.withMissing"), numeric: true, mayGo: true },
    {
      key: "less",
      label: [t("benchmark.less", { who }), { line: t("table.interval"), isMuted: true }],
      numeric: true,
    },
  ];
  const told: TableRow[] = found.models.map((model) => ({
    id: String(model.runId),
    cells: {
      name: [
        linkTo(given, "models", model.model, model.runId),
        { line: named([model.method, model.version].filter(Boolean).join(" · ")), isMuted: true },
        model.apart !== null && { line: { badge: marks(model.apart), tone: "warning" } },
      ],
      answered: {
        text: t("table.answered", { answered: model.answered, cases: model.cases }),
        isWhole: true,
      },
      top1: percent(model.top1),
      withMissing: formatMissing(t, model.withMissing),
      less: model.peopleLessModel
        ? [
            points(model.peopleLessModel.value),
            { line: range(model.peopleLessModel, inPointsOf(t)), isMuted: true },
          ]
        : nothing,
    },
  }));
  return (
    <div className="min-w-0">
      <Table caption={t("benchmark.models")} isTight columns={columns} rows={told} />
      <EmptyColumns columns={columns} rows={told} />
    </div>
  );
}

async function Cells({ view, found }: Pick<BenchmarkProps, "view" | "found">) {
  const t = await getTranslations("resultsOverview");
  const numbers = ["cases", "weight", "served", "answers", "right"] as const;
  return (
    <Table
      caption={t("benchmark.cells")}
      isTight
      columns={[
        { key: "track", label: t("parts.name"), atLeast: 32 },
        { key: "stratum", label: t("benchmark.kind"), atLeast: 32 },
        ...figureColumns(numbers, (key) => t(`benchmark.${key}`, { who: view.who })),
      ]}
      rows={found.cells.map(({ track, stratum, cases, served, answers, right }) => ({
        id: `${track} ${stratum}`,
        cells: {
          track: { text: track, isName: true },
          stratum: t(`parts.${stratum}`),
          cases,
          served,
          answers,
          weight: percent(found.cases === 0 ? null : cases / found.cases),
          right: percent(answers === 0 ? null : right / answers),
        },
      }))}
    />
  );
}
