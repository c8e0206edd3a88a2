import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";

type Taken = {
  benchmarkId: number;
  digest: string;
  release: string;
  studies: readonly { id: SeenStudyId; slug: string }[];
};

/** Cases and answers leave the product: the benchmark's record says so, and that of every study whose answers go along. */
export async function recordFolder(
  viewer: Viewer<"admin">,
  { benchmarkId, digest, release, studies }: Taken,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const slugs = studies.map(({ slug }) => slug);
    const subject = { type: "benchmark", id: String(benchmarkId) };
    await recordEvent(tx, viewer, "benchmark.exported", subject, { release, digest, studies: slugs });
    for (const { id } of studies)
      await recordEvent(
        tx,
        viewer,
        "study_results.exported",
        { type: "study", id },
        {
          files: "benchmark",
          numbers: "random",
          texts: "without",
        },
      );
  });
}
