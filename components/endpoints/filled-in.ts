import type { EndpointView } from "#lib/endpoints/schema.ts";

/** What the fields of an endpoint's form hold, under the names that the action reads. */
export const fieldNames = [
  "name",
  "protocol",
  "address",
  "key",
  "currency",
  "priceInput",
  "priceCached",
  "priceOutput",
  "callsPerMinute",
  "tokensPerMinute",
  "callsAtOnce",
] as const;
export type FieldName = (typeof fieldNames)[number];
export type FormValues = Record<FieldName, string>;

export const emptyEndpointForm: FormValues = {
  name: "",
  protocol: "openai",
  address: "",
  key: "",
  currency: "USD",
  priceInput: "",
  priceCached: "",
  priceOutput: "",
  callsPerMinute: "",
  tokensPerMinute: "",
  callsAtOnce: "4",
};

/** As somebody would have typed it, without an exponent. */
const typed = (value: number | null): string =>
  value === null ? "" : value.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 12 });

type SavedEndpoint = Pick<EndpointView, "name" | "protocol" | "address" | "currency" | "prices" | "limits">;

export const endpointFormOf = ({
  name,
  protocol,
  address,
  currency,
  prices,
  limits,
}: SavedEndpoint): FormValues => ({
  name,
  protocol,
  address,
  key: "",
  currency,
  priceInput: typed(prices.input),
  priceCached: typed(prices.cached),
  priceOutput: typed(prices.output),
  callsPerMinute: typed(limits.callsPerMinute),
  tokensPerMinute: typed(limits.tokensPerMinute),
  callsAtOnce: typed(limits.callsAtOnce),
});
