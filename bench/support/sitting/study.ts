import { openServer, type Server } from "#bench/support/server.ts";
import { importBenchmark } from "#bench/support/fill-benchmark.ts";
import { openSite } from "#bench/support/site.ts";
import { openStudies } from "#bench/support/studies.ts";
import { claimsSchema } from "#lib/studies/schema.ts";
import { newDesign, withoutChecks } from "#lib/studies/template.ts";

const NAME = "As long as the published ones";
const SEED = 2026;
const MOST_PEOPLE = 10_000;

/** One open study by the template, the same 50 cases for everyone, and the link to it. */
export async function openSittingLink(server: Server): Promise<string> {
  const cases = { Literary: 120, Drama: 12, Expertise: 12 };
  await importBenchmark(server, NAME, { seed: SEED, cases });
  const studies = await openStudies(server, NAME);
  const template = withoutChecks(newDesign("personaeval", SEED));
  // Nobody has run a model over it, and everybody comes from one address.
  const claims = claimsSchema.parse({});
  const recruitment = { ...template.recruitment, perAddress: MOST_PEOPLE };
  const study = await studies.openDrafted("Who is speaking?", { ...template, claims, recruitment });
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
