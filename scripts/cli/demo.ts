import type { Command } from "commander";
import { env } from "#lib/env.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { report } from "#scripts/cli/outcome.ts";

export function addDemoCommands(program: Command): void {
  const command = program.command("demo").description("made-up data to look around with");
  command
    .command("seed")
    .description("add the demo's benchmark, study and researcher; a researcher who is there gets a new link")
    .option("--json", "print one JSON object")
    .action(seed);
}

async function seed(options: { json?: boolean }): Promise<void> {
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const { seedDemo } = await import("#lib/demo/mutations.ts");
    const { created, links, benchmark, study } = await seedDemo(operator());
    const urls = links.map(({ role, path }) => ({ role, link: env.baseUrl + path }));
    report(
      options.json,
      { created, links: urls, benchmark, study: { slug: study.slug, isNew: study.isNew } },
      [
        `${benchmark.cases} demo cases at ${env.baseUrl}/admin/benchmarks/${benchmark.slug}`,
        `demo study at ${env.baseUrl}/studies/${encodeURIComponent(study.slug)}`,
        ...urls.map(({ role, link }) => `${role}  ${link}`),
      ],
    );
  });
}
