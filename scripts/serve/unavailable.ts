import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { awayCode, awayWords } from "#lib/i18n/away-words.ts";

const style = `
:root { color-scheme: light dark; --paper: #faf9f7; --ink: #23211e; --soft: #5d5952; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1a18; --ink: #ece9e4; --soft: #aaa59c; } }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box;
  background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; }
main { max-width: 32rem; } h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 0.75rem; }
p { margin: 0 0 0.5rem; } p + p { color: var(--soft); }
`;
const styleHash = createHash("sha256").update(style).digest("base64");

/** The language a browser asks for, of the two there are. */
export function preferredLanguage(acceptLanguage: string | undefined): keyof typeof awayWords {
  for (const range of (acceptLanguage ?? "").toLowerCase().split(",")) {
    if (/^\s*zh/.test(range)) return "zh-CN";
    if (/^\s*en/.test(range)) return "en";
  }
  return "en";
}

/** A form that was sent without a script would be lost by trying again: only its sender can send it once more. */
function page(language: keyof typeof awayWords, isSent: boolean): string {
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
    response.end(page(preferredLanguage(request.headers["accept-language"]), isSent));
  } else if (request.headers["next-action"]) {
    // Next makes an error of it that has this for its message.
    response.setHeader("Content-Type", "text/plain");
    response.end(awayCode);
  } else {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ error: awayCode }));
  }
}
