import type { Figure } from "#lib/figures/figure.ts";
import { defaultLocale } from "#lib/i18n/locale.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { listLooks, formatCaption, subjectOf, type Subject } from "#lib/reports/head.ts";
import { inPlaceOf, ownReportOf, type OwnReportFigure } from "#lib/reports/kinds/registry.ts";
import type { ResultsPage } from "#lib/paths.ts";
import { t } from "#lib/reports/words.ts";
import { drawFlow } from "#lib/study-results/figures/flow.ts";
import { drawAutomatic } from "#lib/results/automatic/figures.ts";
import { getStudyTables } from "#lib/results/automatic/study-tables.ts";
import { automaticFigure, makeFigure } from "#lib/results/figures.ts";
import { drawingOf } from "#lib/results/render/table.ts";
import { tableSpecs } from "#lib/results/tables.ts";
import type { TableSpec } from "#lib/results/table.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { minForClaim, viewKey } from "#lib/study-results/schema.ts";

const wanted = [
  "forest",
  "model-tracks",
  "model-methods",
  "people",
  "answer-map",
  "calibration",
  "agreement-people",
  "flow",
  "robustness",
] as const;
type Common = (typeof wanted)[number];
export type ReportFigure = {
  /** Of its files. */
  name: string;
  /** Of the address it is drawn at, and what that asks for. */
  drawnAs: string;
  asked: URLSearchParams;
  page: (typeof pageOf)[Common];
  number: number;
  caption: string;
  note: string;
  figure: Figure;
};

/** Where the same figure stands with the table of its numbers. */
const pageOf = {
  forest: "overview",
  "model-tracks": "overview",
  "model-methods": "models",
  people: "people",
  "answer-map": "cases",
  calibration: "calibration",
  "agreement-people": "agreement",
  flow: "people",
  robustness: "overview",
} as const satisfies Record<Common, ResultsPage>;

type FigureDraft = { title: string; figure: Figure };
type FigureRequest = Pick<ReportFigure, "name" | "drawnAs" | "asked" | "page" | "note"> & {
  subjects: [Subject, ...Subject[]];
  make: () => Promise<FigureDraft | null> | FigureDraft | null;
};

/** Those of the study's pages, in the view of the report; what there is nothing to draw of has no number. */
export async function listFigures(facts: Facts): Promise<ReportFigure[]> {
  const own = (ownReportOf(facts.rows)?.figures(facts) ?? []).map((one) => wantOwn(facts, one));
  const common = inPlaceOf(facts.rows)
    ? [...own, ...aboutPeople.map((name) => wantCommon(facts, name))]
    : [...wanted.map((name) => wantCommon(facts, name)), ...own];
  const listed = [
    ...common,
    ...(await wantAutomatic(facts)),
    ...tableSpecs.map((spec) => wantTable(facts, spec)),
  ];
  const made: ReportFigure[] = [];
  for (const { make, subjects, note, ...named } of listed) {
    const found = await make();
    if (!found) continue;
    const number = made.length + 1;
    const title = formatCaption(facts, t("figures.title", { title: found.title }), ...subjects);
    made.push({
      ...named,
      number,
      note,
      figure: found.figure,
      caption: t("figures.caption", { number, title }),
    });
  }
  return made;
}

/** What can be drawn of answers of any kind. */
const aboutPeople = ["agreement-people", "flow"] as const;

function wantCommon(facts: Facts, name: Common): FigureRequest {
  const { published } = facts;
  const asked = new URLSearchParams(published ? { published: "with" } : {});
  return {
    name,
    drawnAs: name,
    asked: new URLSearchParams(),
    page: pageOf[name],
    subjects: subjectsOf(facts, name),
    note: [
      t(`figures.${name}`, { least: minForClaim.cases }),
      ...(hasPeople(name) ? listLooks(facts) : []),
      ...(published && name === "forest"
        ? [t("figures.published", { citation: published.citation, cases: published.cases })]
        : []),
    ].join(" "),
    make: () => (name === "flow" ? drawFlow(facts.flow, defaultLocale) : makeOnce(facts, name, asked)),
  };
}

const wantOwn = (facts: Facts, { name, file, asked, note }: OwnReportFigure): FigureRequest => ({
  name: file,
  drawnAs: name,
  asked,
  note,
  page: "overview",
  subjects: ["rest"],
  make: () => makeOnce(facts, name, asked),
});

const wantTable = (facts: Facts, spec: TableSpec): FigureRequest => {
  const name = drawingOf(spec);
  return {
    name,
    drawnAs: name,
    asked: new URLSearchParams(),
    note: [spec.words[defaultLocale].about, ...listLooks(facts)].join(" "),
    page: "overview",
    subjects: ["rest"],
    make: () => makeOnce(facts, name, new URLSearchParams()),
  };
};

async function wantAutomatic(facts: Facts): Promise<FigureRequest[]> {
  const { rows, view } = facts;
  const drawn = await memoize(rows, `automatic figures of the report ${viewKey(view)}`, async () =>
    drawAutomatic(await getStudyTables(rows, view), { of: "study", who: view.who, locale: defaultLocale }),
  );
  return drawn.map((made) => ({
    name: made.name,
    drawnAs: automaticFigure,
    asked: new URLSearchParams({ table: made.name }),
    note: [made.note, ...listLooks(facts)].join(" "),
    page: "overview",
    subjects: ["people", "rest"],
    make: () => made,
  }));
}

/** The same object each time: what was drawn of it is found without comparing all that it shows. */
const makeOnce = ({ rows, view }: Facts, name: string, asked: URLSearchParams) =>
  memoize(rows, `figure of the report ${name} ${asked} ${viewKey(view)}`, async () => {
    const made = await makeFigure(name, rows, view, asked);
    return made && { title: made.title, figure: made.figure };
  });

const hasPeople = (name: Common) => ["forest", "model-tracks", "people", "answer-map"].includes(name);

/** The first holds people beside every model; the others look closer. */
function subjectsOf(facts: Facts, name: Common): [Subject, ...Subject[]] {
  if (name !== "forest") return ["rest"];
  return ["people", ...facts.results.models.map((model) => subjectOf(facts, model))];
}
