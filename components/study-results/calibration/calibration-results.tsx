import { runLabel } from "#lib/studies/schema.ts";
import { getLocale, getTranslations } from "next-intl/server";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { share, countOfSure } from "#components/study-results/models/small-sample.ts";
import { named, percent, decimal, points } from "#components/study-results/figure-cells.ts";
import { figureDownloads, resultsPath, studyPath } from "#lib/paths.ts";
import { ButtonLink, Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { ReliabilityInput } from "#lib/figures/drawn/reliability.ts";
import { inPercent, inRange } from "#lib/figures/written.ts";
import { sureInBin } from "#lib/study-results/cases/case-confidence.ts";
import { type Calibration, calibrateCohorts } from "#lib/study-results/people/calibration-of-people.ts";
import { drawCalibration, readSides, type CalibrationSides } from "#lib/study-results/figures/calibration.ts";
import type { StudyRows, RunRow } from "#lib/study-results/rows/rows.ts";
import { minForClaim, writeView, type View } from "#lib/study-results/schema.ts";
import { useLocale, useTranslations } from "next-intl";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { markName } from "#lib/study-results/figures/models.ts";
import { Section } from "#components/study-results/section.tsx";

type Props = {
  rows: StudyRows;
  view: View;
  /** The number of the run beside people, as the address has it. */
  model: string | null;
};

/** How sure people were beside how often they were right; beside them a model, measured alike. */
export async function CalibrationResults({ rows, view, model }: Props) {
  const t = await getTranslations("resultsPeople.calibration");
  const table = await getTranslations("resultsPeople");
  const marks = await getTranslations("resultsApart");
  const { slug, design } = rows.study;
  if (design.questions.confidence.ask === "off")
    return <EmptyState title={t("notAsked.title")}>{t("notAsked.body")}</EmptyState>;
  const sides = readSides(rows, view, model);
  const { people, run } = sides;
  const drawn = drawCalibration(view, sides, await getLocale());
  if (people.n === 0 || !drawn)
    return (
      <EmptyState
        title={t("none.title")}
        action={<ButtonLink href={studyPath(slug)}>{table("toLive")}</ButtonLink>}
      >
        {t("none.body")}
      </EmptyState>
    );
  const query = writeView(view);
  const asked = new URLSearchParams(query);
  if (run) asked.set("model", String(run.id));
  return (
    <div className="grid min-w-0 gap-8">
      <div className="grid min-w-0 items-start gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 content-start gap-4 lg:col-start-2">
          <ModelChoice
            action={resultsPath(slug, "calibration")}
            query={query}
            runs={rows.runs}
            chosen={run}
          />
          {run && run.apart !== null && (
            <Callout tone="warning">
              {run.apart === "selecting"
                ? t("selecting", { name: runLabel(run) })
                : marks(`why.${run.apart}`, { model: runLabel(run) })}
            </Callout>
          )}
          {run && sides.model?.n === 0 && <p>{t("choicesOnly", { name: runLabel(run) })}</p>}
        </div>
        <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <FigureFrame
            id="calibration"
            title={t("figure.title")}
            sentence={await formatSummary(people, view)}
            figure={drawn.figure}
            table={<BinTable slug={slug} view={view} series={drawn.figure.input.series} />}
            downloads={figureDownloads(slug, "calibration", asked)}
            room="wide"
          />
        </div>
        <div className="measure grid content-start gap-2 text-sm text-ink-muted lg:col-start-2">
          <p>{t(`form.${design.questions.confidence.form}`)}</p>
          <p>{t("notes.bins", { atZero: people.atZero })}</p>
          <p>{t("notes.brier")}</p>
          {run && <p>{t("notes.model")}</p>}
        </div>
      </div>
      <CalibrationTable rows={rows} view={view} sides={sides} />
    </div>
  );
}

async function formatSummary(people: Calibration, { who }: View): Promise<string> {
  const t = await getTranslations("resultsPeople.calibration.figure");
  const { n, confidence, accuracy, overconfidence, ece } = people;
  const isFew = n < minForClaim.answers;
  if (isFew || confidence === null || accuracy === null || overconfidence === null || ece === null)
    return t("tooFew", { n, least: minForClaim.answers });
  const points = inPercent(Math.abs(overconfidence));
  return t("sentence", {
    n,
    who,
    points,
    confidence: inPercent(confidence),
    accuracy: inPercent(accuracy),
    ece: inPercent(ece),
    over: points === inPercent(0) ? "same" : overconfidence > 0 ? "more" : "less",
  });
}

type BinProps = Pick<ReliabilityInput, "series"> & { slug: string; view: View };

async function BinTable({ series, slug, view }: BinProps) {
  const t = await getTranslations("resultsPeople.calibration.figure");
  const models = await getTranslations("resultsModels");
  const way = { slug, view, title: (await getTranslations("resultsCases.sure"))("see") };
  return (
    <Table
      caption={t("bins")}
      columns={(["series", "bin", "n", "confidence", "right", "accuracy"] as const).map((key) => ({
        key,
        label: t(`binColumns.${key}`),
        numeric: key !== "series",
      }))}
      rows={series.flatMap(({ id, label, bins }) =>
        bins.flatMap(({ from, to, n, confidence, right }, place) =>
          n === 0
            ? []
            : {
                id: `${id} ${from}`,
                cells: {
                  series: named(label),
                  bin: { text: inRange(from, to, 0), isWhole: true },
                  n: countOfSure(way, n, sureInBin(id === "people" ? id : Number(id), place)),
                  confidence: percent(confidence),
                  right,
                  accuracy: share(models, { right, n }),
                },
              },
        ),
      )}
    />
  );
}

/** The figures of people, of each of their cohorts, and of the model beside them. */
async function CalibrationTable({
  rows,
  view,
  sides,
}: Pick<Props, "rows" | "view"> & { sides: CalibrationSides }) {
  const t = await getTranslations("resultsPeople.calibration");
  const words = await getTranslations("resultsPeople");
  const lines: { id: string; name: string; calibration: Calibration }[] = [
    { id: "people", name: t(view.who), calibration: sides.people },
    ...calibrateCohorts(rows, view).map(({ cohort, calibration }) => ({
      id: `cohort ${cohort ?? ""}`,
      name: cohort ?? words("cohorts.none"),
      calibration,
    })),
    ...(sides.run && sides.model
      ? [{ id: `run ${sides.run.id}`, name: runLabel(sides.run), calibration: sides.model }]
      : []),
  ];
  return (
    <Section id="numbers" title={t("table.title")}>
      <Table
        isTight
        caption={t("table.caption")}
        columns={(["whose", "n", "without", "confidence", "accuracy", "over", "ece", "brier"] as const).map(
          (key) => ({ key, label: t(`table.${key}`), numeric: key !== "whose" }),
        )}
        rows={lines.map(({ id, name, calibration }) => ({
          id,
          cells: {
            whose: named(name),
            n: calibration.n,
            without: calibration.without,
            ...(calibration.n < minOf(id)
              ? {
                  confidence: { text: words("tooFew", { n: calibration.n }), isWhole: true },
                }
              : {
                  confidence: percent(calibration.confidence),
                  accuracy: percent(calibration.accuracy),
                  over: points(calibration.overconfidence),
                  ece: percent(calibration.ece),
                  brier: decimal(calibration.brier),
                }),
          },
        }))}
      />
    </Section>
  );
}

/** A model answers each case once. */
const minOf = (id: string): number => (id.startsWith("run ") ? minForClaim.cases : minForClaim.answers);

type ModelChoiceProps = {
  action: string;
  /** What the address says besides. */
  query: URLSearchParams;
  runs: readonly RunRow[];
  chosen: RunRow | null;
};

/** A plain form: what it asks for stands in the address, and it needs no script. */
function ModelChoice({ action, query, runs, chosen }: ModelChoiceProps) {
  const t = useTranslations("resultsPeople.calibration");
  const locale = useLocale();
  if (runs.length === 0) return null;
  return (
    <form action={action} className="flex flex-wrap items-end gap-3 print:hidden">
      {[...query].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SelectField
        key={chosen?.id ?? ""}
        name="model"
        label={t("model")}
        defaultValue={chosen ? String(chosen.id) : ""}
        className="max-w-full"
      >
        <option value="">{t("noModel")}</option>
        {runs.map((run) => (
          <option key={run.id} value={run.id}>
            {markName(run, runLabel(run), locale)}
          </option>
        ))}
      </SelectField>
      <Button type="submit">{t("show")}</Button>
    </form>
  );
}
