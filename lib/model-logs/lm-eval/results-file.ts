import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { parsePythonJson } from "#lib/model-logs/python-json.ts";

/** What the harness wrote beside samples: figures, and which model answered. */
const results = z.object({
  results: z.unknown(),
  config: z.object({ model: z.unknown(), model_args: z.unknown() }).partial().optional(),
  model_name: z.string().nullish(),
});

const maxBytes = 64 << 20;
const fileName = /^(samples|results)_(?:.+_)?(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d+)?)\.jsonl?$/;

/** Of files that were written together the end of the name is the same; null for what the harness names otherwise. */
export function readHarnessName(name: string): { isResults: boolean; date: string } | null {
  const [, what, date] = fileName.exec(name.split(/[/\\]/).at(-1) ?? "") ?? [];
  return date === undefined ? null : { isResults: what === "results", date };
}

/** Which model answered; null where the file doesn't say, or is none of these. */
export async function readResultsModel(path: string, most = maxBytes): Promise<string | null> {
  if ((await stat(path)).size > most) return null;
  const json = parsePythonJson(await readFile(path, "utf8"));
  const parsed = results.safeParse(json.ok ? json.value : undefined);
  if (!parsed.success) return null;
  const { model_name: named, config = {} } = parsed.data;
  return (named || modelIn(config.model_args)) ?? null;
}

/** As the harness's own reader of its arguments has it: "pretrained=org/name,dtype=auto", or an object of them. */
function modelIn(args: unknown): string | undefined {
  const keys = ["pretrained", "model", "path", "engine"];
  if (typeof args === "object" && args !== null) {
    const given = new Map<string, unknown>(Object.entries(args));
    return keys.map((key) => given.get(key)).find((value) => typeof value === "string");
  }
  if (typeof args !== "string") return undefined;
  const given = new Map(args.split(",").map((one) => one.split("=", 2) as [string, string | undefined]));
  return keys.map((key) => given.get(key)).find((value) => value !== undefined);
}
