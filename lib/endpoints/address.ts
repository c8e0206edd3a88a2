import { fail, succeed, type Result } from "#lib/result.ts";
import { withoutEnd } from "#lib/text-end.ts";

export type AddressProblem =
  | "empty"
  | "too_long"
  | "not_an_address"
  | "with_password"
  | "with_query"
  | "with_method";

/** What the protocols add to the base by themselves. */
const methods = /\/(chat\/completions|completions|messages|responses|embeddings)$/;

const longest = 500;

/** The base of an endpoint's paths, as it is kept: without a slash at its end. */
export function readAddress(given: string): Result<string, AddressProblem> {
  const typed = given.trim();
  if (typed === "") return fail("empty");
  if (typed.length > longest) return fail("too_long");
  const url = /^https?:\/\/[^/\s]/i.test(typed) && !/\s/.test(typed) ? URL.parse(typed) : null;
  if (!url || url.hostname === "") return fail("not_an_address");
  if (url.username !== "" || url.password !== "") return fail("with_password");
  if (/[?#]/.test(typed)) return fail("with_query");
  const path = withoutEnd(url.pathname, /\//);
  if (methods.test(path)) return fail("with_method");
  const base = url.origin + path;
  return base.length > longest ? fail("too_long") : succeed(base);
}
