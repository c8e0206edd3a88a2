import { readdir } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { db } from "#lib/db.ts";
import { operator } from "#lib/auth/operator.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import type { Role } from "#lib/auth/roles.ts";
import { addPerson, signIn } from "#e2e/support/people.ts";
import type { Product } from "#e2e/support/product.ts";

export type HttpReply = { status: number; headers: http.IncomingHttpHeaders; body: Record<string, unknown> };

export async function cookieOf(role: Role): Promise<string> {
  const { cookie } = await signIn(await addPerson(role));
  return `${cookie.name}=${cookie.value}`;
}

export const addBenchmark = () =>
  createBenchmark(operator(), { name: `Harbour ${crypto.randomUUID()}`, description: "" });

type HttpRequest = {
  cookie?: string;
  /** What the sender says it will send; without it nothing is said. */
  length?: number;
  /** Nothing more comes where it is null: the answer has to come without it. */
  body?: string | Buffer | null;
};

/** Sends a file as a program does, and reads the answer even where it comes before the file has gone. */
export function send(url: string, { cookie, length, body = "" }: HttpRequest): Promise<HttpReply> {
  const headers = {
    ...(cookie ? { cookie } : {}),
    ...(length === undefined ? { "transfer-encoding": "chunked" } : { "content-length": String(length) }),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: "POST", headers, agent: false });
    let isAnswered = false;
    request.once("response", (response) => {
      isAnswered = true;
      const { statusCode: status = 0, headers } = response;
      text(response)
        .then((said) => resolve({ status, headers, body: JSON.parse(said) as Record<string, unknown> }))
        .catch(reject)
        .finally(() => request.destroy());
    });
    request.on("error", (error) => void (isAnswered || reject(error)));
    if (body === null) request.flushHeaders();
    else request.end(body);
  });
}

export const uploadUrl = (url: string, slug: string, name = "Literary.csv") =>
  `${url}/api/benchmarks/${slug}/uploads?name=${encodeURIComponent(name)}`;

/** Whether the bytes of an upload are there. */
export const hasBytes = async (uploadId: string) => (await db.uploadChunk.count({ where: { uploadId } })) > 0;

/** What is being received. */
export const listReceiving = ({ dir }: Pick<Product, "dir">): Promise<string[]> =>
  readdir(path.join(dir, "scratch")).catch(() => []);

export const countUploads = (benchmarkId: number) => db.upload.count({ where: { benchmarkId } });
