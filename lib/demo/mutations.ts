import "server-only";
import type { Role } from "#lib/auth/roles.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { seedBenchmark } from "#lib/demo/benchmark.ts";
import { seedSimulatedStudy, type SeededSimulation } from "#lib/demo/simulated-study.ts";
import { seedStudy, type SeededStudy } from "#lib/demo/study.ts";
import { createUser, renewLink } from "#lib/users/mutations.ts";

export type SeedReport = {
  created: number;
  /** The researcher signs in by theirs; a participant takes part in the study by theirs. */
  links: { role: Role; path: string }[];
  benchmark: { slug: string; cases: number; isNew: boolean };
  study: SeededStudy;
  simulation: SeededSimulation;
};

/** Adds what is missing of the demo, so that it can be run again; the researcher who is there gets a new link. */
export async function seedDemo(viewer: Viewer<"admin">): Promise<SeedReport> {
  const { id, ...benchmark } = await seedBenchmark(viewer);
  const researcher = await seedResearcher(viewer);
  const about = { id, slug: benchmark.slug };
  const study = await seedStudy(viewer, about, researcher.id);
  const simulation = await seedSimulatedStudy(viewer, about, researcher.id);
  const links: SeedReport["links"] = [{ role: "researcher", path: researcher.path }];
  if (study.path) links.push({ role: "participant", path: study.path });
  return { created: researcher.isNew ? 1 : 0, links, benchmark, study, simulation };
}

async function seedResearcher(
  viewer: Viewer<"admin">,
): Promise<{ id: string; path: string; isNew: boolean }> {
  const role = "researcher";
  const there = await db.user.findFirst({
    where: { isDemo: true, role, deactivatedAt: null },
    select: { id: true },
  });
  const link = there && (await renewLink(viewer, there.id));
  // One who was deactivated in between is like one who isn't there.
  if (there && link?.ok) return { id: there.id, path: link.value, isNew: false };
  const { id, linkPath } = await createUser(viewer, { name: "Demo researcher", role, isDemo: true });
  return { id, path: linkPath, isNew: true };
}
