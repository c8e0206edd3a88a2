import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { publishCard } from "#lib/cards/mutations.ts";
import { filterByConfidence } from "#lib/curation/confidence/mutations.ts";
import { countVotes, listFilterRuns } from "#lib/curation/confidence/queries.ts";
import { countOutcomes } from "#lib/curation/confidence/votes.ts";
import { db } from "#lib/db.ts";
import { listDemoCases, seedBenchmark } from "#lib/demo/benchmark.ts";
import { armsPeople, armsSeed, planArms } from "#lib/demo/examples/arms.ts";
import {
  planRating,
  raterCount,
  ratingBenchmark,
  ratingLines,
  ratingSeed,
} from "#lib/demo/examples/rating.ts";
import { exampleTitles } from "#lib/demo/examples/schema.ts";
import { findDemoBenchmark, importDemoLines } from "#lib/demo/import-lines.ts";
import { openDemoStudy } from "#lib/demo/mutations.ts";
import { simulatedTitle } from "#lib/demo/schema.ts";
import type { SimulationPayload } from "#lib/simulation/schema.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import type { Design } from "#lib/studies/schema.ts";

type Admin = Viewer<"admin">;

/** The open study, ready for simulated people. */
export async function seedRating(viewer: Admin): Promise<SimulationPayload> {
  const benchmark = await findDemoBenchmark(viewer, ratingBenchmark);
  await importDemoLines(viewer, benchmark, ratingLines());
  const slug = await openExample(viewer, benchmark, exampleTitles.rating, async () => planRating());
  return { slug, seed: ratingSeed, people: raterCount };
}

export async function seedArms(viewer: Admin): Promise<SimulationPayload> {
  const benchmark = await seedBenchmark(viewer);
  const slug = await openExample(viewer, benchmark, exampleTitles.arms, async () =>
    planArms(await listDemoCases()),
  );
  return { slug, seed: armsSeed, people: armsPeople };
}

async function openExample(
  viewer: Admin,
  benchmark: { id: number; slug: string },
  title: string,
  plan: () => Promise<Design>,
): Promise<string> {
  const { study, isNew } = await openDemoStudy(viewer, benchmark, title, plan);
  const researcher = { isDemo: true, role: "researcher", deactivatedAt: null } as const;
  if (isNew)
    for (const user of await db.user.findMany({ where: researcher, select: { id: true } }))
      await addMember(viewer, { studyId: study.id, userId: user.id });
  return study.slug;
}

const curators = ["Synthetic F", "Synthetic G", "Synthetic H"];
const chosen = { threshold: 0.75, exactly: "stays", rule: "most" } as const;

/** The demo's cases that most of three synthetic runs were not sure of. */
export async function curateCases(viewer: Admin): Promise<void> {
  const name = exampleTitles.curated;
  if ((await db.benchmark.count({ where: { name } })) > 0) return;
  const { id, slug, cases } = await seedBenchmark(viewer);
  const runs = await listFilterRuns(viewer, { id, cases });
  const run = runs.filter(({ model }) => curators.includes(model)).map((one) => one.id);
  const votes = await countVotes(viewer, { ...chosen, benchmarkId: id, runIds: run });
  const { kept } = countOutcomes(votes, chosen.rule);
  const made = await filterByConfidence(viewer, { slug, name, run, ...chosen, kept });
  if (!made.ok) throw new Error(`the demo's cases can't be curated: ${JSON.stringify(made)}`);
}

/** Of the study that somebody watched, once it has closed. */
export async function publishDemoCard(viewer: Admin): Promise<void> {
  const study = await db.study.findFirst({
    where: { isDemo: true, title: simulatedTitle, state: "closed" },
    select: { slug: true, card: { select: { issue: true } } },
  });
  // A card that an admin has switched off stays so.
  if (!study || (study.card?.issue ?? 0) > 0) return;
  const made = await publishCard(viewer, study.slug, { withModels: true, licence: null, contact: null });
  if (!made.ok) throw new Error(`the demo's card can't be published: ${made.error}`);
}
