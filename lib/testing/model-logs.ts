import { deflateRawSync, zstdCompressSync } from "node:zlib";

// Logs as Inspect and lm-evaluation-harness write them, as far as anything reads them, of made-up models.

export type InspectSample = {
  id: string | number;
  epoch?: number;
  input: unknown;
  choices?: readonly string[];
  target: string | readonly string[];
  completion?: string;
  answer?: string;
  value?: unknown;
  isEdited?: boolean;
  error?: string;
  metadata?: Record<string, unknown>;
};

const startOf = (samples: readonly InspectSample[]) => ({
  eval: {
    task: "personaeval",
    created: "2026-05-31T10:00:00+00:00",
    task_args: { model: "judge" },
    model: "openai/gpt-4o",
    config: { epochs: Math.max(1, ...samples.map(({ epoch = 1 }) => epoch)) },
  },
  plan: { steps: [{ solver: "generate" }], config: { temperature: 0 } },
});
const headOf = (samples: readonly InspectSample[], status: string) => ({
  version: 2,
  status,
  ...startOf(samples),
});

const sampleOf = ({ completion, answer, value = 1, isEdited, error, epoch = 1, ...rest }: InspectSample) => ({
  ...rest,
  epoch,
  scores: {
    choice: { value, answer: answer ?? null, ...(isEdited && { history: [{ value: "I" }] }) },
  },
  output: {
    completion: completion ?? "",
    choices: [{ message: { role: "assistant", content: completion ?? "" }, stop_reason: "stop" }],
    usage: { input_tokens: 400, output_tokens: 40, total_tokens: 440 },
  },
  ...(error && { error: { message: error, traceback: "" } }),
});

export const inspectJson = (samples: readonly InspectSample[], status = "success"): string =>
  JSON.stringify({ ...headOf(samples, status), samples: samples.map(sampleOf) }, null, 2);

type Packing = "stored" | "deflated" | "zstd" | "zstd in two frames";

/** The archive: what runs, samples, and the head last, as they are written while a run goes on. */
export function inspectEval(
  samples: readonly InspectSample[],
  {
    status = "success",
    packing = "deflated" as Packing,
    inFolders = false,
    more = [] as [string, string][],
  } = {},
): Buffer {
  const files: [string, string][] = samples.map((sample) => {
    const name = `samples/${sample.id}_epoch_${sample.epoch ?? 1}`;
    return [inFolders ? `${name}/sample.json` : `${name}.json`, JSON.stringify(sampleOf(sample))];
  });
  const begun: [string, string] = [
    "_journal/start.json",
    JSON.stringify({ version: 2, ...startOf(samples) }),
  ];
  const ended: [string, string] = ["header.json", JSON.stringify(headOf(samples, status))];
  return zip([begun, ...files, ...more, ended], packing);
}

const pack: Record<Packing, { method: number; pack(bytes: Buffer): Buffer }> = {
  stored: { method: 0, pack: (bytes) => bytes },
  deflated: { method: 8, pack: (bytes) => deflateRawSync(bytes) },
  zstd: { method: 93, pack: (bytes) => zstdCompressSync(bytes) },
  "zstd in two frames": {
    method: 93,
    pack: (bytes) => {
      const half = Math.ceil(bytes.length / 2);
      return Buffer.concat([
        zstdCompressSync(bytes.subarray(0, half)),
        zstdCompressSync(bytes.subarray(half)),
      ]);
    },
  },
};

const uint = (bytes: 2 | 4, ...values: number[]): Buffer => {
  const all = Buffer.alloc(bytes * values.length);
  values.forEach((value, at) => all.writeUIntLE(value, bytes * at, bytes));
  return all;
};

/** Files of an archive, byte by byte: broken ones can be made of it. `flags` is 1 for what is encrypted. */
export function zip(
  files: readonly (readonly [name: string, text: string])[],
  packing: Packing = "deflated",
  { flags = 0, claimed = null as number | null } = {},
): Buffer {
  const { method, pack: packed } = pack[packing];
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const bytes = Buffer.from(text, "utf8");
    const data = packed(bytes);
    const named = Buffer.from(name, "utf8");
    // The checksum is nobody's concern here: sizes tell what is cut off.
    const facts = [
      uint(2, flags, method, 0, 0),
      uint(4, 0, data.length, claimed ?? bytes.length),
      uint(2, named.length, 0),
    ];
    parts.push(uint(4, 0x04034b50), uint(2, 20), ...facts, named, data);
    central.push(uint(4, 0x02014b50), uint(2, 20, 20), ...facts, uint(2, 0, 0, 0), uint(4, 0, offset), named);
    offset += 30 + named.length + data.length;
  }
  const list = Buffer.concat(central);
  const end = [
    uint(4, 0x06054b50),
    uint(2, 0, 0, files.length, files.length),
    uint(4, list.length, offset),
    uint(2, 0),
  ];
  return Buffer.concat([...parts, list, ...end]);
}

/** Lines of the harness's samples about generated answers. */
export const generatedLine = (
  id: number,
  {
    prompt,
    target,
    response,
    filter = "none",
    taken = response,
    doc = {},
  }: {
    prompt: string;
    target: string;
    response: string;
    filter?: string;
    taken?: string;
    doc?: Record<string, unknown>;
  },
): string =>
  JSON.stringify({
    doc_id: id,
    doc: { ...doc },
    target,
    arguments: { gen_args_0: { arg_0: prompt, arg_1: { until: ["\n\n"], temperature: 0 } } },
    resps: [[response]],
    filtered_resps: [taken],
    filter,
    metrics: ["exact_match"],
    doc_hash: "d",
    prompt_hash: "p",
  });

/** About options of which the model told how probable each is. */
export const choiceLine = (
  id: number,
  {
    prompt,
    options,
    target,
    logarithms,
    acc,
    doc = {},
  }: {
    prompt: string;
    options: readonly string[];
    target: number | string;
    logarithms: readonly number[];
    acc?: number | undefined;
    doc?: Record<string, unknown>;
  },
): string => {
  const most = Math.max(...logarithms);
  const told = logarithms.map((one) => [String(one), one === most ? "True" : "False"]);
  return JSON.stringify({
    doc_id: id,
    doc: { choices: options, ...doc },
    target,
    arguments: Object.fromEntries(
      options.map((option, at) => [`gen_args_${at}`, { arg_0: prompt, arg_1: ` ${option}` }]),
    ),
    resps: told.map((one) => [one]),
    filtered_resps: told,
    filter: "none",
    metrics: ["acc"],
    acc,
  });
};
