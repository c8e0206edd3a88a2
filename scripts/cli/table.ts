import { Option, type Command } from "commander";
import type { ShortNames } from "#lib/reports/latex/write.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { requireBenchmark } from "#scripts/cli/import-job.ts";
import { printFile, printLines, Refusal } from "#scripts/cli/outcome.ts";
import { noStudy, noSuchKind, notShownYet, requireOpened } from "#scripts/cli/study/require.ts";
import { kindNames, type KindName } from "#lib/task-kinds/registry.ts";
import { populations, type Population } from "#lib/study-results/schema.ts";

type Options = {
  columns?: string;
  rows?: string;
  format?: string;
  who?: Population;
  kind?: KindName;
  by?: string;
};
const addOptions = (command: Command): Command =>
  command
    .argument("[table]", "name of the table; without it, all tables are listed")
    .option("--columns <keys>", "only these columns, separated by commas; “list” prints their keys")
    .option("--rows <keys>", "only these rows, separated by commas; “list” prints their keys")
    .addOption(
      new Option("--format <format>", "LaTeX, or the whole table as CSV")
        .choices(["tex", "csv"])
        .default("tex"),
    );

const byOption = [
  "--by <attributes>",
  "what rows of the automatic tables are told apart by, separated by commas",
] as const;

export const addStudyTable = (command: Command): void =>
  void addOptions(command)
    .addOption(
      new Option("--who <who>", "whose answers: people, unless all are simulated").choices(populations),
    )
    .addOption(
      new Option("--kind <kind>", "where the study’s cases are of several kinds: which").choices(kindNames),
    )
    .option(...byOption)
    .action(printStudyTable);

export const addRunTable = (command: Command): void =>
  void addOptions(command)
    .option(...byOption)
    .action(printRunTable);

async function printStudyTable(slug: string, name: string | undefined, options: Options): Promise<void> {
  await withProduct(async (viewer) => {
    const { openTables } = await import("#lib/reports/report.ts");
    const { state } = await requireOpened(viewer, slug);
    const opened = await openTables(viewer, {
      slug,
      who: options.who,
      kind: options.kind,
      by: options.by,
    });
    if (!opened.ok && opened.error === "unknown_attribute")
      throw new Refusal(`--by ${options.by}: names no attributes of cases`);
    if (!opened.ok && opened.error === "no_such_kind") throw noSuchKind(slug, options.kind);
    if (!opened.ok) throw opened.error === "not_found" ? noStudy(slug) : notShownYet(slug, state);
    await print(opened.value, name, options);
  });
}

async function printRunTable(asked: string, name: string | undefined, options: Options): Promise<void> {
  await withProduct(async (viewer) => {
    const { getBenchmark } = await import("#lib/benchmarks/queries.ts");
    const { listRuns } = await import("#lib/model-runs/queries.ts");
    const { describeRunTables } = await import("#lib/reports/benchmark/run-tables.ts");
    const { getAutomaticTables } = await import("#lib/results/automatic/benchmark-queries.ts");
    const { id, slug } = await requireBenchmark(viewer, asked);
    const benchmark = await getBenchmark(viewer, slug);
    if (!benchmark) throw new Refusal(`there is no benchmark called ${asked}`);
    const automatic = await getAutomaticTables(viewer, id, options.by);
    await print(describeRunTables(benchmark, await listRuns(viewer, id), automatic), name, options);
  });
}

async function print(
  { tables, head, names }: { tables: readonly PrintedTable[]; head: readonly string[]; names: ShortNames },
  name: string | undefined,
  options: Options,
): Promise<void> {
  const { columnKeys, readChoice, renderTableFile, rowKeys } =
    await import("#lib/reports/tables/table-file.ts");
  if (name === undefined) return printLines(tables.map((table) => `${table.name}\t${table.caption}`));
  const table = tables.find((one) => one.name === name);
  if (!table)
    throw new Refusal(
      `there is no table called ${name}`,
      `the tables are ${tables.map((one) => one.name).join(", ")}`,
    );
  const lists = [
    ...(options.columns === "list" ? columnKeys(table) : []),
    ...(options.rows === "list" ? rowKeys(table) : []),
  ];
  if (lists.length > 0) return printLines(lists.map(({ key, label }) => `${key}\t${label}`));
  const asked = new URLSearchParams({ columns: options.columns ?? "", rows: options.rows ?? "" });
  const choice = readChoice(asked);
  if (!choice.success) throw new Refusal("too many columns or rows");
  const file = renderTableFile(table, { format: options.format ?? null, choice: choice.data, head, names });
  if (file.ok) return printFile(file.value.content);
  throw new Refusal(
    file.error === "unknown_row" ? "--rows: there is no such row" : "--columns: there is no such column",
    `“${file.error === "unknown_row" ? "--rows" : "--columns"} list” prints them`,
  );
}
