import { Option, type Command } from "commander";
import { withProduct } from "#scripts/cli/database.ts";
import { printFile } from "#scripts/cli/outcome.ts";
import { noStudy, requireStudy } from "#scripts/cli/study/require.ts";

type Format = "md" | "text";

export const addPreregistrationOptions = (command: Command): Command =>
  command.addOption(
    new Option("--format <format>", "md for Markdown, or text").choices(["md", "text"]).default("md"),
  );

/** Of a draft, too: it says of itself that it isn't frozen. */
export async function printPreregistration(slug: string, { format }: { format: Format }): Promise<void> {
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const { getPlanned } = await import("#lib/reports/preregistration/preregistration.ts");
    const { writePreregistration } = await import("#lib/reports/preregistration/write.ts");
    const planned = await getPlanned(operator(), await requireStudy(operator(), slug));
    if (!planned) throw noStudy(slug);
    printFile(writePreregistration(planned, format));
  });
}
