import { randomUUID } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";
import { simulatedAgent } from "#lib/simulation/schema.ts";

/** What a browser without script makes of a page: its forms and its links, in their order. */
export type Page = {
  /** Path and query, after all redirects. */
  address: string;
  status: number;
  html: string;
  forms: Form[];
  links: string[];
};
export type Form = {
  action: string;
  /** Of what is answered, where it says so. */
  kind?: string | undefined;
  fields: Field[];
  buttons: Button[];
};
type Field = {
  name: string;
  type: string;
  value: string;
  /** Whether it is sent as it stands: a radio button or a box only where it is marked. */
  isSent: boolean;
  /** Of a list: what can be chosen. */
  choices: string[];
};
type Button = { name: string; value: string };
type Attributes = ReadonlyMap<string, string>;

const tag = /<!--[\s\S]*?-->|<(\/?)([a-z][\w-]*)(?![\w-])((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;
const attribute = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g;
const isRaw = (name: string) => ["script", "style", "textarea", "title"].includes(name);

/** Reads what React's server writes: well-formed, every attribute quoted. */
export function readPage(html: string, { address, status }: Pick<Page, "address" | "status">): Page {
  const page: Page = { address, status, html, forms: [], links: [] };
  let form: Form | null = null;
  let list: Field | null = null;
  tag.lastIndex = 0;
  for (let found = tag.exec(html); found; found = tag.exec(html)) {
    const [, slash, written, given = ""] = found;
    const name = written?.toLowerCase();
    if (!name) continue;
    if (slash) {
      if (name === "form") form = null;
      if (name === "select") list = null;
      continue;
    }
    const its = readAttributes(given);
    const inside = isRaw(name) ? textUntil(html, tag.lastIndex, name) : "";
    tag.lastIndex += inside.length;
    const href = its.get("href");
    if (name === "a" && href !== undefined) page.links.push(href);
    if (name === "form")
      page.forms.push(
        (form = { action: its.get("action") ?? "", kind: its.get("data-kind"), fields: [], buttons: [] }),
      );
    if (!form) continue;
    if (name === "button") form.buttons.push({ name: its.get("name") ?? "", value: its.get("value") ?? "" });
    if (name === "option") addChoice(list, its);
    const field = fieldOf(name, its, inside);
    if (field) form.fields.push(field);
    if (name === "select") list = field;
  }
  return page;
}

function readAttributes(written: string): Attributes {
  const found = [...written.matchAll(attribute)];
  return new Map(
    found.map(([, name = "", ...values]) => [name.toLowerCase(), decode(values.find(Boolean) ?? "")]),
  );
}

function textUntil(html: string, from: number, name: string): string {
  const end = html.toLowerCase().indexOf(`</${name}`, from);
  return html.slice(from, end === -1 ? html.length : end);
}

function fieldOf(element: string, its: Attributes, inside: string): Field | null {
  const name = its.get("name");
  if (!name || !["input", "textarea", "select"].includes(element)) return null;
  const type = element === "input" ? (its.get("type") ?? "text") : element;
  const isMarked = type === "radio" || type === "checkbox";
  // The first line end of a text area is no part of its text.
  const value = element === "textarea" ? decode(inside).replace(/^\r?\n/, "") : its.get("value");
  return {
    name,
    type,
    value: value ?? (isMarked ? "on" : ""),
    isSent: !isMarked || its.has("checked"),
    choices: [],
  };
}

function addChoice(list: Field | null, its: Attributes): void {
  if (!list) return;
  const value = its.get("value") ?? "";
  if (its.has("selected") || list.choices.length === 0) list.value = value;
  list.choices.push(value);
}

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/** Text as it reads: React writes no other names than these. */
export const decode = (written: string): string =>
  written.replace(/&(?:#x([\da-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal ? String.fromCodePoint(Number(decimal)) : (named[name] ?? whole);
  });

/** What can be read on it, without the marks. */
export const textOf = (html: string): string =>
  decode(html.replace(/<(script|style)[\s\S]*?<\/\1\s*>/gi, " ").replace(/<[^<>]*>/g, " ")).replace(
    /\s+/g,
    " ",
  );

/** What a form sends: what stands in it, unless something else is given, and what its button says. */
export function filledIn(
  form: Form,
  given: Readonly<Record<string, string>> = {},
  button?: Button,
): [string, string][] {
  const sent = form.fields.flatMap(({ name, type, value, isSent }): [string, string][] => {
    const wanted = Object.hasOwn(given, name) ? given[name] : undefined;
    if (wanted === undefined) return isSent ? [[name, value]] : [];
    if (type === "radio" || type === "checkbox") return wanted === value ? [[name, value]] : [];
    return [[name, wanted]];
  });
  return button?.name ? [...sent, [button.name, button.value]] : sent;
}

export const hasField = (form: Form, name: string): boolean =>
  form.fields.some((field) => field.name === name);
export const valueOf = (form: Form, name: string): string | undefined =>
  form.fields.find((field) => field.name === name)?.value;

/** Something the product didn't do as its pages promise. */
export class SimulationError extends Error {
  override readonly name = "SimulationError";
}

type HttpAnswer = { status: number; headers: http.IncomingHttpHeaders; text: string; ms: number };
export type JsonAnswer<T> = { status: number; body: T; ms: number };
type BrowserOptions = {
  /** What the browser asks for; the pages come in it where they can. */
  language?: string;
  /** Where the product is reached, where that isn't the address it is known by. */
  via?: string;
  signal?: AbortSignal;
  /** Shared between browsers, so that hundreds of them don't need as many connections. */
  agent?: http.Agent;
};

/** A browser without script: it keeps cookies, follows redirects, sends forms as they stand. */
export type Browser = {
  readonly baseUrl: string;
  readonly cookies: ReadonlyMap<string, string>;
  ask(
    method: string,
    path: string,
    sent?: { headers?: Record<string, string>; body?: string },
  ): Promise<HttpAnswer>;
  open(path: string): Promise<Page>;
  submit(page: Page, form: Form, fields?: Readonly<Record<string, string>>, button?: Button): Promise<Page>;
  getJson<T>(path: string): Promise<JsonAnswer<T>>;
  postJson<T>(path: string, body: unknown): Promise<JsonAnswer<T>>;
};

const maxRedirects = 10;
const patienceMs = 60_000;

export function openBrowser(baseUrl: string, options: BrowserOptions = {}): Browser {
  const base = new URL(baseUrl);
  const via = new URL(options.via ?? baseUrl);
  const agent = options.agent ?? new (wireOf(via).Agent)({ keepAlive: true, maxSockets: 2 });
  const cookies = new Map<string, string>();
  const always = {
    host: base.host,
    "user-agent": simulatedAgent,
    "accept-language": options.language ?? "en",
    // What a browser says of its own pages' requests: the product refuses those of other sites.
    origin: base.origin,
    "sec-fetch-site": "same-origin",
  };

  const ask: Browser["ask"] = async (method, path, { headers = {}, body } = {}) => {
    const began = performance.now();
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent = lengthOf({ ...always, ...(cookie ? { cookie } : {}), ...headers }, body);
    const limit = AbortSignal.timeout(patienceMs);
    const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
    const response = await request(new URL(path, via), { method, agent, signal, headers: sent }, body);
    keepCookies(cookies, response.headers["set-cookie"] ?? []);
    const said = await text(response);
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      text: said,
      ms: performance.now() - began,
    };
  };
  const follow = (answered: HttpAnswer, address: string) => followRedirects(ask, base, answered, address);

  return {
    baseUrl: base.origin,
    cookies,
    ask,
    open: async (path) => {
      const { pathname, search } = new URL(path, base);
      return follow(await ask("GET", pathname + search, page), pathname + search);
    },
    submit: async (on, form, fields, button) => {
      const address = new URL(form.action || on.address, new URL(on.address, base));
      const { type, body } = asMultipart(filledIn(form, fields, button));
      const path = address.pathname + address.search;
      const headers = { accept: "text/html", "content-type": type };
      return follow(await ask("POST", path, { headers, body }), path);
    },
    getJson: async (path) => parse(path, await ask("GET", path, json)),
    postJson: async (path, given) => {
      const headers = { ...json.headers, "content-type": "application/json" };
      return parse(path, await ask("POST", path, { headers, body: JSON.stringify(given) }));
    },
  };
}

const wireOf = ({ protocol }: URL) => (protocol === "https:" ? https : http);

const request = (url: URL, options: http.RequestOptions, body: string | undefined) =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    const asked = wireOf(url).request(url, options, resolve);
    asked.once("error", reject);
    asked.end(body);
  });

/** The page to which an answer leads in the end. */
async function followRedirects(
  ask: Browser["ask"],
  base: URL,
  answered: HttpAnswer,
  address: string,
): Promise<Page> {
  for (let redirects = 0; ; redirects++) {
    const { location } = answered.headers;
    if (answered.status < 300 || answered.status > 399 || !location) break;
    if (redirects === maxRedirects) throw new SimulationError(`${address} leads on and on`);
    const next = new URL(location, new URL(address, base));
    if (next.host !== base.host) throw new SimulationError(`${address} leads to ${next.host}`);
    address = next.pathname + next.search;
    answered = await ask("GET", address, page);
  }
  const { status } = answered;
  if (status >= 400)
    throw new SimulationError(`${address} answered ${status}: ${textOf(answered.text).slice(0, 300)}`);
  return readPage(answered.text, { address, status });
}

const page = { headers: { accept: "text/html" } };
const json = { headers: { accept: "application/json" } };

const lengthOf = (headers: Record<string, string>, body: string | undefined) =>
  body === undefined ? headers : { ...headers, "content-length": String(Buffer.byteLength(body)) };

function keepCookies(cookies: Map<string, string>, given: readonly string[]): void {
  for (const line of given) {
    const [pair = "", ...rules] = line.split(";").map((part) => part.trim());
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    const isOver = rules.some((rule) => /^max-age=(0|-\d+)$/i.test(rule) || isPast(rule));
    if (isOver) cookies.delete(name);
    else cookies.set(name, pair.slice(at + 1));
  }
}

const isPast = (rule: string) => /^expires=/i.test(rule) && Date.parse(rule.slice(8)) < Date.now();

/** As forms of server actions are sent; line ends within fields are those of forms. */
function asMultipart(fields: readonly [string, string][]): { type: string; body: string } {
  const boundary = `----${randomUUID()}`;
  const quoted = (name: string) => name.replaceAll('"', "%22");
  const part = ([name, value]: [string, string]) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value.replace(/\r?\n/g, "\r\n")}\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: `${fields.map(part).join("")}--${boundary}--\r\n`,
  };
}

function parse<T>(path: string, { status, text: said, ms }: HttpAnswer): JsonAnswer<T> {
  try {
    return { status, ms, body: JSON.parse(said) as T };
  } catch {
    throw new SimulationError(`${path} answered ${status}, and no JSON: ${textOf(said).slice(0, 300)}`);
  }
}
