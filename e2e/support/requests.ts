import type { Page, Request } from "@playwright/test";

// A browser with windows fetches the icon for its tab whenever it likes; a headless shell never does.
const browsersOwn = new Set(["/favicon.ico", "/icon.svg"]);

/** What the page asks for from now on: the list grows as it does. What the browser fetches for itself isn't in it. */
export function listRequests(page: Page): readonly Request[] {
  const asked: Request[] = [];
  page.on("request", (request) => {
    if (!browsersOwn.has(new URL(request.url()).pathname)) asked.push(request);
  });
  return asked;
}
