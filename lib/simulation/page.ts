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
export type Field = {
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
