import "server-only";
import type { Staff } from "#lib/auth/study-scope.ts";
import { answerJson } from "#lib/study-api/answer.ts";
import { renderAgreementFigures } from "#lib/study-api/figures/agreement-figures.ts";
import { renderCalibrationFigures } from "#lib/study-api/figures/calibration-figures.ts";
import { renderCaseFigures } from "#lib/study-api/figures/case-figures.ts";
import { renderModelFigures } from "#lib/study-api/figures/model-figures.ts";
import { renderPeopleFigures } from "#lib/study-api/figures/people-figures.ts";
import { wrong } from "#lib/study-api/query.ts";
import { refuse } from "#lib/study-api/refuse.ts";
import { peopleQuery, resultsQuery, viewQuery } from "#lib/study-api/results-query.ts";
import { figureKinds, type FigureKind } from "#lib/study-api/schema.ts";
import { findViewed } from "#lib/study-api/viewed.ts";
import { recordExport } from "#lib/study-exports/mutations.ts";
import { newExportKey, numberPeople } from "#lib/study-exports/numbering.ts";
import { writeResults } from "#lib/results/document.ts";
import { knowsAttributes } from "#lib/study-results/kinds/registry.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

/** What the overview shows of a view, unrounded. */
export async function answerResults(viewer: Staff, request: Request, segment: string): Promise<Response> {
  const viewed = await findViewed(viewer, request, segment, resultsQuery);
  if (!viewed.ok) return viewed.refusal;
  const { rows, view, query } = viewed;
  const { by, published } = query;
  if (by !== undefined && !knowsAttributes(rows, by))
    return wrong("by", "names no attributes of cases").refusal;
  return answerJson(request, await writeResults(rows, view, { withPublished: published === "with", by }));
}

const writers: Readonly<
  Record<Exclude<FigureKind, "people">, (rows: StudyRows, view: View) => object | Promise<object>>
> = {
  agreement: renderAgreementFigures,
  calibration: renderCalibrationFigures,
  cases: renderCaseFigures,
  models: renderModelFigures,
};

/** What the other pages of results show of a view, unrounded. */
export async function answerFigures(
  viewer: Staff,
  request: Request,
  segment: string,
  name: string,
): Promise<Response> {
  const kind = figureKinds.find((one) => one === name);
  if (!kind) return refuse("unknown_figures");
  if (kind === "people") return answerPeople(viewer, request, segment);
  const viewed = await findViewed(viewer, request, segment, viewQuery);
  if (!viewed.ok) return viewed.refusal;
  return answerJson(request, await writers[kind](viewed.rows, viewed.view));
}

/** What each person did leaves the product as rows do: under numbers that tell nothing, and with a line in the record. */
async function answerPeople(viewer: Staff, request: Request, segment: string): Promise<Response> {
  const viewed = await findViewed(viewer, request, segment, peopleQuery);
  if (!viewed.ok) return viewed.refusal;
  const { rows, view, query } = viewed;
  const { numbers } = query;
  const { who } = view;
  const key = numbers === "random" ? (query.key ?? newExportKey()) : null;
  const numbered = numberPeople(rows.people, { numbers, key: key ?? "", who });
  const response = answerJson(request, renderPeopleFigures(rows, view, { numbers, key, numbered }));
  if (response.status === 200) {
    const taken = { numbers, who, texts: "without", files: "figures of people, by a program" } as const;
    await recordExport(viewer, rows.study.id, taken);
  }
  return response;
}
