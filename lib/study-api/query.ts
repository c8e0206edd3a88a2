import type { z } from "zod";
import { refuse } from "#lib/study-api/refuse.ts";

type QueryResult<T> = { ok: true; query: T } | { ok: false; refusal: Response };

/** What comes after "?": nothing that isn't known is passed over, for a program can't see that it was. */
export function readQuery<S extends z.ZodType>(schema: S, request: Request): QueryResult<z.output<S>> {
  const sent = [...new URL(request.url).searchParams];
  const names = sent.map(([name]) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) return wrong(twice, "is given twice");
  const read = schema.safeParse(Object.fromEntries(sent));
  if (read.success) return { ok: true, query: read.data };
  const [issue] = read.error.issues;
  if (issue?.code === "unrecognized_keys") return wrong(issue.keys.join(", "), "is unknown here");
  return wrong(String(issue?.path[0] ?? "query"), issue?.message ?? "is invalid");
}

export const wrong = (parameter: string, why: string): { ok: false; refusal: Response } => ({
  ok: false,
  refusal: refuse("wrong_parameter", `${parameter}: ${why}. /api/v1/openapi.json describes the parameters.`),
});
