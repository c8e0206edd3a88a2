import { runLabel } from "#lib/studies/run-names.ts";
import { getLocale, getTranslations, getFormatter } from "next-intl/server";
import type { Downloads } from "#components/charts/figure-downloads.tsx";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { OpenFolds } from "#components/study-results/overview/open-folds.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { inDigits } from "#lib/figures/written.ts";
import { minForScale, type ScalePlace } from "#lib/metrics/rasch/scale.ts";
import { drawScale, type ScaleFigureOptions } from "#lib/study-results/figures/scale.ts";
import { countMisfits, getScale, type StudyScale, type Part } from "#lib/study-results/scale/scale.ts";
import { viewKey, writeView } from "#lib/study-results/schema.ts";
import { fitRule } from "#lib/metrics/rasch/item-fit.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { decimal, modelNamed, muted, named, figureColumns } from "#components/study-results/figure-cells.ts";
import type { Cell, Words as CellWords } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { formatStudyName } from "#lib/study-results/figures/across.ts";
import { resultsCasePath, resultsPath, resultsPersonPath } from "#lib/paths.ts";

type Props = { parts: readonly Part[]; downloads: Downloads };

/** People, models and cases on one line, as soon as that has been computed. */
export async function ScaleResults({ parts, downloads }: Props) {
  const t = await getTranslations("resultsScale");
  const key = parts.map(({ rows, view }) => `${rows.stamp} ${viewKey(view)}`).join("|");
  return (
    <Streamed key={key} fallback={<p className="text-ink-muted">{t("waiting")}</p>}>
      <Scale parts={parts} downloads={downloads} />
    </Streamed>
  );
}

async function Scale({ parts, downloads }: Props) {
  const t = await getTranslations("resultsScale");
  const scale = await getScale(parts);
  if (typeof scale === "string")
    return (
      <EmptyState title={t("leftOut.title")}>
        {t(`leftOut.${scale}`, { people: minForScale.people, cases: minForScale.cases })}
      </EmptyState>
    );
  return (
    <div className="grid min-w-0 gap-6">
      <FigureFrame
        id="scale-map"
        title={t("figure.title")}
        sentence={await formatSummary(scale, parts)}
        figure={drawScale(scale, parts, { locale: await getLocale(), ...waysOf(parts) })}
        table={
          <a href="#scale-tables" className="target inline-flex items-center text-accent underline">
            {t("tables.title")}
          </a>
        }
        downloads={downloads}
        room="wide"
      />
      <ScaleTables scale={scale} parts={parts} />
      <OpenFolds />
    </div>
  );
}

async function formatSummary(scale: StudyScale, parts: readonly Part[]): Promise<string> {
  const t = await getTranslations("resultsScale");
  const { people, models, cases, meanAbility, spread } = scale;
  const digits = (value: number) => inDigits(value, 2);
  const best = models[0];
  return [
    t("sentence.people", {
      who: parts[0]?.view.who ?? "people",
      mean: digits(meanAbility),
      people: digits(spread.people),
      cases: digits(spread.cases),
    }),
    best
      ? t("sentence.model", {
          count: models.length,
          name: best.run.model,
          place: digits(best.placed.place),
          error: digits(best.placed.error),
        })
      : t("sentence.noModel"),
    t("sentence.fit", {
      people: countMisfits(people),
      models: countMisfits(models),
      cases: countMisfits(cases),
    }),
  ].join(" ");
}

type ScaleProps = { scale: StudyScale; parts: readonly Part[] };

/** What a methods section has to say of the map. */
async function ScaleNote({ scale, parts }: ScaleProps) {
  const t = await getTranslations("resultsScale.method");
  const format = await getFormatter();
  const studies = new Set(parts.map(({ rows }) => rows.study.id)).size;
  const named = (runs: readonly RunRow[]) => format.list(runs.map(runLabel));
  return (
    <Fold id="scale-method" title={t("title")}>
      <ul className="notes list-disc pl-5 text-sm">
        <li>{t("model")}</li>
        <li>{t("extremes")}</li>
        <li>{t("missing")}</li>
        <li>
          {t("fit", {
            low: String(fitRule.low),
            high: String(fitRule.high),
            answers: fitRule.answers,
          })}
        </li>
        {studies > 1 && <li>{t("linked", { studies, cases: scale.cases.length })}</li>}
        {scale.tooFew.length > 0 && (
          <li>{t("tooFew", { names: named(scale.tooFew), least: minForScale.answersOfModel })}</li>
        )}
        {scale.apart.length > 0 && <li>{t("apart", { names: named(scale.apart) })}</li>}
      </ul>
    </Fold>
  );
}

type ScaleRow = { id: string; name: Cell; placed: ScalePlace };

/** More lines than anybody reads are in the file alone. */
const maxLines = 200;

/** What kind of thing it is, in its line. */
const beside = (text: string): CellWords => ({ ...named(text), isMuted: true, isSmall: true, isWhole: true });

/** What stands on the map, in numbers: those that don't fit first. */
async function ScaleTables({ scale, parts }: ScaleProps) {
  const t = await getTranslations("resultsScale");
  const locale = await getLocale();
  const who = parts[0]?.view.who ?? "people";
  const { toModel, toPerson, toCase } = waysOf(parts);
  const listed: Record<"models" | "people" | "cases", ScaleRow[]> = {
    models: scale.models.map(({ run, placed }) => ({
      id: String(run.id),
      name: [
        { ...modelNamed(run.model), href: toModel(run) },
        " ",
        beside([run.method, run.version].filter(Boolean).join(" · ")),
      ],
      placed,
    })),
    people: scale.people.map(({ rows, person, placed }) => ({
      id: person.sittingId,
      name: [
        { text: t(`person.${who}`, { number: person.number }), href: toPerson(rows, person) },
        parts.length > 1 && [" ", beside(formatStudyName(rows, locale))],
      ],
      placed,
    })),
    cases: scale.cases.map(({ rows, row, placed }) => ({
      id: String(row.versionId),
      name: [
        { text: row.key, isName: true, href: toCase(rows, row) },
        " ",
        beside(t("kind", { track: rows.tracks[row.track]?.name ?? "", stratum: row.stratum })),
      ],
      placed,
    })),
  };
  const order = (a: ScaleRow, b: ScaleRow) =>
    Number(a.placed.fits !== false) - Number(b.placed.fits !== false) || b.placed.place - a.placed.place;
  const formatFit = ({ fits, infit }: ScalePlace): Cell => {
    if (fits === null) return muted(t("tables.tooFew"));
    if (fits) return t("tables.fits");
    return { text: t((infit ?? 1) > 1 ? "tables.erratic" : "tables.regular"), tone: "warning" };
  };
  return (
    <div id="scale-tables" className="min-w-0 scroll-mt-4 border-t border-line">
      {(["models", "people", "cases"] as const)
        .filter((side) => listed[side].length > 0)
        .map((side) => (
          <Fold
            key={side}
            id={`scale-${side}`}
            title={t(`tables.${side}`, { who })}
            note={t("tables.note", {
              count: listed[side].length,
              misfits: listed[side].filter(({ placed }) => placed.fits === false).length,
            })}
            isWide
          >
            <Table
              isTight
              caption={t(`tables.${side}`, { who })}
              columns={[
                { key: "name", label: t(`tables.name.${side}`), atLeast: 36 },
                ...figureColumns(["n", "right", "place", "error", "infit", "outfit"], (key) =>
                  key === "place" ? t(`tables.place.${side}`) : t(`tables.${key}`),
                ),
                { key: "fit", label: t("tables.fit"), atLeast: 32 },
              ]}
              rows={listed[side]
                .toSorted(order)
                .slice(0, maxLines)
                .map(({ id, name, placed }) => ({
                  id,
                  cells: {
                    name,
                    n: placed.n,
                    right: placed.right,
                    place: decimal(placed.place, 2),
                    error: decimal(placed.error, 2),
                    infit: decimal(placed.infit, 2),
                    outfit: decimal(placed.outfit, 2),
                    fit: [
                      formatFit(placed),
                      placed.isExtreme && [" ", muted(t(placed.right === 0 ? "allWrong" : "allRight"))],
                    ],
                  },
                }))}
            />
            {listed[side].length > maxLines && (
              <p className="text-sm text-ink-muted">
                {t("tables.more", { shown: maxLines, total: listed[side].length })}
              </p>
            )}
          </Fold>
        ))}
      <ScaleNote scale={scale} parts={parts} />
    </div>
  );
}

/** From a mark to what lies behind it, in the study that it stands in. */
function waysOf(parts: readonly Part[]): Omit<Required<ScaleFigureOptions>, "locale"> {
  const queryOf = (rows: StudyRows) => {
    const part = parts.find((one) => one.rows === rows);
    return part ? writeView(part.view) : new URLSearchParams();
  };
  return {
    toPerson: (rows, { number }) => resultsPersonPath(rows.study.slug, number, queryOf(rows)),
    toCase: (rows, { track, key }) =>
      resultsCasePath(rows.study.slug, { track: rows.tracks[track]?.name ?? "", key }, queryOf(rows)),
    toModel: ({ id }) => {
      const { rows } = parts.find((one) => one.rows.runs.some((run) => run.id === id)) ?? {};
      if (!rows) return "#scale-tables";
      const asked = queryOf(rows);
      asked.set("model", String(id));
      return resultsPath(rows.study.slug, "models", asked);
    },
  };
}
