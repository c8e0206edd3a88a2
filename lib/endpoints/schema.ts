import { z } from "zod";
import { isTicked, withoutNul } from "#lib/auth/schema.ts";
import {
  type CallFailure,
  type CallFault,
  type CallTokens,
  type Prices,
  protocols,
} from "#lib/model-calls/schema.ts";
import { fail, type Result, succeed } from "#lib/result.ts";
import { withoutEnd } from "#lib/text-end.ts";

type AddressProblem =
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

/** Null where there is no limit. */
export type EndpointLimits = {
  callsPerMinute: number | null;
  tokensPerMinute: number | null;
  callsAtOnce: number;
};

/** What admins are shown of an endpoint: all but its key. */
export type EndpointView = EndpointSettings & {
  id: number;
  hasKey: boolean;
  /** False where the key was sealed under another ENDPOINT_KEYS_KEY than this instance has: it has to be entered anew. */
  isKeyReadable: boolean;
  isFake: boolean;
  revision: number;
  updatedAt: Date;
  createdAt: Date;
  removedAt: Date | null;
};

export type RetiredEndpoint = Pick<EndpointView, "id" | "name" | "address" | "isFake"> & {
  removedAt: Date;
  /** Who retired it, as far as the record says. */
  by: string | null;
};

const maxAtOnce = 256;
/** What the database holds. */
const maxCounted = 2 ** 31 - 1;

/** Left empty, nobody has said. */
const price = z
  .string()
  .trim()
  .default("")
  .superRefine((given, check) => {
    if (given === "" || /^\d{1,6}(\.\d{1,12})?$/.test(given)) return;
    const wrong = /^-\d/.test(given) ? "negative" : /^\d{7}/.test(given) ? "price_too_large" : "not_a_price";
    check.addIssue({ code: "custom", message: wrong });
  })
  .transform((given) => (given === "" ? null : Number(given)));

const limit = (most: number, overMost = "too_large") =>
  z
    .string()
    .trim()
    .default("")
    .superRefine((given, check) => {
      if (given === "") return;
      const wrong = !/^\d+$/.test(given) ? "not_whole" : Number(given) > most ? overMost : null;
      if (wrong ?? Number(given) === 0) check.addIssue({ code: "custom", message: wrong ?? "zero" });
    })
    .transform((given) => (given === "" ? null : Number(given)));

const endpointFields = z.object({
  name: z.string().trim().min(1, "empty").max(100, "too_long").regex(withoutNul, "wrong_character"),
  protocol: z.enum(protocols, "unknown_protocol"),
  address: z.string().transform((given, check) => {
    const read = readAddress(given);
    if (read.ok) return read.value;
    check.addIssue({ code: "custom", message: read.error });
    return z.NEVER;
  }),
  /** Left empty, the key that is there stays. It goes into a header, which takes no other characters. */
  key: z
    .string()
    .trim()
    .max(2000, "too_long")
    .regex(/^[\x21-\x7e]*$/, "wrong_character")
    .default(""),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, "not_a_currency"),
  priceInput: price,
  priceCached: price,
  priceOutput: price,
  callsPerMinute: limit(maxCounted),
  tokensPerMinute: limit(maxCounted),
  callsAtOnce: limit(maxAtOnce, "over_most").pipe(z.number("empty")),
});

export const newEndpoint = endpointFields.transform(grouped);

export const endpointNumber = z.coerce.number().int().positive().max(maxCounted);
const id = endpointNumber;

export const endpointChange = endpointFields
  .extend({ id, revision: z.coerce.number().int().positive(), takesKeyAway: isTicked })
  .refine(({ key, takesKeyAway }) => key === "" || !takesKeyAway, { path: ["key"], message: "both" })
  .transform((given) => ({
    ...grouped(given),
    id: given.id,
    revision: given.revision,
    takesKeyAway: given.takesKeyAway,
  }));

export const endpointTest = z.object({
  id,
  model: z.string().trim().min(1, "empty").max(200, "too_long").regex(withoutNul, "wrong_character"),
});

/** What came of one small call. */
export type TestReport = {
  model: string;
  /** Null where an answer came. */
  failure: CallFailure | null;
  /** Of what went wrong, where something did. */
  fault: CallFault | null;
  text: string;
  answeredBy: string | null;
  tokens: CallTokens;
  totalMs: number;
  /** Null where a price or a count is missing. */
  cost: number | null;
  currency: string;
  isFake: boolean;
};

export const endpointRetirement = z.object({ id, confirmation: z.string().trim() });

function grouped(given: z.output<typeof endpointFields>) {
  const { name, protocol, address, key, currency, callsPerMinute, tokensPerMinute, callsAtOnce } = given;
  const prices: Prices = { input: given.priceInput, cached: given.priceCached, output: given.priceOutput };
  const limits: EndpointLimits = { callsPerMinute, tokensPerMinute, callsAtOnce };
  return { name, protocol, address, key, currency, prices, limits };
}

export type NewEndpoint = ReturnType<typeof grouped>;
/** What an admin says of an endpoint, but for its key. */
export type EndpointSettings = Omit<NewEndpoint, "key">;
export type EndpointChange = z.output<typeof endpointChange>;
