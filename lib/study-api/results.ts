import "server-only";
import type { Staff } from "#lib/auth/study-scope.ts";
import { answerJson } from "#lib/study-api/answer.ts";
import { findOpened } from "#lib/study-api/opened.ts";
import { readQuery, wrong } from "#lib/study-api/query.ts";
import { refuse } from "#lib/study-api/refuse.ts";
import { resultsQuery } from "#lib/study-api/results-query.ts";
import { mayShow, readView } from "#lib/study-results/schema.ts";
import { writeResults } from "#lib/study-results/overview/results-document.ts";

/** What the overview shows of a view, unrounded. */
export async function answerResults(viewer: Staff, request: Request, segment: string): Promise<Response> {
  const opened = await findOpened(viewer, segment);
  if (!opened.ok) return opened.refusal;
  const read = readQuery(resultsQuery, request);
  if (!read.ok) return read.refusal;
  const { rows } = opened;
  const view = readView(read.query, rows);
  // A page leaves out what it doesn't know; a program would take the figures of everything for those it asked for.
  for (const part of ["track", "cohort"] as const)
    if (read.query[part] !== undefined && view[part] === null)
      return wrong(part, "the study has none of that name").refusal;
  if (!mayShow(rows.study, view.who)) return refuse("not_shown_yet");
  return answerJson(
    request,
    await writeResults(rows, view, { withPublished: read.query.published === "with" }),
  );
}
