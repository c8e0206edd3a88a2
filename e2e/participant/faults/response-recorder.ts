import http from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { hangSeconds } from "#lib/testing/limits.ts";
import { until } from "#scripts/process/liveness.mjs";

export type RecordedResponse = {
  method: string;
  url: string;
  status: number;
  headers: string[];
  body: string;
};

/** Stands between a browser and the product, and writes down every byte that the browser gets. */
export async function recordResponses(product: { port: number }) {
  const recorded: RecordedResponse[] = [];
  let pending = 0;
  const server = http.createServer(async (asked, answer) => {
    const { method = "", url = "", headers } = asked;
    pending++;
    answer.once("close", () => pending--);
    const options = { host: "127.0.0.1", port: product.port, method, path: url };
    const forwarded = http.request({ ...options, headers: { ...headers, ...inOnePiece(headers) } });
    forwarded.once("error", () => answer.destroy());
    forwarded.once("response", async (got) => {
      const bytes = await buffer(got);
      const { statusCode: status = 0, rawHeaders } = got;
      recorded.push({ method, url, status, headers: inLines(rawHeaders), body: bytes.toString("utf8") });
      answer.writeHead(status, rawHeaders.filter(isPassedOn(rawHeaders))).end(bytes);
    });
    asked.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    recorded: recorded as readonly RecordedResponse[],
    /** Once nothing is under way. */
    async quiet(): Promise<void> {
      await until(() => pending === 0, { seconds: hangSeconds });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Uncompressed, so that it can be read; and a page whole, as Next sends it to who can't take it in pieces: otherwise
 * its title comes early or late, by chance. What a page's script asks for is asked for unchanged.
 */
const inOnePiece = ({ accept = "", "user-agent": agent }: http.IncomingHttpHeaders) => ({
  "accept-encoding": "identity",
  ...(accept.includes("text/html") ? { "user-agent": `${agent} Chrome-Lighthouse` } : {}),
});

const inLines = (raw: readonly string[]) =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [`${name.toLowerCase()}: ${raw[at + 1]}`] : []));

// Of the way between the two alone.
const ofTheWay = ["transfer-encoding", "connection", "keep-alive", "content-length"];
const isPassedOn = (raw: readonly string[]) => (_: string, at: number) =>
  !ofTheWay.includes((raw[at - (at % 2)] ?? "").toLowerCase());
