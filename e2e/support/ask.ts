import http from "node:http";
import { buffer } from "node:stream/consumers";

export type Question = {
  method?: string;
  headers?: Record<string, string>;
  cookie?: string | null;
  body?: string | Buffer;
  /** Of this machine's own addresses, the one to come from. */
  localAddress?: string;
};

/** As it came: packed bytes are not unpacked. */
export type Answer = { status: number; headers: http.IncomingHttpHeaders; bytes: Buffer; text: string };

/** A bare request: fetch would add words of its own, and refuse to say the ones a stranger's browser would. */
export async function ask(
  url: string,
  { method = "GET", headers = {}, cookie, body, localAddress }: Question = {},
): Promise<Answer> {
  const sent = { accept: "text/html", ...(cookie ? { cookie } : {}), ...headers };
  const request = http.request(url, { method, headers: sent, agent: false, localAddress });
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once("response", resolve);
    request.once("error", reject);
  });
  request.end(body);
  const response = await answered;
  const bytes = await buffer(response);
  return { status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString("utf8") };
}

const entities: Readonly<Record<string, string>> = {
  "&#x27;": "'",
  "&quot;": '"',
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
};

/** What a page says, without its marks: also what is streamed, and what a script puts in its place. */
export const wordsOf = ({ text }: Pick<Answer, "text">): string =>
  text.replace(/<[^>]*>/g, "").replace(/&(#x27|quot|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
