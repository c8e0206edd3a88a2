import { planPath, resultsPath } from "#lib/paths.ts";
import type { PointKey } from "#lib/reports/schema.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

/** The page whose figures a point is judged by, or the part of the report that has more of it. */
const pageOf = {
  sameItems: "overview",
  selection: "overview",
  smallTracks: "overview",
  uncertainty: "overview",
  pairedTests: "models",
  agreement: "agreement",
  alternative: "agreement",
  frozen: "plan",
  parity: "#parity",
  exposure: "overview",
  exclusions: "people",
  power: "plan",
  participants: "#methods",
  report: "#plan",
} as const satisfies Record<PointKey, string>;

export function pageOfPoint(key: PointKey, slug: string, view: View): string {
  const page = pageOf[key];
  if (page === "plan") return planPath(slug);
  if (page === "#parity" || page === "#plan" || page === "#methods") return page;
  const path = resultsPath(slug, page, writeView(view));
  return key === "alternative" ? `${path}#alternative` : path;
}
