import { createElement, type ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import Parsed, { type Components } from "react-markdown";
import readGithubMarkdown from "remark-gfm";

type Node = {
  type: string;
  value?: string;
  url?: string;
  depth?: number;
  children?: Node[];
  data?: Record<string, unknown>;
  position?: { start: { line: number } };
};
export type Link = { target: string; line: number };
/** A heading with the text up to the next one. */
export type Section = { heading: string; anchor: string; depth: number; text: string };
export type Rendered = { html: string; links: Link[]; sections: Section[] };
/** The address of a linked file on the site; null where the site doesn't contain it. */
type Resolve = (target: string) => string | null;

const isExternal = (target: string) => /^(https?|mailto):/.test(target);
const textOf = (node: Node): string => {
  if (node.value !== undefined) return node.type === "html" ? "" : node.value;
  const separator = ["paragraph", "heading", "tableCell", "text"].includes(node.type) ? "" : " ";
  return (node.children ?? []).map(textOf).join(separator);
};

/** Anchors as GitHub makes them, numbered where a page repeats a heading. */
function numberAnchors() {
  const counts = new Map<string, number>();
  return (heading: string): string => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-");
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  };
}

function readSections(root: Node): Section[] {
  const anchorOf = numberAnchors();
  const sections: Section[] = [];
  for (const node of root.children ?? []) {
    const text = textOf(node).replace(/\s+/g, " ").trim();
    const current = sections.at(-1);
    if (node.type === "heading") {
      const anchor = anchorOf(text);
      node.data = { hProperties: { id: anchor } };
      sections.push({ heading: text, anchor, depth: node.depth ?? 1, text: "" });
    } else if (current) current.text = `${current.text} ${text}`.trim();
  }
  return sections;
}

function rewriteLinks(node: Node, resolve: Resolve, links: Link[]): void {
  const line = node.position?.start.line ?? 1;
  const rewrite = (target: string) => {
    if (isExternal(target)) return target;
    links.push({ target, line });
    return resolve(target);
  };
  if (node.url !== undefined) {
    const url = rewrite(node.url);
    if (url !== null) node.url = url;
    else Object.assign(node, { type: "paragraph", data: { hName: "span" } });
  }
  if (node.type === "html") {
    const html = (node.value ?? "").replace(
      /\b(src|srcset|href)="([^"]+)"/g,
      (_, name: string, target: string) => `${name}="${rewrite(target) ?? ""}"`,
    );
    Object.assign(node, {
      type: "paragraph",
      children: [],
      data: { hName: "address", hProperties: { title: html } },
    });
  }
  for (const child of node.children ?? []) rewriteLinks(child, resolve, links);
}

const scrolled = { className: "scrolled", tabIndex: 0 };
/** Aligned by a class: the pages' policy allows no inline style. */
const layCell = (name: "td" | "th", { style, children }: ComponentProps<"td">) =>
  createElement(name, { className: style?.textAlign && `at-${style.textAlign}` }, children);
const components: Components = {
  td: (props) => layCell("td", props),
  th: (props) => layCell("th", props),
  // React has no node for HTML as it is written; no page has this element otherwise.
  address: ({ title = "" }) => createElement("div", { dangerouslySetInnerHTML: { __html: title } }),
  table: ({ children }) => createElement("div", scrolled, createElement("table", {}, children)),
  pre: ({ children }) => createElement("pre", scrolled, children),
  a: ({ href, id, children, ...rest }: ComponentProps<"a">) =>
    createElement(
      "a",
      { href, id, "aria-label": rest["aria-label"], ...(isExternal(href ?? "") && { rel: "noreferrer" }) },
      children,
    ),
  img: ({ src, alt = "" }) => createElement("img", { src, alt, loading: "lazy" }),
};

/** A page's Markdown as HTML, with the links in it and its text by headings. */
export function renderMarkdown(text: string, resolve: Resolve): Rendered {
  const links: Link[] = [];
  let sections: Section[] = [];
  const inspect = () => (root: Node) => {
    sections = readSections(root);
    rewriteLinks(root, resolve, links);
  };
  const options = {
    remarkPlugins: [readGithubMarkdown, inspect],
    remarkRehypeOptions: { clobberPrefix: "" },
    components,
  };
  const page = createElement(Parsed, options, text);
  return { html: renderToStaticMarkup(page), links, sections };
}
