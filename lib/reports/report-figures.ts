import type { Figure } from "#lib/figures/figure.ts";
import { defaultLocale } from "#lib/i18n/locale.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { listLooks, writeCaption } from "#lib/reports/head.ts";
import { subjectOf, type Subject } from "#lib/reports/standing.ts";
import { t } from "#lib/reports/words.ts";
import { describeFlow } from "#lib/study-results/figures/flow.ts";
import { makeFigure } from "#lib/study-results/figures.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { leastForClaim, viewKey } from "#lib/study-results/schema.ts";

const wanted = ["forest", "people", "answer-map", "calibration", "agreement-people", "flow"] as const;
export type ReportFigure = {
  name: (typeof wanted)[number];
  number: number;
  caption: string;
  note: string;
  figure: Figure;
};

/** Those of the study's pages, in the view of the report; what there is nothing to draw of has no number. */
export async function listFigures(facts: Facts): Promise<ReportFigure[]> {
  const { published } = facts;
  const asked = new URLSearchParams(published ? { published: "with" } : {});
  const made: ReportFigure[] = [];
  for (const name of wanted) {
    const found =
      name === "flow" ? describeFlow(facts.flow, defaultLocale) : await makeOnce(facts, name, asked);
    if (!found) continue;
    const number = made.length + 1;
    const title = writeCaption(facts, t("figures.title", { title: found.title }), ...subjectsOf(facts, name));
    made.push({
      ...{ name, number, figure: found.figure },
      caption: t("figures.caption", { number, title }),
      note: [
        t(`figures.${name}`, { least: leastForClaim.cases }),
        ...(hasPeople(name) ? listLooks(facts) : []),
        ...(published && name === "forest"
          ? [t("figures.published", { citation: published.citation, cases: published.cases })]
          : []),
      ].join(" "),
    });
  }
  return made;
}

/** The same object each time: what was drawn of it is found without comparing all that it shows. */
const makeOnce = ({ rows, view }: Facts, name: string, asked: URLSearchParams) =>
  memoize(rows, `figure of the report ${name} ${asked} ${viewKey(view)}`, async () => {
    const made = await makeFigure(name, rows, view, asked);
    return made && { title: made.title, figure: made.figure };
  });

const hasPeople = (name: ReportFigure["name"]) =>
  name === "forest" || name === "people" || name === "answer-map";

/** The first holds people beside every model; the others look closer. */
function subjectsOf(facts: Facts, name: ReportFigure["name"]): [Subject, ...Subject[]] {
  if (name !== "forest") return ["rest"];
  return ["people", ...facts.results.models.map((model) => subjectOf(facts, model))];
}
