import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { simulatedTitle } from "#lib/demo/schema.ts";

/** The demo's study that simulated people will answer, as long as nobody has looked at it; null where there is more than the demo. */
export async function getUnseenDemo(_admin: Viewer<"admin">): Promise<{ slug: string } | null> {
  const own = { isDemo: false };
  const [study, studies, benchmarks] = await Promise.all([
    db.study.findFirst({
      where: { isDemo: true, title: simulatedTitle, state: "open", hasSimulated: false },
      select: { slug: true },
    }),
    db.study.count({ where: own }),
    db.benchmark.count({ where: own }),
  ]);
  return studies + benchmarks > 0 ? null : study;
}
