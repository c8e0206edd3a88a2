import "server-only";
import type { Role } from "#lib/auth/roles.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { seedBenchmark } from "#lib/demo/benchmark.ts";
import { createUser, renewLink } from "#lib/users/mutations.ts";

const people = [
  { name: "Demo researcher", role: "researcher" },
  { name: "Demo participant", role: "participant" },
] as const;

export type Seeded = {
  created: number;
  links: { role: Role; path: string }[];
  benchmark: { slug: string; cases: number; isNew: boolean };
};

/** Adds what is missing of the demo, so that it can be run again; people who are there get a new link. */
export async function seedDemo(viewer: Viewer<"admin">): Promise<Seeded> {
  const seeded: Seeded = { created: 0, links: [], benchmark: await seedBenchmark(viewer) };
  for (const { name, role } of people) {
    const there = await db.user.findFirst({
      where: { isDemo: true, role, deactivatedAt: null },
      select: { id: true },
    });
    if (there) {
      const link = await renewLink(viewer, there.id);
      if (link.ok) seeded.links.push({ role, path: link.value });
    } else {
      const user = await createUser(viewer, { name, role, isDemo: true });
      seeded.created += 1;
      seeded.links.push({ role, path: user.linkPath });
    }
  }
  return seeded;
}
