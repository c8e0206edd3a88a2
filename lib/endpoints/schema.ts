import { z } from "zod";
import { isTicked, withoutNul } from "#lib/auth/schema.ts";
import { readAddress } from "#lib/endpoints/address.ts";
import type { Prices } from "#lib/model-calls/price.ts";
import {
  protocols,
  type CallFailure,
  type CallFault,
  type CallTokens,
  type Protocol,
} from "#lib/model-calls/schema.ts";

/** Null where there is no limit. */
export type EndpointLimits = {
  callsPerMinute: number | null;
  tokensPerMinute: number | null;
  callsAtOnce: number;
};

/** What admins are shown of an endpoint: all but its key. */
export type EndpointView = {
  id: number;
  name: string;
  protocol: Protocol;
  address: string;
  hasKey: boolean;
  /** False where the key was sealed under another ENDPOINT_KEYS_KEY than this instance has: it has to be entered anew. */
  isKeyReadable: boolean;
  currency: string;
  prices: Prices;
  limits: EndpointLimits;
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

export const maxAtOnce = 256;
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

function grouped(given: z.output<typeof endpointFields>): NewEndpoint {
  const { name, protocol, address, key, currency, callsPerMinute, tokensPerMinute, callsAtOnce } = given;
  const prices = { input: given.priceInput, cached: given.priceCached, output: given.priceOutput };
  const limits = { callsPerMinute, tokensPerMinute, callsAtOnce };
  return { name, protocol, address, key, currency, prices, limits };
}

export type NewEndpoint = {
  name: string;
  protocol: Protocol;
  address: string;
  key: string;
  currency: string;
  prices: Prices;
  limits: EndpointLimits;
};
export type EndpointChange = z.output<typeof endpointChange>;
