import type { Command } from "commander";
import type { SeededSimulation } from "#lib/demo/mutations.ts";
import { env } from "#lib/env.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { report } from "#scripts/cli/outcome.ts";

export function addCommands(program: Command): void {
  const command = program.command("demo").description("demo data to look around with");
  command
    .command("seed")
    .description(
      "add the demo benchmark, studies and researcher; an existing demo researcher gets a new link",
    )
    .option("--json", "print one JSON object")
    .action(seed);
}

async function seed(options: { json?: boolean }): Promise<void> {
  await withProduct(async (viewer) => {
    const { seedDemo } = await import("#lib/demo/mutations.ts");
    const { created, links, benchmark, study, simulation } = await seedDemo(viewer);
    const urls = links.map(({ role, path }) => ({ role, link: env.baseUrl + path }));
    report(
      options.json,
      { created, links: urls, benchmark, study: { slug: study.slug, isNew: study.isNew }, simulation },
      [
        `${benchmark.cases} demo cases at ${env.baseUrl}/admin/benchmarks/${benchmark.slug}`,
        `demo study at ${studyUrl(study)}`,
        await formatSimulation(simulation),
        ...urls.map(({ role, link }) => `${role}  ${link}`),
      ],
    );
  });
}

const studyUrl = ({ slug }: { slug: string }) => `${env.baseUrl}/studies/${encodeURIComponent(slug)}`;

/** They need the product's pages: what can't be done now waits for a worker of the running product. */
async function formatSimulation(simulation: SeededSimulation): Promise<string> {
  if (simulation.state === "closed")
    return `finished demo study with simulated people at ${studyUrl(simulation)}`;
  const { closeJobConnection, isAnyWorkerThere, openJobConnection } =
    await import("#lib/jobs/running/claim.ts");
  const client = await openJobConnection();
  const isThere = await isAnyWorkerThere(client);
  await closeJobConnection(client);
  return isThere
    ? `simulated people are taking part in ${studyUrl(simulation)}; it closes when they are done`
    : `simulated people will take part in ${studyUrl(simulation)} once the product runs: \`npm start\``;
}
