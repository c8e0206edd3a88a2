import "server-only";
import { system } from "#lib/auth/operator.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db, takeLock } from "#lib/db.ts";
import { examplesKey } from "#lib/demo/examples/schema.ts";
import { simulatedTitle } from "#lib/demo/schema.ts";
import { requestJob } from "#lib/jobs/mutations.ts";
import { underWay } from "#lib/jobs/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

type Admin = Viewer<"admin">;

// Apart from what makes them, which reads files that are in no build.
/** Behind the simulation of the watched study, whose card is one of them. They are asked for once at a time. */
export async function requestExamples(
  _admin: Admin,
  { after = examplesKey }: { after?: string } = {},
): Promise<Result<undefined, "not_found">> {
  return db.$transaction(async (tx) => {
    await takeLock(tx, examplesKey);
    if ((await tx.study.count({ where: { isDemo: true, title: simulatedTitle } })) === 0)
      return fail("not_found");
    if ((await tx.job.count({ where: { kind: "make_examples", state: underWay } })) > 0) return succeed();
    await requestJob(system(), {
      kind: "make_examples",
      payload: {},
      benchmarkId: null,
      exclusiveKey: after,
      unit: "people",
    });
    return succeed();
  });
}
