import { afterAll } from "vitest";
import { product } from "#e2e/support/http-test.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import { countServing } from "#lib/testing/processor-time.ts";

// What tests do themselves is no news; what the product does stands in its own log.
log.level = "silent";
Object.assign(env, {
  databaseUrl: product.databaseUrl,
  authSecret: product.authSecret,
  endpointKeysKey: product.endpointKeysKey,
  cardSigningKey: product.cardSigningKey,
});
countServing(...product.pids);
afterAll(() => db.$disconnect());
