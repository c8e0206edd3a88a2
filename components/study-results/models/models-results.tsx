import { getTranslations, getLocale, getFormatter } from "next-intl/server";
import type { ReactNode } from "react";
import { Streamed } from "#components/ui/streamed.tsx";
import { resultsPath, runsPath } from "#lib/paths.ts";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { RunDetails } from "#components/study-results/models/run-details.tsx";
import { RunSection } from "#components/study-results/models/run-section.tsx";
import { RunsTable } from "#components/study-results/models/runs-table.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { type Raters, getRaters, findClosest } from "#lib/study-results/models/model-agreement.ts";
import { chooseRun, distinctName, isTooFew } from "#lib/study-results/models/models.ts";
import { getSelection, getPoints } from "#lib/study-results/overview/overview.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { type View, writeView } from "#lib/study-results/schema.ts";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { percent, named, modelNamed, muted } from "#components/study-results/figure-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import { drawMethods, listFamilies } from "#lib/results/render/forest.ts";
import { inPercent, inDigits } from "#lib/figures/written.ts";
import { drawPlaces, formatPlaces } from "#lib/study-results/figures/places.ts";
import { listCosts, type CostRow } from "#lib/study-results/models/costs.ts";
import type { useTranslations } from "next-intl";
import type { Downloads } from "#components/charts/figure-downloads.tsx";
import type { Words } from "#components/ui/table/cell.tsx";
import { drawRaters, formatRaterName } from "#lib/study-results/figures/models.ts";
import type { PairAgreement } from "#lib/metrics/agreement/pairwise-agreement.ts";

type Props = {
  rows: StudyRows;
  view: View;
  /** The number of the run that the address asks for. */
  asked: string | null;
  role: "admin" | "researcher";
};

export async function ModelsResults({ rows, view, asked, role }: Props) {
  const run = chooseRun(rows, view, asked);
  if (!run) return <NoRuns rows={rows} role={role} />;
  if (getSelection(rows, view).cases.length === 0) return <NoAnswers rows={rows} view={view} />;
  const t = await getTranslations("resultsModels");
  const raters = getRaters(rows, view);
  return (
    <div className="grid min-w-0 gap-10">
      <section aria-labelledby="runs" className="grid min-w-0 gap-3">
        <h2 id="runs" className="text-xl font-semibold">
          {t("runs.title")}
        </h2>
        <WithRaters
          raters={raters}
          draw={(found) => <RunsTable rows={rows} view={view} raters={found} shown={run.id} />}
        />
        <p className="measure text-ink-muted">{t("runs.about", { who: view.who })}</p>
      </section>
      <div className="grid min-w-0 items-start gap-10 xl:grid-cols-2">
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
              downloads={figureDownloads(rows.study.slug, "model-agreement", writeView(view))}
            />
          ) : (
            <p role="status">{t("agreement.working")}</p>
          )
        }
      />
    </div>
  );
}

async function NoRuns({ rows: { study }, role }: Pick<Props, "rows" | "role">) {
  const t = await getTranslations("resultsModels.noRuns");
  return (
    <EmptyState
      title={t("title")}
      action={
        role === "admin" && <ButtonLink href={runsPath(study.benchmark.slug)}>{t("action")}</ButtonLink>
      }
    >
      {t("body")}
    </EmptyState>
  );
}

async function NoAnswers({ rows: { study }, view }: Pick<Props, "rows" | "view">) {
  const t = await getTranslations("resultsModels.noAnswers");
  return (
    <EmptyState
      title={t("title")}
      action={
        <ButtonLink href={resultsPath(study.slug, "people", writeView(view))}>{t("action")}</ButtonLink>
      }
    >
      {t("body", { who: view.who })}
    </EmptyState>
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

type MethodsSectionProps = { rows: StudyRows; view: View };

/** What shots and several samples do for a model. */
async function MethodsSection({ rows, view }: MethodsSectionProps) {
  const t = await getTranslations("resultsModels.methods");
  const made = drawMethods(rows, view, await getLocale());
  if (!made) return null;
  const families = listFamilies(rows, getPoints(rows, view).models);
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
                  right: percent(run.top1),
                  zeroShot: percent(zeroShot?.top1 ?? null),
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

type PlacesSectionProps = { rows: StudyRows; view: View };

/** Which places the models take by accuracy, and how sure that order is. */
async function PlacesSection({ rows, view }: PlacesSectionProps) {
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

type CostSectionProps = { rows: StudyRows; view: View };

const columns = ["who", "n", "hours", "money", "tries", "failed"] as const;

/** The time of people beside the time and the money of models. */
async function CostSection({ rows, view }: CostSectionProps) {
  const lines = listCosts(rows, view);
  if (lines.length === 0) return null;
  const t = await getTranslations("resultsModels.taken");
  const marks = await getTranslations("resultsApart.badge");
  const format = await getFormatter();
  const isFake = ({ runId }: CostRow) => rows.runs.some(({ id, apart }) => id === runId && apart === "fake");
  const number = (value: number | null, most: number) =>
    value === null ? t("unknown") : format.number(value, { maximumSignificantDigits: most });
  const inCurrency = { style: "currency", currencyDisplay: "code", maximumSignificantDigits: 3 } as const;
  const money = ({ runId, money: sum, currency }: CostRow) => {
    if (runId === null) return "";
    return sum === null || currency === null ? t("unknown") : format.number(sum, { ...inCurrency, currency });
  };
  return (
    <section aria-labelledby="taken" className="grid min-w-0 content-start gap-2">
      <h2 id="taken" className="text-xl font-semibold">
        {t("title")}
      </h2>
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
                  isFake(line) && { line: { badge: marks("fake"), tone: "warning" } },
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
    </section>
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
          <p className="measure text-ink-muted">{t("about", { who: raters.who })}</p>
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
                  places.slice(0, row).map((column) => [column, tellPair(t, raters.pairs[row]?.[column])]),
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

function tellPair(t: AgreementWords, pair: PairAgreement | undefined): Words {
  if (!pair || isTooFew(pair.n)) return muted(t("few", { n: pair?.n ?? 0 }));
  const { agreement, kappa, n } = pair;
  const share = agreement ?? 0;
  return {
    text: t("cell", { share: inPercent(share), kappa: kappa === null ? "–" : inDigits(kappa, 2), n }),
    title: `${share} ${kappa ?? ""}`,
    isWhole: true,
  };
}
