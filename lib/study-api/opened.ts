import "server-only";
import type { z } from "zod";
import type { Staff } from "#lib/auth/study-scope.ts";
import { readSegment } from "#lib/benchmarks/schema.ts";
import { readQuery, refuse, refuseParameter } from "#lib/study-api/answer.ts";
import type { viewQuery } from "#lib/study-api/parameters.ts";
import { chooseKind, getRows, getWholeRows, type WholeRows } from "#lib/study-results/rows/rows-queries.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mayShow, readView, type View } from "#lib/study-results/schema.ts";
import { getStudy } from "#lib/studies/queries.ts";

/** What a program asks for: who it acts for, and what the parts of the address name. */
export type ApiRequest = { viewer: Staff; request: Request } & Record<AddressPart, string>;
type AddressPart = "slug" | "rows" | "figures" | "table" | "figure" | "file" | "review" | "reviewFile";

type OfStudy = Pick<ApiRequest, "viewer" | "slug">;

/**
 * The rows of a study that was opened, by the part of an address; whoever doesn't belong to it isn't told that it is there.
 * Of its first kind.
 */
export const findOpened = (asked: OfStudy): Promise<StudyRows> => find(asked, getRows);

/** The same, of all kinds. */
export const findWhole = (asked: OfStudy): Promise<WholeRows> => find(asked, getWholeRows);

async function find<Rows>(
  { viewer, slug: segment }: OfStudy,
  read: (viewer: Staff, slug: string) => Promise<Rows | null>,
): Promise<Rows> {
  const slug = readSegment(segment);
  if (slug === null) return refuse("not_found");
  return (await read(viewer, slug)) ?? refuse((await getStudy(viewer, slug)) ? "not_opened" : "not_found");
}

/** The rows of a study and the view of them that an address asks for, where it may be shown. */
export async function findViewed<Schema extends z.ZodType<z.output<typeof viewQuery>>>(
  asked: OfStudy & Pick<ApiRequest, "request">,
  schema: Schema,
): Promise<{ rows: StudyRows; view: View; query: z.output<Schema> }> {
  const { searchParams } = new URL(asked.request.url);
  const kind = searchParams.get("kind") ?? undefined;
  const whole = await findWhole(asked);
  const query = readQuery(schema, asked.request);
  const rows = chooseKind(whole, { kind, track: searchParams.get("track") });
  if (kind !== undefined && kind !== rows.kind)
    return refuseParameter("kind", "the study has no cases of that kind");
  const view = readView(query, rows);
  // A page leaves out what it doesn't know; a program would take the figures of everything for those it asked for.
  for (const part of ["track", "cohort"] as const)
    if (query[part] !== undefined && view[part] === null)
      return refuseParameter(part, "the study has none of that name");
  if (!mayShow(rows.study, view.who)) return refuse("not_shown_yet");
  return { rows, view, query };
}
