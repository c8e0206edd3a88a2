import type { Command } from "commander";
import type { SeededSimulation } from "#lib/demo/mutations.ts";
import { env } from "#lib/env.ts";
import { resultsPath } from "#lib/paths.ts";
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
        formatSimulation(simulation),
        ...urls.map(({ role, link }) => `${role}  ${link}`),
      ],
    );
  });
}

const studyUrl = ({ slug }: { slug: string }) => `${env.baseUrl}/studies/${encodeURIComponent(slug)}`;

function formatSimulation({ slug, state }: SeededSimulation): string {
  const url = env.baseUrl + resultsPath(slug, "cases");
  return state === "closed"
    ? `answers of simulated people at ${url}`
    : `simulated people begin to answer when somebody opens ${url}`;
}
