import path from "node:path";
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Command } from "commander";
import type { CountedTexts } from "#lib/curation/pool/vectors/make-vectors.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { OpenEndpoint } from "#lib/endpoints/stored-endpoint.ts";
import { env } from "#lib/env.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { problemLines } from "#lib/files/file-problems.ts";
import type { FetchOutcome, NamedText } from "#lib/model-calls/vectors/fetch-vectors.ts";
import { confirm, yesOption, type Confirmation } from "#scripts/cli/confirm.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { listenForStop, Refusal, report, showProgress } from "#scripts/cli/outcome.ts";
import { collectPairs, findFile, fromHere } from "#scripts/cli/files.ts";

type Options = Confirmation & { pool: string[]; model: string[]; endpoint?: string; address?: string };
type Source = Pick<OpenEndpoint, "reach" | "limits">;

export function addEmbedCommand(benchmarks: Command): void {
  benchmarks
    .command("embed")
    .description(
      "fetch vectors of everybody in a pool from /embeddings of an endpoint, into a file a model; says first what that takes",
    )
    .requiredOption(
      "--pool <FILE>",
      "a book of CoSER (.json), or exchanges in JSON Lines; may be repeated",
      collectPairs,
      [],
    )
    .requiredOption("--model <name>", "as the endpoint calls it; may be repeated", collectPairs, [])
    .option("--endpoint <name>", "an endpoint that was added in the browser, with its key and limits")
    .option("--address <URL>", "a server that asks for no key, such as http://127.0.0.1:4010/v1")
    .option(...yesOption)
    .option("--json", "print one JSON object")
    .action(embed);
}

async function embed(options: Options): Promise<void> {
  const { endpoint, address } = options;
  if ((endpoint === undefined) === (address === undefined))
    throw new Refusal("name where vectors come from: --endpoint NAME, or --address URL");
  if (endpoint === undefined) return embedBy(await readSource(address ?? ""), options);
  await withProduct(async (viewer) => embedBy(await findSource(viewer, endpoint), options));
}

async function readSource(given: string): Promise<Source> {
  const { readAddress } = await import("#lib/endpoints/schema.ts");
  const read = readAddress(given);
  if (!read.ok) throw new Refusal(`--address ${given}: write it as http://HOST:PORT/v1, without /embeddings`);
  const reach = { protocol: "openai", address: read.value, key: null } as const;
  return { reach, limits: { callsPerMinute: null, tokensPerMinute: null, callsAtOnce: 4 } };
}

async function findSource(viewer: Viewer<"admin">, name: string): Promise<Source> {
  const { listEndpoints } = await import("#lib/endpoints/queries.ts");
  const { openEndpoint } = await import("#lib/endpoints/stored-endpoint.ts");
  const all = await listEndpoints(viewer);
  const [found, second] = all.filter((one) => one.name === name && one.protocol === "openai");
  const names = all.filter(({ protocol }) => protocol === "openai").map((one) => one.name);
  if (!found)
    throw new Refusal(
      `there is no endpoint ${JSON.stringify(name)} by OpenAI’s protocol: ${names.join(", ") || "none was added yet"}`,
    );
  if (second)
    throw new Refusal(`several endpoints are called ${JSON.stringify(name)}: rename one in the browser`);
  const opened = await openEndpoint(found.id);
  if (!opened.ok)
    throw new Refusal("the endpoint’s key was sealed on another instance: enter it again in the browser");
  return opened.value;
}

async function embedBy(source: Source, options: Options): Promise<void> {
  const { countTexts } = await import("#lib/curation/pool/vectors/make-vectors.ts");
  const { nameVectorsFile } = await import("#lib/curation/pool/vectors/schema.ts");
  const signal = listenForStop(new Refusal("cancelled: no file was written that isn’t whole"));
  const counted = await countTexts(options.pool.map(findFile), { signal });
  if (counted.problems !== null) throw new Refusal(...problemLines(counted.problems));
  const files = options.model.map((model) => ({
    model,
    path: fromHere(nameVectorsFile(model, counted.texts.length)),
  }));
  const there = files.find(({ path: file }, at) =>
    [existsSync(file), files.findIndex((one) => one.path === file) < at].includes(true),
  );
  if (there) throw new Refusal(`${there.path} is there already, and nothing is overwritten`);
  const { host } = new URL(source.reach.address);
  await confirm(options, { name: host, means: planLines(counted, { host, models: options.model }) });
  const fetched = [];
  for (const { model, path: file } of files) {
    const outcome = await fetchTo(file, counted.texts, { ...source, model }, signal);
    if (!outcome.ok) throw new Refusal(...refusalLines(outcome, model));
    fetched.push({ file, model, vectors: counted.texts.length, ...outcome });
  }
  report(
    options.json,
    { plan: counted.plan, host, fetched: fetched.map(({ ok: _ok, ...one }) => one) },
    fetched.map(
      ({ file, model, vectors, length, calls, isFake }) =>
        `${path.basename(file)}: ${vectors} vectors of ${length} numbers by ${model}, in ${calls} calls${isFake ? ", from a fake server" : ""}`,
    ),
  );
}

function planLines(
  { plan }: Extract<CountedTexts, { problems: null }>,
  { host, models }: { host: string; models: readonly string[] },
): string[] {
  const { texts, works, tokens, longest, calls } = plan;
  const each = models.length > 1 ? ", for each of the models" : "";
  return [
    `${texts} profiles from ${works} works leave for ${host}, with the name of ${models.join(", ")} and nothing more`,
    `about ${tokens} tokens in ${calls} calls${each}; the longest profile, of ${longest.id}, has ${longest.tokens}`,
  ];
}

async function fetchTo(
  file: string,
  texts: readonly NamedText[],
  source: Source & { model: string },
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const { writeVectors } = await import("#lib/curation/pool/vectors/make-vectors.ts");
  const part = `${file}.unfinished`;
  await rm(part, { force: true });
  const control = {
    signal,
    onProgress: (done: number) => showProgress(`${done} of ${texts.length} ${source.model}`),
  };
  const outcome = await writeVectors(part, texts, { ...source, allowed: env.modelHosts }, control);
  showProgress("");
  if (outcome.ok) await rename(part, file);
  return outcome;
}

function refusalLines(outcome: Extract<FetchOutcome, { ok: false }>, model: string): string[] {
  const t = wordsIn("en", "modelCalls");
  const told = wordsIn("en", "pools.vectors.report");
  const { cause, status, said, first, last, at, tries } = outcome;
  return [
    `${told("unfetched")} (${model}). ${at === null ? told("inCall", { first, last, tries }) : told("atRole", { at })}`,
    ...(cause ? [t(`causes.${cause}`)] : []),
    ...(status !== null && status !== 200 ? [t("status", { status })] : []),
    ...(said ? [`${t("said")} ${said}`] : []),
  ];
}
