import type { Words } from "#components/ui/table/cell.tsx";
import { resultsPersonPath } from "#lib/paths.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";

/** Everything of one participant, in the view this stands in. */
export const personLink = (slug: string, number: number, view: View): Words => ({
  text: number,
  href: resultsPersonPath(slug, number, writeView(view)),
  isShort: true,
});
