import type { IncomingMessage, ServerResponse } from "node:http";
import { lingerMs } from "#scripts/serve/connections.ts";
import { createHash } from "node:crypto";
import { awayCode, awayWords } from "#lib/i18n/away-words.ts";
import { chooseLocale, type Locale } from "#lib/i18n/locale.ts";

export type Refusal = { status: number; reason: string };

/** To a person as a line of text, to a program as JSON. What is left of a body counts for nothing: the connection ends. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, reason }: Refusal,
): void {
  const isForProgram = request.url?.startsWith("/api/") === true;
  const text = isForProgram ? JSON.stringify({ error: "refused", message: reason }) : `Refused: ${reason}\n`;
  const type = isForProgram ? "application/json" : "text/plain; charset=utf-8";
  const busy = status === 429 || status === 503 ? { "Retry-After": "5" } : {};
  response.writeHead(status, {
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    Connection: "close",
    ...busy,
  });
  response.write(text);
  // Closed in the same breath, what the client still sends would make its system throw away the answer.
  const end = () => {
    clearTimeout(late);
    response.end();
  };
  const late = setTimeout(end, lingerMs).unref();
  if (request.complete) return end();
  request.once("end", end).once("close", end).resume();
}

const style = `
:root { color-scheme: light dark; --paper: #faf9f7; --ink: #23211e; --soft: #5d5952; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1a18; --ink: #ece9e4; --soft: #aaa59c; } }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box;
  background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; }
main { max-width: 32rem; } h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 0.75rem; }
p { margin: 0 0 0.5rem; } p + p { color: var(--soft); }
`;
const styleHash = createHash("sha256").update(style).digest("base64");

/** A form that was sent without a script would be lost by trying again: only its sender can send it once more. */
function page(language: Locale, isSent: boolean): string {
  const { title, safe, again, sent } = awayWords[language];
  const refresh = isSent ? "" : `<meta http-equiv="refresh" content="5">`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${refresh}<title>${title}</title><style>${style}</style>
</head>
<body><main><h1>${title}</h1><p>${safe}</p><p>${isSent ? sent : again}</p></main></body>
</html>
`;
}

/** Says calmly that there is no database, to a person as a page, to a program as JSON, to a form on a page as a word. */
export function answerUnavailable(request: IncomingMessage, response: ServerResponse): void {
  const isSent = request.method !== "GET" && request.method !== "HEAD";
  response.statusCode = 503;
  response.setHeader("Retry-After", "5");
  response.setHeader("Cache-Control", "no-store");
  // What is left of an upload is not read; the connection cannot serve another request then.
  if (isSent) response.setHeader("Connection", "close");
  if (request.headers.accept?.includes("text/html")) {
    const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`;
    response.setHeader("Content-Security-Policy", policy);
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("Vary", "Accept, Accept-Language");
    const acceptLanguage = request.headers["accept-language"] ?? null;
    response.end(page(chooseLocale({ cookie: undefined, acceptLanguage }), isSent));
  } else if (request.headers["next-action"]) {
    // Next makes an error of it that has this for its message.
    response.setHeader("Content-Type", "text/plain");
    response.end(awayCode);
  } else {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ error: awayCode }));
  }
}
