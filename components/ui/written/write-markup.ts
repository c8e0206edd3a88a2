import { Children, cloneElement, Fragment, isValidElement, type ReactElement, type ReactNode } from "react";

type Props = Readonly<Record<string, unknown>>;
type Component = (props: Props) => ReactNode;
/** What is written in a component's place. */
export type StandIns = ReadonlyMap<unknown, (props: never) => ReactNode>;
/** What a component that waits for something comes to takes its place among the others. */
type Part = string | Promise<string>;

/**
 * A part of a page as the text of its elements, for what no script of ours ever changes: React would draw each element for
 * the page's script, read it back, draw it as HTML, and send both. Every word and every attribute is escaped, and what the
 * writer doesn't know is refused, so that nothing is left out unseen.
 */
export async function writeMarkup(node: ReactNode, standIns: StandIns = new Map()): Promise<string> {
  const parts: Part[] = [];
  write(node, parts, standIns);
  return (await Promise.all(parts)).join("");
}

function write(node: ReactNode, parts: Part[], standIns: StandIns): void {
  if (node === null || node === undefined || typeof node === "boolean") return;
  if (typeof node === "string") parts.push(escapeText(node));
  else if (typeof node === "number" || typeof node === "bigint") parts.push(String(node));
  else if (node instanceof Promise) parts.push(node.then((known) => writeMarkup(known, standIns)));
  else if (isValidElement(node)) writeElement(node as ReactElement<Props>, parts, standIns);
  else if (Symbol.iterator in node) for (const one of node) write(one, parts, standIns);
  else throw new Error(`this can't be written: ${Object.keys(node).join()}`);
}

function writeElement({ type, props }: ReactElement<Props>, parts: Part[], standIns: StandIns): void {
  if (type === Fragment) return write(props["children"] as ReactNode, parts, standIns);
  if (typeof type === "string") return writeTag(type, props, parts, standIns);
  const standIn = standIns.get(type) as Component | undefined;
  if (!standIn && !isOfServer(type))
    throw new Error(`this runs in the browser, and can't be written: ${nameOf(type)}`);
  write((standIn ?? (type as Component))(props), parts, standIns);
}

const isOfServer = (type: unknown): boolean =>
  typeof type === "function" &&
  (type as { $$typeof?: symbol }).$$typeof !== Symbol.for("react.client.reference");

const nameOf = (type: unknown): string => {
  const { $$id, name } = type as { $$id?: string; name?: string };
  return $$id ?? name ?? String(type);
};

const withoutEnd: ReadonlySet<string> = new Set(["br", "hr", "img", "input"]);
const unwritten: ReadonlySet<string> = new Set(["script", "style", "textarea"]);

function writeTag(tag: string, props: Props, parts: Part[], standIns: StandIns): void {
  if (!/^[a-z][a-zA-Z0-9]*$/.test(tag) || unwritten.has(tag)) throw new Error(`no ${tag} is written`);
  const { children, dangerouslySetInnerHTML: given, defaultValue, ...named } = props;
  const value = tag === "input" && defaultValue !== undefined ? { value: defaultValue } : {};
  parts.push(`<${tag}`);
  for (const [name, written] of Object.entries({ ...named, ...value }))
    parts.push(writeAttribute(name, written));
  parts.push(">");
  if (withoutEnd.has(tag)) return;
  if (given) parts.push((given as { __html: string }).__html);
  else if (tag === "select") write(choose(children as ReactNode, String(defaultValue)), parts, standIns);
  else write(children as ReactNode, parts, standIns);
  parts.push(`</${tag}>`);
}

/** HTML says of an option that it is chosen, React of the list which one. */
const choose = (options: ReactNode, chosen: string): ReactNode =>
  Children.map(options, (option) =>
    isValidElement<{ value: unknown }>(option) && String(option.props.value) === chosen
      ? cloneElement(option as ReactElement<Props>, { selected: true })
      : option,
  );

/** Those that are called otherwise in HTML. */
const renamed: Readonly<Record<string, string>> = {
  className: "class",
  tabIndex: "tabindex",
  colSpan: "colspan",
  rowSpan: "rowspan",
  dateTime: "datetime",
  htmlFor: "for",
  maxLength: "maxlength",
  strokeWidth: "stroke-width",
  strokeLinecap: "stroke-linecap",
  strokeLinejoin: "stroke-linejoin",
};
const same: ReadonlySet<string> = new Set([
  "id",
  "href",
  "title",
  "lang",
  "dir",
  "role",
  "scope",
  "rel",
  "start",
  "action",
  "name",
  "value",
  "type",
  "viewBox",
  "width",
  "height",
  "fill",
  "stroke",
  "d",
  "focusable",
]);
const alone: ReadonlySet<string> = new Set(["open", "hidden", "download", "selected"]);

function writeAttribute(name: string, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (alone.has(name)) return value ? ` ${name}=""` : "";
  const isNamed = /^(aria|data)-[a-z-]+$/.test(name);
  const written = renamed[name] ?? (isNamed || same.has(name) ? name : null);
  if (written === null) throw new Error(`the attribute ${name} can't be written`);
  if (typeof value === "boolean" && !isNamed) throw new Error(`${name} is no yes or no`);
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean")
    throw new Error(`${name} is no text`);
  if ((name === "href" || name === "action") && !/^(https?:\/\/|[/?#]|mailto:)/.test(String(value)))
    throw new Error(`no link leads to ${value}`);
  return ` ${written}="${escapeAttribute(String(value))}"`;
}

const escapeText = (text: string): string =>
  /[&<>]/.test(text) ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;") : text;

const escapeAttribute = (text: string): string =>
  /[&<>"]/.test(text) ? escapeText(text).replaceAll('"', "&quot;") : text;
