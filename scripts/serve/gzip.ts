import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

export const pack = promisify(gzip);

/** Whether a client takes gzip: by name or under "*", and not with a quality of nought. */
export function takesGzip({ headers }: IncomingMessage): boolean {
  const wanted = [headers["accept-encoding"] ?? []].flat().join().toLowerCase().split(",");
  const told = wanted.map((part) => part.split(";").map((word) => word.trim()));
  const [, quality = "q=1"] = told.find(([name]) => name === "gzip") ??
    told.find(([name]) => name === "*") ?? ["", "q=0"];
  return Number(quality.replace(/^q=/, "")) > 0;
}
