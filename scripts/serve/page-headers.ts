import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

const notPages = /^\/(api\/|_next\/static|[\w-]+\.(ico|svg|txt)(\?|$)|cards\/[^/?]+\/[^/?]+\.(json|svg))/;

/** Gives a page its content security policy and tells the render its address. Doors are locked where the data is, not here. */
export function givePageHeaders(
  { headers, url = "/" }: IncomingMessage,
  response: ServerResponse,
  { dev }: { dev: boolean },
): void {
  if (notPages.test(url)) return;
  const policy = contentSecurityPolicy(randomUUID(), dev);
  headers["content-security-policy"] = policy;
  headers["x-benchside-path"] = addressOf(url);
  response.setHeader("Content-Security-Policy", policy);
}

/** Without what Next adds to tell the parts of a page from the page itself. */
function addressOf(url: string): string {
  const [path = "", ...asked] = url.split(/[?&]/);
  const kept = asked.filter((pair) => pair !== "" && !/^_rsc(=|$)/.test(pair));
  return kept.length > 0 ? `${path}?${kept.join("&")}` : path;
}

function contentSecurityPolicy(nonce: string, dev: boolean): string {
  return [
    "default-src 'self'",
    // Next finds the nonce in this header and puts it on its own scripts.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    // Positions of dialogs and charts are set as style attributes, which a nonce can't cover.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
