import { getTranslations, getLocale, getFormatter } from "next-intl/server";
import type { ReactNode } from "react";
import { Streamed } from "#components/ui/streamed.tsx";
import { figureDownloads, resultsPath, runsPath } from "#lib/paths.ts";
import { RunDetails, RunSection } from "#components/study-results/models/run-section.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import {
  type Raters,
  getRaters,
  findClosest,
  findWithPeople,
} from "#lib/study-results/models/model-agreement.ts";
import { chooseRun, distinctName, isTooFew, foresee } from "#lib/study-results/models/models.ts";
import { getSelection, getPoints } from "#lib/study-results/overview/overview.ts";
import type { RunRow, StudyRows, UnrankedReason } from "#lib/study-results/rows/rows.ts";
import { type View, writeView } from "#lib/study-results/schema.ts";
import type { Downloads } from "#components/charts/figure-downloads.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { percent, named, modelNamed, muted, range } from "#components/study-results/figure-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import { getStandings } from "#lib/results/measures.ts";
import { drawMethods } from "#lib/results/render/forest.ts";
import { inPercent, inDigits } from "#lib/figures/written.ts";
import { drawPlaces, formatPlaces, drawRaters, formatRaterName } from "#lib/study-results/figures/models.ts";
import { listCosts, type CostRow } from "#lib/study-results/models/costs.ts";
import type { useTranslations } from "next-intl";
import type { Words, Cell } from "#components/ui/table/cell.tsx";
import type { PairAgreement } from "#lib/metrics/agreement/pairwise-agreement.ts";
import {
  coefficient,
  share,
  tooFew,
  type ModelWords,
} from "#components/study-results/models/small-sample.ts";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { formatMethodName } from "#components/model-runs/figure.tsx";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import type { ModelPoints } from "#lib/study-results/overview/types.ts";
import type { Selection } from "#lib/study-results/rows/selection.ts";
import { Section } from "#components/study-results/section.tsx";
import { isNotByModel, type NotByModel } from "#lib/studies/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  /** The number of the run that the address asks for. */
  asked: string | null;
  role: "admin" | "researcher";
};

export async function ModelsResults({ rows, view, asked, role }: Props) {
  const run = chooseRun(rows, view, asked);
  const t = await getTranslations("resultsModels");
  const { slug, benchmark } = rows.study;
  if (!run)
    return (
      <EmptyState
        title={t("noRuns.title")}
        action={
          role === "admin" && <ButtonLink href={runsPath(benchmark.slug)}>{t("noRuns.action")}</ButtonLink>
        }
      >
        {t("noRuns.body")}
      </EmptyState>
    );
  if (getSelection(rows, view).cases.length === 0)
    return (
      <EmptyState
        title={t("noAnswers.title")}
        action={
          <ButtonLink href={resultsPath(slug, "people", writeView(view))}>{t("noAnswers.action")}</ButtonLink>
        }
      >
        {t("noAnswers.body")}
      </EmptyState>
    );
  const raters = getRaters(rows, view);
  return (
    <div className="grid min-w-0 gap-8">
      <Section id="runs" title={t("runs.title")}>
        <WithRaters
          raters={raters}
          draw={(found) => <RunsTable rows={rows} view={view} raters={found} shown={run.id} />}
        />
        <p className="max-w-[calc(2*var(--measure))] text-sm text-ink-muted">{t("runs.about")}</p>
      </Section>
      <div className="grid min-w-0 items-start gap-x-10 gap-y-8 lg:grid-cols-2">
        <PlacesSection rows={rows} view={view} />
        <MethodsSection rows={rows} view={view} />
        <CostSection rows={rows} view={view} />
        <RunSection rows={rows} view={view} run={run} />
        <RunDetails rows={rows} view={view} run={run} />
      </div>
      <WithRaters
        raters={raters}
        draw={(found) =>
          found ? (
            <RatersSection
              raters={found}
              downloads={figureDownloads(slug, "model-agreement", writeView(view))}
            />
          ) : (
            <p role="status">{t("agreement.working")}</p>
          )
        }
      />
    </div>
  );
}

type RatersProps = {
  raters: Raters | Promise<Raters>;
  /** With null while they are being compared. */
  draw: (raters: Raters | null) => ReactNode;
};

/** What nobody has to wait for is drawn once: what stands in for it would be sent too. */
function WithRaters({ raters, draw }: RatersProps) {
  if (!(raters instanceof Promise)) return draw(raters);
  return (
    <Streamed fallback={draw(null)}>
      <ComparedRaters raters={raters} draw={draw} />
    </Streamed>
  );
}

async function ComparedRaters({ raters, draw }: RatersProps) {
  return draw(await raters);
}

type SectionProps = Pick<Props, "rows" | "view">;

/** What shots and several samples do for a model. */
async function MethodsSection({ rows, view }: SectionProps) {
  const t = await getTranslations("resultsModels.methods");
  const made = drawMethods(rows, view, await getLocale());
  if (!made) return null;
  const { families } = made;
  const { rows: standings } = getStandings(rows, view);
  const shareOf = (run: ModelPoints | null) => {
    const row = standings.find(({ subject }) => subject.kind === "run" && subject.run.runId === run?.runId);
    return percent(row?.cells.top1?.value ?? null);
  };
  return (
    <div className="grid min-w-0 content-start gap-2">
      <FigureFrame
        id="methods"
        title={made.title}
        sentence={t("sentence", { models: families.length })}
        figure={made.figure}
        downloads={figureDownloads(rows.study.slug, "model-methods", writeView(view))}
        table={
          <Table
            caption={made.title}
            columns={(["model", "method", "n", "right", "zeroShot"] as const).map((key) => ({
              key,
              label: t(`columns.${key}`),
              numeric: key !== "model" && key !== "method",
            }))}
            rows={families.flatMap(({ zeroShot, runs }) =>
              runs.map(({ run }) => ({
                id: String(run.runId),
                cells: {
                  model: run.model,
                  method: [run.method, run.version].filter(Boolean).join(" · "),
                  n: run.answered,
                  right: shareOf(run),
                  zeroShot: shareOf(zeroShot),
                },
              })),
            )}
          />
        }
      />
      <p className="measure text-sm text-ink-muted">{t("about")}</p>
    </div>
  );
}

/** Which places the models take by accuracy, and how sure that order is. */
async function PlacesSection({ rows, view }: SectionProps) {
  const t = await getTranslations("resultsModels.places");
  const { slug } = rows.study;
  const locale = await getLocale();
  const toModel = (run: RunRow) => {
    const query = writeView(view);
    query.set("model", String(run.id));
    return `${resultsPath(slug, "models", query)}#run`;
  };
  const made = drawPlaces(rows, view, { locale, toModel });
  const [first] = made?.models ?? [];
  if (!made || !first) return null;
  return (
    <div className="grid min-w-0 content-start gap-2">
      <FigureFrame
        id="places"
        title={made.title}
        sentence={t("sentence", {
          best: first.best,
          worst: first.worst,
          models: made.models.length,
          model: distinctName(first.run, rows.runs),
          share: inPercent(first.share),
          n: getSelection(rows, view).cases.length,
        })}
        figure={made.figure}
        downloads={figureDownloads(slug, "model-places", writeView(view))}
        table={
          <Table
            caption={t("caption")}
            columns={(["model", "place", "interval", "right"] as const).map((key) => ({
              key,
              label: t(`columns.${key}`),
              numeric: key !== "model",
            }))}
            rows={made.models.map((model) => ({
              id: String(model.run.id),
              cells: {
                model: named(distinctName(model.run, rows.runs)),
                place: model.place,
                interval: { text: formatPlaces(model, locale), isWhole: true },
                right: percent(model.share),
              },
            }))}
          />
        }
      />
      <p className="measure text-sm text-ink-muted">{t("about")}</p>
    </div>
  );
}

const columns = ["who", "n", "hours", "money", "tries", "failed"] as const;

/** The time of people beside the time and the money of models. */
async function CostSection({ rows, view }: SectionProps) {
  const lines = listCosts(rows, view);
  if (lines.length === 0) return null;
  const t = await getTranslations("resultsModels.taken");
  const marks = await getTranslations("resultsApart.badge");
  const format = await getFormatter();
  const madeOf = ({ runId }: CostRow): NotByModel | null => {
    const apart = rows.runs.find(({ id }) => id === runId)?.apart ?? null;
    return isNotByModel(apart) ? apart : null;
  };
  const number = (value: number | null, most: number) =>
    value === null ? t("unknown") : format.number(value, { maximumSignificantDigits: most });
  const inCurrency = { style: "currency", currencyDisplay: "code", maximumSignificantDigits: 3 } as const;
  const money = ({ runId, money: sum, currency }: CostRow) => {
    if (runId === null) return "";
    return sum === null || currency === null ? t("unknown") : format.number(sum, { ...inCurrency, currency });
  };
  return (
    <Section id="taken" title={t("title")} className="content-start gap-2">
      <Table
        caption={t("caption")}
        columns={columns.map((key) => ({ key, label: t(`columns.${key}`), numeric: key !== "who" }))}
        isTight
        isWide
        rows={lines.map((line) => ({
          id: String(line.runId ?? "people"),
          cells: {
            who: line.name
              ? [
                  modelNamed(line.name.model),
                  { line: named([line.name.method, line.name.version].filter(Boolean).join(" · ")) },
                  madeOf(line) && { line: { badge: marks(madeOf(line) ?? "fake"), tone: "warning" } },
                ]
              : t("people", { who: view.who }),
            n: line.n,
            hours: number(line.hours, 3),
            money: money(line),
            tries: line.runId === null ? "" : number(line.tries, 3),
            failed: line.runId === null ? "" : line.failed,
          },
        }))}
      />
      <p className="measure text-sm text-ink-muted">{t("about")}</p>
    </Section>
  );
}

type RatersSectionProps = { raters: Raters; downloads: Downloads };

/** Which models, and people with them, choose the same. */
async function RatersSection({ raters, downloads }: RatersSectionProps) {
  const t = await getTranslations("resultsModels.agreement");
  const locale = await getLocale();
  const { title, figure } = drawRaters(raters, locale);
  const closest = findClosest(raters);
  const nameAt = (place: number) => formatRaterName(raters, place, locale);
  const places = raters.runs.map((_, place) => place);
  return (
    <FigureFrame
      id="agreement"
      title={title}
      sentence={
        closest
          ? t("sentence", {
              one: nameAt(closest.first),
              other: nameAt(closest.second),
              share: inPercent(closest.agreement ?? 0),
              n: closest.n,
            })
          : t("sentenceNone")
      }
      figure={figure}
      downloads={downloads}
      table={
        <div className="grid min-w-0 gap-3">
          <p className="measure text-ink-muted">{t("about")}</p>
          <Table
            caption={t("caption")}
            columns={[
              { key: "rater", label: t("rater"), atLeast: 40 },
              ...places.slice(0, -1).map((place) => ({
                key: String(place),
                label: named(nameAt(place)),
                numeric: true,
                atLeast: 32 as const,
              })),
            ]}
            rows={places.slice(1).map((row) => ({
              id: String(row),
              cells: {
                rater: named(nameAt(row)),
                ...Object.fromEntries(
                  places.slice(0, row).map((column) => [column, formatPair(t, raters.pairs[row]?.[column])]),
                ),
              },
            }))}
          />
        </div>
      }
    />
  );
}

type AgreementWords = ReturnType<typeof useTranslations<"resultsModels.agreement">>;

function formatPair(t: AgreementWords, pair: PairAgreement | undefined): Words {
  if (!pair || isTooFew(pair.n)) return muted(t("few", { n: pair?.n ?? 0 }));
  const { agreement, kappa, n } = pair;
  const share = agreement ?? 0;
  return {
    text: t("cell", { share: inPercent(share), kappa: kappa === null ? "–" : inDigits(kappa, 2), n }),
    title: `${share} ${kappa ?? ""}`,
    isWhole: true,
  };
}

type RunsTableProps = {
  rows: StudyRows;
  view: View;
  raters: Raters | null;
  shown: number | null;
};

const runColumns = [
  "answered",
  "failed",
  "missing",
  "right",
  "interval",
  "ece",
  "consensus",
  "kappa",
] as const;

/** Every run over the same cases, by how often it is right; each name is the way to its own figures. */
async function RunsTable(props: RunsTableProps) {
  const { rows, view } = props;
  const t = await getTranslations("resultsModels");
  const marks = await getTranslations("resultsApart.badge");
  const selection = getSelection(rows, view);
  const drawn = [
    { key: "model", label: t("runs.model"), atLeast: 40 as const },
    ...runColumns.map((key) => ({
      key,
      label: t(`runs.${key}`, { who: view.who }),
      numeric: true,
      mayGo: key === "failed" || key === "missing",
    })),
  ];
  const told = getPoints(rows, view).models.map((points) => ({
    id: String(points.runId),
    cells: formatRun({ ...props, t, marks, selection }, points),
  }));
  return (
    <>
      <Table
        caption={t("runs.caption", { cases: selection.cases.length })}
        isTight
        columns={drawn}
        rows={told}
      />
      <EmptyColumns columns={drawn} rows={told} />
    </>
  );
}

type Context = RunsTableProps & {
  t: ModelWords;
  marks: (apart: UnrankedReason) => string;
  selection: Selection;
};

function formatRun({ t, marks, selection, rows, view, raters, shown }: Context, points: ModelPoints) {
  const { runId, model, answered, failed, missing, right, apart } = points;
  const isSelecting = apart === "selecting";
  const query = writeView(view);
  query.set("model", String(runId));
  const href = `${resultsPath(rows.study.slug, "models", query)}#run`;
  const pair = raters && findWithPeople(raters, runId);
  const isKnown = pair !== null && !isTooFew(pair.n);
  const bySelection = unfounded(t("reasons.by_selection"));
  return {
    model: [
      { ...modelNamed(model), href, isCurrent: runId === shown },
      " ",
      { ...named(formatMethodName(points)), isWhole: true, isNarrow: true, isMuted: true, isSmall: true },
      apart !== null && [" ", { badge: marks(apart), tone: "warning" }],
    ],
    answered,
    failed,
    missing,
    right: isSelecting ? t(`selecting.${foresee(selection)}`) : share(t, { right: right ?? 0, n: answered }),
    interval: isSelecting
      ? "–"
      : answered > 0 && isTooFew(answered)
        ? tooFew(t, answered)
        : range(getIntervals(rows, view).models.get(runId)),
    ece: formatCalibrationError(t, points),
    consensus: isSelecting ? bySelection : pair ? share(t, { right: pair.same, n: pair.n }) : "…",
    kappa: isSelecting ? bySelection : coefficient(isKnown ? pair.kappa : null),
  } satisfies Record<"model" | (typeof runColumns)[number], Cell>;
}

function formatCalibrationError(t: ModelWords, { scores, answered }: ModelPoints): Words {
  if (scores.ece !== null) return isTooFew(answered) ? tooFew(t, answered) : percent(scores.ece);
  const reason =
    scores.reason === "by_selection" || scores.reason === "choices_only" ? scores.reason : "no_items";
  return unfounded(t(`reasons.${reason}`));
}

/** In place of a figure, and why there is none. */
const unfounded = (why: string): Words => ({ text: `– ${why}`, isMuted: true, isSmall: true });
