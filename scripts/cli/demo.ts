import type { Command } from "commander";
import type { SeededSimulation } from "#lib/demo/mutations.ts";
import { removalWord, type DemoContents, type DemoCounts } from "#lib/demo/schema.ts";
import { env } from "#lib/env.ts";
import { resultsPath } from "#lib/paths.ts";
import { confirm, yesOption, type Confirmation } from "#scripts/cli/confirm.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";

export function addCommands(program: Command): void {
  const command = program.command("demo").description("demo data to look around with");
  command
    .command("seed")
    .description(
      "add the demo benchmark, studies and researcher; an existing demo researcher gets a new link",
    )
    .option("--again", "add it to an instance that it was removed from")
    .option("--json", "print one JSON object")
    .action(seed);
  command
    .command("remove")
    .description("remove the demo with everything in it; what other studies need stays")
    .option("--dry-run", "print what would be removed")
    .option(...yesOption)
    .option("--json", "print one JSON object")
    .action(remove);
}

async function seed(options: { again?: boolean; json?: boolean }): Promise<void> {
  await withProduct(async (viewer) => {
    const { isDemoRemoved } = await import("#lib/demo/removal-queries.ts");
    if (!options.again && (await isDemoRemoved(viewer)))
      throw new Refusal("the demo was removed from this instance: `demo seed --again` adds it again");
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

async function remove(options: Confirmation & { dryRun?: boolean }): Promise<void> {
  await withProduct(async (viewer) => {
    const { getDemoContents } = await import("#lib/demo/removal-queries.ts");
    const contents = await getDemoContents(viewer);
    if (!contents) throw new Refusal("there is nothing of the demo to remove");
    const { counts, kept } = contents;
    if (options.dryRun)
      return report(options.json, contents, [
        `would remove ${formatCounts(counts)}`,
        ...formatContents(contents),
      ]);
    const means = [`this removes ${formatCounts(counts)}`, ...formatContents(contents)];
    await confirm(options, { name: removalWord, means });
    const { removeDemo } = await import("#lib/demo/removal-mutations.ts");
    const removed = await removeDemo(viewer, {
      people: counts.people,
      answers: counts.peoplesAnswers,
      confirmation: removalWord,
    });
    if (!removed.ok) throw new Refusal(refusals[removed.error]);
    report(options.json, { removed: removed.value, kept }, [
      `removed ${formatCounts(removed.value)}`,
      ...kept.map(formatKept),
    ]);
  });
}

const refusals = {
  invalid: "not confirmed, and nothing was changed",
  job_runs: "a job of the demo is running: wait until it has ended, or cancel it on the admin’s start page",
  changed: "somebody has answered in the demo since: run the command again",
  in_use: "the demo is in use: try again in a minute",
} as const;

const amount = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const formatCounts = (counts: DemoCounts): string =>
  [
    amount(counts.studies, "study", "studies"),
    amount(counts.reviews, "review"),
    amount(counts.benchmarks, "benchmark"),
    amount(counts.runs, "model run"),
    amount(counts.answers, "answer"),
    amount(counts.accounts, "account"),
  ].join(", ");

const formatContents = ({ counts, kept }: DemoContents): string[] => [
  ...(counts.people > 0
    ? [
        `${amount(counts.peoplesAnswers, "answer")} by ${amount(counts.people, "person who is", "people who are")} not simulated among them`,
      ]
    : []),
  ...(counts.ownRuns > 0
    ? [`${amount(counts.ownRuns, "model run")} that you added to the demo’s benchmarks among them`]
    : []),
  ...kept.map(formatKept),
];

const formatKept = ({ name, usedBy }: DemoContents["kept"][number]): string =>
  `${name} stays: ${usedBy.join(", ")} ${usedBy.length === 1 ? "needs" : "need"} it`;

const studyUrl = ({ slug }: { slug: string }) => `${env.baseUrl}/studies/${encodeURIComponent(slug)}`;

function formatSimulation({ slug, state }: SeededSimulation): string {
  const url = env.baseUrl + resultsPath(slug, "cases");
  return state === "closed"
    ? `answers of simulated people at ${url}`
    : `simulated people begin to answer when somebody opens ${url}`;
}
