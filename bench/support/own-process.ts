import { atEnd } from "#bench/support/clean-up.ts";

/** Lets this process work on a server's data with the product's own code, as whoever sits at the machine. */
export async function workOn(databaseUrl: string) {
  const { env } = await import("#lib/env.ts");
  env.databaseUrl = databaseUrl;
  const { db } = await import("#lib/db.ts");
  atEnd(() => db.$disconnect());
  const { operator } = await import("#lib/auth/operator.ts");
  return operator();
}
