import { createHash } from "node:crypto";
import { z } from "zod";
import { contentDisposition } from "#lib/files/download.ts";

/** What a program is told that asked for what it can't have: how it went as a status, why as a code, what to do as a sentence. */
const refusals = {
  not_found: [404, "There is no such study, or you have no access to it. /api/v1/studies lists yours."],
  unknown_rows: [
    404,
    "A study has results, manifest, answers, participants, cases, predictions and history. /api/v1/openapi.json describes them.",
  ],
  unknown_figures: [
    404,
    "Under results there are agreement, calibration, cases, models and people. /api/v1/openapi.json describes them.",
  ],
  unknown_file: [
    404,
    "The study has no table, figure or file of that name. /api/v1/openapi.json lists them.",
  ],
  nothing_to_show: [
    404,
    "There is nothing to draw in this view: nobody has answered, or the study didn’t ask for what the figure shows.",
  ],
  no_such_kind: [400, "The study has no cases of that kind."],
  no_published: [409, "No published figures are declared for exactly these cases."],
  not_opened: [409, "The study is a draft. It has no cases or answers until it is opened."],
  not_shown_yet: [
    409,
    "People are still answering, and the plan shows their results only at the end. Close the study first, or request who=simulated.",
  ],
  people_changed: [
    409,
    "Somebody joined or withdrew since the previous page, so the random numbers no longer match. Start again without a cursor.",
  ],
  no_review: [404, "There is no such review, or you don’t lead it. /api/v1/reviews lists yours."],
  review_not_opened: [409, "The review is a draft. It has no items until it is opened."],
  no_review_file: [
    404,
    "A review has items, decisions and checks, as .csv or .jsonl, and codebook.md below export.",
  ],
  check_first: [
    409,
    "You review here, too, and decisions wait for a check that may be yours. Check them first; once the review is closed, its files are there in any case.",
  ],
  wrong_parameter: [400, ""],
  wrong_cursor: [
    400,
    "This cursor belongs to another list. Follow next unchanged, or start without a cursor.",
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** Thrown wherever it turns out; whoever found the address answers with it. */
export class Refused extends Error {
  readonly response: Response;
  constructor(response: Response) {
    super("refused");
    this.response = response;
  }
}

export function refuse(error: keyof typeof refusals, message: string = refusals[error][1]): never {
  const headers = { "cache-control": "no-store" };
  throw new Refused(Response.json({ error, message }, { status: refusals[error][0], headers }));
}

export const refuseParameter = (parameter: string, why: string): never =>
  refuse("wrong_parameter", `${parameter}: ${why}. /api/v1/openapi.json describes the parameters.`);

/** What comes after "?": nothing that isn't known is passed over, for a program can't see that it was. */
export function readQuery<S extends z.ZodType>(schema: S, request: Request): z.output<S> {
  const sent = [...new URL(request.url).searchParams];
  const names = sent.map(([name]) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) return refuseParameter(twice, "is given twice");
  const read = schema.safeParse(Object.fromEntries(sent));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  if (issue?.code === "unrecognized_keys") return refuseParameter(issue.keys.join(", "), "is unknown here");
  return refuseParameter(String(issue?.path[0] ?? "query"), issue?.message ?? "is invalid");
}

const nothing = z.strictObject({});
export const expectNoQuery = (request: Request): void => void readQuery(nothing, request);

/** Nothing is kept by a cache without asking; whoever has it already is told only that it still holds. */
export function answer(
  request: Request,
  content: string | Buffer,
  given: Record<string, string> = {},
): Response {
  const etag = `"${createHash("sha256").update(content).digest("base64url")}"`;
  const headers = { etag, "cache-control": "private, no-cache", vary: "authorization, cookie", ...given };
  const known = request.headers.get("if-none-match")?.split(",") ?? [];
  const tags = known.map((tag) => tag.trim().replace(/^W\//, ""));
  if (tags.includes(etag) || tags.includes("*")) return new Response(null, { status: 304, headers });
  const body = typeof content === "string" ? content : new Uint8Array(content);
  return new Response(body, { headers: { "content-type": "application/json; charset=utf-8", ...headers } });
}

export const answerJson = (request: Request, body: object, headers?: Record<string, string>): Response =>
  answer(request, JSON.stringify(body), headers);

type FileName = { name: string; type: string };

export const answerFile = (request: Request, content: string | Buffer, { name, type }: FileName): Response =>
  answer(request, content, { "content-type": type, "content-disposition": contentDisposition(name) });

/** Where the next page is to be had stands in the answer and in its header: an address on this server. */
export function answerPage(
  request: Request,
  { items, next, ...rest }: { items: readonly object[]; next: string | null } & Record<string, unknown>,
  carried: Readonly<Record<string, string>> = {},
): Response {
  if (next === null) return answerJson(request, { ...rest, items, next });
  const { pathname, searchParams } = new URL(request.url);
  for (const [name, value] of Object.entries({ ...carried, cursor: next })) searchParams.set(name, value);
  const address = `${pathname}?${searchParams}`;
  return answerJson(request, { ...rest, items, next: address }, { link: `<${address}>; rel="next"` });
}

/** Where a page ended: the list it is of, and the sort key of its last row. New rows elsewhere don't move it. */
export const writeCursor = (list: string, after: unknown): string =>
  Buffer.from(JSON.stringify([list, after])).toString("base64url");

/** Null for the first page; what isn't a cursor of this list is refused. */
export function readCursor<T extends z.ZodType>(
  list: string,
  after: T,
  cursor: string | undefined,
): z.output<T> | null {
  if (cursor === undefined) return null;
  const written = Buffer.from(cursor, "base64url").toString("utf8");
  try {
    const read = z.tuple([z.literal(list), after]).safeParse(JSON.parse(written));
    if (read.success) return read.data[1] as z.output<T>;
  } catch {
    // Refused below.
  }
  return refuse("wrong_cursor");
}
