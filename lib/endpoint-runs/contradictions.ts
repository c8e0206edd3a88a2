import type { RunRequest } from "#lib/endpoint-runs/schema.ts";
import type { EndpointView } from "#lib/endpoints/schema.ts";
import { versionName } from "#lib/model-runs/schema.ts";
import { fail, type Failure } from "#lib/result.ts";

/** What can't be asked for together. */
export function findContradiction(
  { settings, version }: RunRequest,
  { prices }: EndpointView,
): Failure<"invalid"> | null {
  const { samples, orders, temperature, budgetMoney } = settings;
  if (orders > 1 && samples > 1) return fail("invalid", { orders: "with_samples" });
  // The name of an arm may have been added.
  if (!versionName.safeParse(version).success) return fail("invalid", { version: "too_long" });
  // Without chance every sample says the same, and their votes mean nothing.
  if (samples > 1 && !temperature) return fail("invalid", { temperature: "no_chance" });
  if (budgetMoney !== null && (prices.input === null || prices.output === null))
    return fail("invalid", { budgetMoney: "no_price" });
  return null;
}
