import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";
import { jsonField } from "#lib/auth/request/json-field.ts";
import { endpointNumber } from "#lib/endpoints/schema.ts";
import type { ImportProblem } from "#lib/files/file-problems.ts";
import type { FetchSummary, FetchFailure } from "#lib/model-calls/vectors/fetch-vectors.ts";

/** What fetching a vector of everybody in a pool takes, told before anything is sent. */
export type VectorsPlan = {
  works: number;
  /** One of each profile. */
  texts: number;
  /** Counted by the tokenizer that cases are counted by; the endpoint counts by its own. */
  tokens: number;
  longest: { id: string; tokens: number };
  calls: number;
};

/** What a job about vectors found or did. */
export type VectorsReport = {
  endpoint: { name: string; host: string; isFake: boolean };
  model: string;
  /** Null where the pool can’t be read. */
  plan: (VectorsPlan & { money: number | null; currency: string; tokenizer: string }) | null;
  problems: readonly ImportProblem[];
  problemCount: number;
  problemsFile: string | null;
  /** What was fetched, and the file it is in. */
  fetched: (FetchSummary & { fileName: string; money: number | null }) | null;
  /** Why nothing was. */
  unfetched: FetchFailure | null;
  stored: boolean;
};

const modelName = z.string().trim().min(1).max(200).regex(withoutNul);
const poolFile = z.object({ uploadId: z.uuid(), name: z.string() });

export const vectorsPayload = z.object({
  benchmark: z.object({ id: z.number().int(), slug: z.string() }),
  mode: z.enum(["check", "store"]),
  /** Named so that a pool isn’t taken away, as files of an import are, once its vectors are there. */
  poolFiles: z.array(poolFile).min(1),
  endpointId: endpointNumber,
  model: modelName,
  /** Of the endpoint, as somebody saw it who agreed that these texts go there. */
  address: z.string(),
});
export type VectorsPayload = z.output<typeof vectorsPayload>;

export const vectorsRequest = z.object({
  slug: z.string(),
  files: jsonField(z.array(poolFile.pick({ uploadId: true })).min(1)),
  endpointId: endpointNumber,
  model: modelName,
});
export type VectorsRequest = z.output<typeof vectorsRequest>;

/** “vectors-bge-m3-1200-roles.jsonl”, of which the model can be told again. */
export const nameVectorsFile = (model: string, roles: number): string =>
  `vectors-${model.replace(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 150)}-${roles}-roles.jsonl`;

/** The model that a file of vectors is named after; null of a file that is named otherwise. */
export function modelOfName(name: string): string | null {
  const [, model] =
    /(?:^|[/\\])(?:vectors?|embeddings?)[-_ ]?([^/\\]*?)(?:-\d+-roles)?\.(?:jsonl|ndjson)$/i.exec(name) ?? [];
  return model ?? null;
}
