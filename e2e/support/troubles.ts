import type { BrowserContext } from "@playwright/test";

/** Collects what must not happen in a browser, whichever page of it it happens on. */
export class Troubles {
  readonly #expected: RegExp[] = [];
  readonly #found: string[] = [];
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /** Each must be met at least once. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  add(...troubles: string[]): void {
    this.#found.push(...troubles);
  }

  watch(context: BrowserContext): void {
    context.on("console", (message) => {
      if (message.type() === "error") this.add(`console: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) =>
      this.add(`page: ${error.error().stack ?? error.error().message} (${error.page()?.url()})`),
    );
    context.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      const local = protocol === "data:" || protocol === "blob:";
      if (!local && !this.#origins.has(origin)) this.add(`stranger: ${request.method()} ${request.url()}`);
    });
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      // What was left behind by going to the next page was not refused by anybody.
      if (reason !== "net::ERR_ABORTED") this.add(`failed: ${request.url()} ${reason}`);
    });
    context.on("response", (response) => {
      if (response.status() >= 500) this.add(`status ${response.status()}: ${response.url()}`);
    });
  }

  /** What was not expected, and what was expected in vain. */
  report(): string[] {
    const unexpected = this.#found.filter((found) => !this.#expected.some((pattern) => pattern.test(found)));
    const missed = this.#expected.filter((pattern) => !this.#found.some((found) => pattern.test(found)));
    return [...unexpected, ...missed.map((pattern) => `expected, but never came: ${pattern}`)];
  }
}
