import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { simulatedTitle } from "#lib/demo/schema.ts";

/** The demo's study that simulated people will answer, as long as nobody has looked at it; null where there is more than the demo. */
export async function getUnseenDemo(_admin: Viewer<"admin">): Promise<{ slug: string } | null> {
  const study = await db.study.findFirst({
    where: { isDemo: true, title: simulatedTitle, state: "open", hasSimulated: false },
    select: { slug: true },
  });
  if (!study) return null;
  const own = { where: { isDemo: false } };
  const [studies, benchmarks] = await Promise.all([db.study.count(own), db.benchmark.count(own)]);
  return studies + benchmarks > 0 ? null : study;
}
