import "server-only";
import { system } from "#lib/auth/operator.ts";
import type { Role } from "#lib/auth/roles.ts";
import { db, takeLock } from "#lib/db.ts";
import { seedDemo } from "#lib/demo/mutations.ts";
import { isDemoRemoved } from "#lib/demo/removal-queries.ts";
import { env } from "#lib/env.ts";
import { createUser } from "#lib/users/mutations.ts";

// The transaction is there for its lock; the demo takes longer than Prisma lets one stay open by default.
const onlyOnce = { timeout: 120_000, maxWait: 120_000 };

export type FirstLink = { role: Role; url: string };

/** A database without an admin is new: make the first one, and the demo's people where a demo is wanted. */
export async function prepareFirstRun({ demo }: { demo: boolean }): Promise<FirstLink[]> {
  return db.$transaction(async (tx) => {
    // In SQL: while the demo is made it asks nothing, longer than a connection of the pool otherwise may.
    await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 0`;
    // Two processes may meet the same empty database.
    await takeLock(tx, "first run");
    if ((await tx.user.count({ where: { role: "admin" } })) > 0) return [];
    const admin = await createUser(system(), { name: "Admin", role: "admin" });
    const isWanted = demo && !(await isDemoRemoved(system()));
    const others = isWanted ? (await seedDemo(system())).links : [];
    const links: { role: Role; path: string }[] = [{ role: "admin", path: admin.linkPath }, ...others];
    return links.map(({ role, path }) => ({ role, url: env.baseUrl + path }));
  }, onlyOnce);
}
