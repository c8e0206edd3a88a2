import { planPath, resultsPath } from "#lib/paths.ts";
import type { PointKey } from "#lib/reports/schema.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

/** The room whose figures a point is judged by, or the part of the report that has more of it. */
const roomOf = {
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
  report: "#plan",
} as const satisfies Record<PointKey, string>;

export function roomOfPoint(key: PointKey, slug: string, view: View): string {
  const room = roomOf[key];
  if (room === "plan") return planPath(slug);
  if (room === "#parity" || room === "#plan") return room;
  const path = resultsPath(slug, room, writeView(view));
  return key === "alternative" ? `${path}#alternative` : path;
}
