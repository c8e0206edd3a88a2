import type { z } from "zod";
import { isStorable } from "#lib/auth/schema.ts";
import { proofFields } from "#lib/auth/second-factor/schema.ts";
import { fail, type Failure, type Result } from "#lib/result.ts";

/** What React puts into a form so that it works without a script stays in it, and is no answer to anything. */
const isField = ([name]: [string, unknown]) => !name.startsWith("$ACTION_") && !isProof(name);
const isProof = (name: string) => Object.values<string>(proofFields).includes(name);

/** What a form brought, as its schema takes it. */
export function readForm<S extends z.ZodType>(input: S, form: unknown): Result<z.output<S>, "invalid"> {
  const entries = form instanceof FormData ? [...form].filter(isField) : [];
  const result = input.safeParse(Object.fromEntries(entries));
  if (!result.success) return invalid(result.error);
  const fields = findUnstorable(result.data);
  return fields ? fail("invalid", fields) : { ok: true, value: result.data };
}

/** A schema may take out what the database can't hold, or refuse it in words of its own; what forgets to ends here. */
function findUnstorable(data: unknown): Record<string, string> | null {
  const found = Object.entries(data ?? {}).filter(([, value]) => !isStorable(value));
  return found.length > 0 ? Object.fromEntries(found.map(([name]) => [name, "wrong_character"])) : null;
}

function invalid(error: z.ZodError): Failure<"invalid"> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[String(issue.path[0] ?? "form")] ??= issue.message;
  return fail("invalid", fields);
}
