import { getLocale, getTranslations } from "next-intl/server";
import { type Locale, useTranslations } from "next-intl";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import type { PartProps } from "#components/task-kinds/rating/origins/section.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { inDigits } from "#lib/figures/written.ts";
import { resultsPath } from "#lib/paths.ts";
import {
  falseDiscovery,
  readEpsilon,
  leastAnnotators,
  minItems,
} from "#lib/study-results/agreement/alternative.ts";
import { writeView } from "#lib/study-results/schema.ts";
import { drawJudged } from "#lib/task-kinds/rating/origins/figures.ts";
import { nameJudge, wordWhy } from "#lib/task-kinds/rating/origins/names.ts";
import { decimal, modelNamed, muted, nothing } from "#components/study-results/figure-cells.ts";
import { bounded, plain } from "#components/task-kinds/rating/origins/cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table, type TableRow } from "#components/ui/table/table.tsx";
import type { JudgeFigures } from "#lib/metrics/ratings/rated-origins.ts";
import type { Judge } from "#lib/task-kinds/rating/origins/judges.ts";

/** Whether what rates or measures says what people say, on the same cases. */
export async function JudgesFold(props: PartProps) {
  const t = await getTranslations("resultsRatings.origins.judges");
  const locale = await getLocale();
  const { rows, part, id } = props;
  const { epsilon, isPlanned } = readEpsilon(rows);
  return (
    <Fold id={`${id}-judges`} title={t("title")} note={t("note", { count: part.judges.length })}>
      {part.judges.length === 0 ? (
        <p className="text-ink-muted">{t("none")}</p>
      ) : (
        <>
          <Scatter {...props} locale={locale} />
          <p className="measure text-sm text-ink-muted">
            {t("explained", { epsilon, planned: isPlanned ? "yes" : "no", rate: falseDiscovery })} {t("same")}
          </p>
        </>
      )}
    </Fold>
  );
}

async function Scatter(props: PartProps & { locale: Locale }) {
  const t = await getTranslations("resultsRatings.origins.scatter");
  const { rows, view, by, part, id, locale } = props;
  const { slug } = rows.study;
  const at = part.judges[props.judge] ? props.judge : 0;
  const [judge, found] = [part.judges[at], part.figures.judges[at]];
  const made = drawJudged(part, at, { rows, view, locale });
  if (!judge || !found || !made) return null;
  const { n, spearman } = found.byCase;
  const name = nameJudge(judge, rows.runs, locale);
  const address = (place: number) => {
    const query = writeView(view);
    for (const one of by) query.append("by", one);
    query.set("judge", String(place));
    return query;
  };
  const query = address(at);
  query.set("of", part.track);
  query.set("scale", part.scale);
  return (
    <>
      {part.judges.length > 1 && (
        <TabLinks
          label={t("against")}
          look="pills"
          items={part.judges.map((one, place) => ({
            href: `${resultsPath(slug, "overview", address(place))}#${id}-judged`,
            label: nameJudge(one, rows.runs, locale),
            current: place === at,
          }))}
        />
      )}
      <FigureFrame
        id={`${id}-judged`}
        level={3}
        title={made.title}
        sentence={t("sentence", {
          n,
          who: view.who,
          judge: name,
          rho: spearman.value === null ? "none" : inDigits(spearman.value, 2),
          reason: wordWhy(spearman.reason, locale),
        })}
        figure={made.figure}
        downloads={figureDownloads(slug, "judged", query)}
        isTableOpen
        table={<JudgesTable {...props} locale={locale} />}
      />
    </>
  );
}

const numeric = ["n", "spearman", "kendall", "kappa", "origins", "rho", "tau", "omega", "advantage"] as const;

/** A row a judge; people themselves come first, where they are held against each other. */
function JudgesTable({ rows, view, part, locale }: PartProps & { locale: Locale }) {
  const t = useTranslations("resultsRatings.origins.judges");
  const { figures, judges, track } = part;
  const { kappa } = figures.raters;
  const people: TableRow = {
    id: "people",
    cells: {
      judge: t("people", { who: view.who }),
      n: kappa.cases,
      kappa: bounded(kappa, locale),
      ...Object.fromEntries(
        ["saw", "spearman", "kendall", "origins", "rho", "tau", "omega", "advantage", "replaces"].map(
          (key) => [key, nothing],
        ),
      ),
    },
  };
  const rowOf = (judge: Judge, at: number): TableRow[] => {
    const found = figures.judges[at];
    if (!found) return [];
    const name = modelNamed(nameJudge(judge, rows.runs, locale));
    return [{ id: String(at), cells: { judge: name, saw: sawOf(judge, t), ...cellsOf(found, t, locale) } }];
  };
  return (
    <Table
      caption={t("caption", { track })}
      isTight
      columns={[
        { key: "judge", label: t("judge") },
        { key: "saw", label: t("saw"), atLeast: 40 },
        ...numeric.map((key) => ({ key, label: t(key), numeric: true })),
        { key: "replaces", label: t("replaces") },
      ]}
      rows={[people, ...judges.flatMap(rowOf)]}
    />
  );
}

type Words = ReturnType<typeof useTranslations<"resultsRatings.origins.judges">>;

function sawOf({ run }: Judge, t: Words): Cell {
  if (run === null) return t("texts");
  return run.context ? { quote: run.context, as: "note" } : muted(t("notStated"));
}

function cellsOf({ byCase, overOrigins, kappa, replaces }: JudgeFigures, t: Words, locale: Locale) {
  return {
    n: byCase.n,
    spearman: bounded(byCase.spearman, locale),
    kendall: bounded(byCase.kendall, locale),
    kappa: kappa ? bounded(kappa, locale) : nothing,
    origins: overOrigins.n,
    rho: plain(overOrigins.rho, overOrigins.reason, locale),
    tau: plain(overOrigins.tau, overOrigins.reason, locale),
    omega: decimal(replaces?.winningRate ?? null, 2),
    advantage: decimal(replaces?.advantageProbability ?? null, 2),
    replaces: outcomeOf(replaces, t),
  };
}

function outcomeOf(replaces: JudgeFigures["replaces"], t: Words): Cell {
  if (!replaces) return nothing;
  if (replaces.passes !== null) return t(`outcome.${replaces.passes ? "yes" : "no"}`);
  return muted(t("notEligible", { annotators: leastAnnotators, items: minItems }));
}
