import "server-only";
import { z } from "zod";
import type { Staff } from "#lib/auth/study-scope.ts";
import { readCursor, writeCursor } from "#lib/study-api/cursor.ts";
import { findWhole } from "#lib/study-api/opened.ts";
import { answerPage } from "#lib/study-api/page.ts";
import { readQuery } from "#lib/study-api/query.ts";
import { refuse } from "#lib/study-api/refuse.ts";
import { rowsQuery } from "#lib/study-api/row-schema.ts";
import { rowKinds } from "#lib/study-api/schema.ts";
import { newExportKey } from "#lib/study-exports/numbering.ts";
import { recordExport, recordPages } from "#lib/study-exports/mutations.ts";
import { listExportRows } from "#lib/study-exports/rows/row-queries.ts";
import { chooseWho } from "#lib/study-exports/schema.ts";

/** A page of the rows that the exports have, as they have them. */
export async function answerRows(
  viewer: Staff,
  request: Request,
  segment: string,
  name: string,
): Promise<Response> {
  const kind = rowKinds.find((one) => one === name);
  if (!kind) return refuse("unknown_rows");
  const opened = await findWhole(viewer, segment);
  if (!opened.ok) return opened.refusal;
  const read = readQuery(rowsQuery, request);
  if (!read.ok) return read.refusal;
  const { study, has } = opened.rows.rows;
  const { limit, cursor, numbers, texts } = read.query;
  const list = `${study.slug} ${kind}`;
  const after = cursor === undefined ? null : readCursor(list, z.string(), cursor);
  if (cursor !== undefined && after === null) return refuse("wrong_cursor");
  const who = chooseWho(read.query.who, has);
  const key = numbers === "random" ? (read.query.key ?? newExportKey()) : null;
  const choices = { numbers, key: key ?? "", who, texts };
  const page = await listExportRows(viewer, opened.rows, kind, { ...choices, after, limit });
  if (!page.ok) return refuse(page.error);
  const next = page.value.next === null ? null : writeCursor(list, page.value.next);
  const body = { numbers, key, who, items: page.value.rows, next };
  const response = answerPage(request, body, { who, ...(key === null ? {} : { key }) });
  // Once for a list, however many pages it takes, and not for whoever has it already.
  if (response.status === 200) {
    const { key: _key, ...taken } = choices;
    const record = cursor === undefined ? recordExport : recordPages;
    await record(viewer, study.id, { ...taken, files: `${kind}, by a program` });
  }
  return response;
}
