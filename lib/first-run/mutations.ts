import "server-only";
import { system } from "#lib/auth/operator.ts";
import type { Role } from "#lib/auth/roles.ts";
import { db, takeLock } from "#lib/db.ts";
import { seedDemo } from "#lib/demo/mutations.ts";
import { env } from "#lib/env.ts";
import { createUser } from "#lib/users/mutations.ts";

// The transaction is there for its lock; the demo takes longer than Prisma lets one stay open by default.
const onlyOnce = { timeout: 120_000, maxWait: 120_000 };

type FirstLink = { role: Role; url: string };

/** A database without an admin is new: make the first one, and the demo's people where a demo is wanted. */
export async function prepareFirstRun({ demo }: { demo: boolean }): Promise<FirstLink[]> {
  return db.$transaction(async (tx) => {
    // In SQL: while the demo is made it asks nothing, longer than a connection of the pool otherwise may.
    await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 0`;
    // Two processes may meet the same empty database.
    await takeLock(tx, "first run");
    if ((await tx.user.count({ where: { role: "admin" } })) > 0) return [];
    const admin = await createUser(system(), { name: "Admin", role: "admin" });
    const others = demo ? (await seedDemo(system())).links : [];
    const links: { role: Role; path: string }[] = [{ role: "admin", path: admin.linkPath }, ...others];
    return links.map(({ role, path }) => ({ role, url: env.baseUrl + path }));
  }, onlyOnce);
}

const ofDemo =
  "open one of these in a browser when it says ready: the first two sign you in, the third takes part in the demo study.";
const ofAdmin = "open this one in a browser when it says ready: it signs you in as admin.";
const once = "          Shown only once.";

/** What a first start says of the links that it made, in lines of its own. */
export function formatLinks(links: readonly { role: string; url: string }[]): string {
  const lines = links.map(({ role, url }) => `  ${role}  ${url}`);
  return [links.length === 1 ? ofAdmin : ofDemo, once, ...lines, ""].join("\n");
}
