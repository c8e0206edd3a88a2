import type { Command } from "commander";
import { printFile } from "#scripts/cli/outcome.ts";

export function addApiCommands(program: Command): void {
  const api = program.command("api").description("the API that programs read");
  api
    .command("openapi")
    .description("print the OpenAPI description, which every instance serves at /api/v1/openapi.json")
    .action(async () => {
      const { renderOpenApi } = await import("#lib/study-api/openapi.ts");
      printFile(renderOpenApi());
    });
}
