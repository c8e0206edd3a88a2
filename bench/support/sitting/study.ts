import { rmSync } from "node:fs";
import { runBenchside } from "#bench/support/personaeval/command.ts";
import { openServer, type Server } from "#bench/support/personaeval/server.ts";
import { writeBenchmark } from "#bench/support/personaeval/writing/write-benchmark.ts";
import { openSite } from "#bench/support/site.ts";
import { openStudies } from "#bench/support/study/product.ts";
import { claimsSchema } from "#lib/studies/claims-schema.ts";
import { newDesign, withoutChecks } from "#lib/studies/template.ts";

const NAME = "As long as the published ones";
const SEED = 2026;
const MOST_PEOPLE = 10_000;

/** One open study by the template, the same 50 cases for everyone, and the link to it. */
export async function openSittingLink(server: Server): Promise<string> {
  const cases = { Literary: 120, Drama: 12, Expertise: 12 };
  const { files } = writeBenchmark({ dir: server.folder, seed: SEED, cases });
  const tracks = Object.entries(files).flatMap(([track, file]) => ["--track", `${track}=${file}`]);
  const order = ["benchmark", "import", NAME, ...tracks, "--language", "Drama=zh"];
  await runBenchside(order, server.dataDir, server.settings);
  for (const file of Object.values(files)) rmSync(file);

  const studies = await openStudies(server, NAME);
  const template = withoutChecks(newDesign("personaeval", SEED));
  // Nobody has run a model over it, and everybody comes from one address.
  const claims = claimsSchema.parse({});
  const recruitment = { ...template.recruitment, perAddress: MOST_PEOPLE };
  const design = { ...template, claims, recruitment };
  const study = await studies.draft("Who is speaking?", design);
  const { sample, problems } = await studies.plan(study.slug);
  if (!sample?.ok) throw new Error(`the study can't open: ${JSON.stringify(problems)}`);
  await studies.open(study.slug, sample.plan.digest);
  const link = await studies.link(study.id, MOST_PEOPLE);
  // What the database does by itself within some minutes.
  await server.vacuum();
  return link;
}

/** The production build on a durable database, with that study open. */
export async function openSittingStudy() {
  const server = await openServer();
  const link = await openSittingLink(server);
  const site = await openSite(server);
  return { server, site, link };
}
