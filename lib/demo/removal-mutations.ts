import "server-only";
import pg from "pg";
import { recordBulkEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { inBulkTransaction } from "#lib/bulk/transaction.ts";
import { removalWord, type DemoCounts, type DemoRemoval } from "#lib/demo/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

type RemovalRefusal = "invalid" | "job_runs" | "changed" | "in_use";

const patience = "10s";
const lockNotAvailable = "55P03";
const deadlock = "40P01";

/**
 * Removes the demo whole or not at all. Answers of real people go only if those who were announced to the viewer are
 * still all, and the viewer typed the word.
 */
export async function removeDemo(
  viewer: Viewer<"admin">,
  { people, answers, confirmation }: DemoRemoval,
): Promise<Result<DemoCounts, RemovalRefusal>> {
  if (people > 0 && confirmation !== removalWord) return fail("invalid", { confirmation: "wrong_word" });
  try {
    return await inBulkTransaction(
      async (client) => {
        await client.query(`SET LOCAL lock_timeout = '${patience}'`);
        // The same lock as whoever sends the demo's simulated people.
        await client.query("SELECT pg_advisory_xact_lock(hashtext('demo simulation'))");
        const { rows } = await client.query<{ removed: DemoCounts | { refused: "job_runs" | "changed" } }>(
          "SELECT remove_demo($1, $2) AS removed",
          [people, answers],
        );
        const [row] = rows;
        if (!row) throw new Error("remove_demo returned nothing");
        const { removed } = row;
        if ("refused" in removed) return fail(removed.refused);
        await recordBulkEvent(client, viewer, "demo.removed", { type: "demo", id: "demo" }, removed);
        return succeed(removed);
      },
      { keep: ({ ok }) => ok },
    );
  } catch (error) {
    const isInUse =
      error instanceof pg.DatabaseError && [lockNotAvailable, deadlock].includes(error.code ?? "");
    if (isInUse) return fail("in_use");
    throw error;
  }
}
