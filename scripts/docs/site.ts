import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { layPage, type NavEntry } from "#scripts/docs/layout.ts";
import { renderMarkdown, type Rendered } from "#scripts/docs/markdown.ts";

type Page = Rendered & { file: string; title: string };

const start = "README.md";
const isSource = (file: string) => /\.(tsx?|mjs|sql)$/.test(file);
const addressOf = (file: string) => file.replace(/README\.md$/, "index.html").replace(/\.md$/, ".html");
const relative = (from: string, to: string) => path.posix.relative(path.posix.dirname(from), to);

function listPages(root: string): string[] {
  const exclude = (name: string) => /^(node_modules$|test-results$|release$|\.)/.test(path.basename(name));
  return globSync("**/*.md", { cwd: root, exclude }).map((file) => file.split(path.sep).join("/"));
}

/** Where a link leads, from the project's root; the page itself where only an anchor is given. */
function locate(page: string, target: string): { file: string; anchor: string | undefined } {
  const [written = "", anchor] = target.split("#");
  const file = written === "" ? page : path.posix.join(path.posix.dirname(page), decodeURI(written));
  return { file, anchor };
}

function isOnSite(root: string, file: string): boolean {
  const place = path.join(root, file);
  return existsSync(place) && statSync(place).isFile() && !isSource(file);
}

function readPage(root: string, file: string): Page {
  const rendered = renderMarkdown(readFileSync(path.join(root, file), "utf8"), (target) => {
    const { file: linked, anchor } = locate(file, target);
    if (linked === file && anchor !== undefined) return `#${anchor}`;
    if (!isOnSite(root, linked)) return null;
    const address = relative(file, addressOf(linked));
    return anchor === undefined ? address : `${address}#${anchor}`;
  });
  return { ...rendered, file, title: rendered.sections[0]?.heading ?? file };
}

/** What stops a reader: links into nothing, and pages that no link leads to. */
function listProblems(root: string, pages: Map<string, Page>, order: readonly string[]): string[] {
  const broken = [...pages.values()].flatMap(({ file, links }) =>
    links.flatMap(({ target, line }) => {
      const { file: linked, anchor } = locate(file, target);
      const isThere = existsSync(path.join(root, linked));
      if (!isThere) return [`${file}:${line}: ${target} isn't there`];
      const hasAnchor =
        anchor === undefined || pages.get(linked)?.sections.some((one) => one.anchor === anchor);
      return hasAnchor ? [] : [`${file}:${line}: ${linked} has no heading #${anchor}`];
    }),
  );
  const unreached = [...pages.keys()].filter((file) => !order.includes(file));
  return [...broken, ...unreached.map((file) => `${file}:1: no page links to it`)];
}

/** Pages in the order in which links lead to them from the first, each with the page it belongs to. */
function findOrder(pages: Map<string, Page>): Map<string, string> {
  const parents = new Map([[start, start]]);
  // A map goes on to what is added while it is read.
  for (const file of parents.keys()) {
    const linked = (pages.get(file)?.links ?? []).map(({ target }) => locate(file, target).file);
    // The list of documents follows what the first page mentions in passing.
    const inOrder =
      file === start ? linked.filter((one, index) => linked.lastIndexOf(one) === index) : linked;
    for (const one of inOrder) {
      const index = path.posix.join(path.posix.dirname(one), start);
      const belongs = index === start || index === one || index === file || !pages.has(index);
      if (belongs && pages.has(one) && !parents.has(one)) parents.set(one, file);
    }
  }
  return parents;
}

/** Every page the first one links to, and under one of them those around the current page. */
function listEntries(file: string, pages: Map<string, Page>, parents: Map<string, string>): NavEntry[] {
  const trail = new Set<string>();
  for (let at = file; !trail.has(at); at = parents.get(at) ?? start) trail.add(at);
  const order = [...parents.keys()];
  const entriesUnder = (parent: string, depth: number): NavEntry[] =>
    order
      .filter((one) => one !== start && parents.get(one) === parent)
      .flatMap((one) => [
        {
          title: pages.get(one)?.title ?? one,
          href: relative(file, addressOf(one)),
          lang: languageOf(one),
          depth,
          isCurrent: one === file,
        },
        ...(trail.has(one) ? entriesUnder(one, depth + 1) : []),
      ]);
  return entriesUnder(start, 0);
}

const languageOf = (file: string) => (file.startsWith("docs/zh/") ? ("zh" as const) : ("en" as const));
const translationOf = (file: string) =>
  languageOf(file) === "zh" ? file.replace("docs/zh/", "docs/") : file.replace(/^docs\//, "docs/zh/");

function writeAssets(out: string, pages: readonly Page[]): void {
  const own = (name: string) => path.join(import.meta.dirname, name);
  const styles = [path.join(import.meta.dirname, "../../app/tokens.css"), own("site.css")];
  writeFileSync(path.join(out, "site.css"), styles.map((file) => readFileSync(file, "utf8")).join("\n"));
  cpSync(own("search.mjs"), path.join(out, "search.js"));
  const index = pages.flatMap(({ file, title, sections }) =>
    sections.map(({ heading, anchor, text }) => ({ page: addressOf(file), anchor, title, heading, text })),
  );
  // A script, since pages opened from a disk can't read other files.
  writeFileSync(path.join(out, "search-index.js"), `globalThis.searchIndex = ${JSON.stringify(index)};\n`);
  for (const style of ["normal", "italic"]) {
    const font = import.meta.resolve(
      `@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-${style}.woff2`,
    );
    cpSync(new URL(font), path.join(out, `source-sans-${style}.woff2`));
  }
}

/** Writes every Markdown page of a project as a site that needs no server. The same pages make the same bytes. */
export function buildSite(root: string, out: string): number {
  const pages = new Map(listPages(root).map((file) => [file, readPage(root, file)]));
  const parents = findOrder(pages);
  const order = [...parents.keys()];
  const problems = listProblems(root, pages, order);
  if (problems.length > 0) throw new Error(problems.toSorted().join("\n"));

  const listed = order.map((file) => pages.get(file)).filter((page) => page !== undefined);
  mkdirSync(out, { recursive: true });
  for (const [index, page] of listed.entries()) {
    const { file, title, html, sections } = page;
    const linkTo = (other: Page | undefined) =>
      other && {
        title: other.title,
        href: relative(file, addressOf(other.file)),
        lang: languageOf(other.file),
      };
    const place = path.join(out, addressOf(file));
    mkdirSync(path.dirname(place), { recursive: true });
    const text = layPage({
      title,
      html,
      lang: languageOf(file),
      root: relative(file, "index.html").replace(/index\.html$/, ""),
      entries: listEntries(file, pages, parents),
      sections: sections.filter(({ depth }) => depth === 2 || depth === 3),
      translation: linkTo(pages.get(translationOf(file) === file ? "" : translationOf(file))),
      previous: linkTo(listed[index - 1]),
      next: linkTo(listed[index + 1]),
    });
    writeFileSync(place, text);
  }
  const linked = listed.flatMap(({ file, links }) => links.map(({ target }) => locate(file, target).file));
  for (const file of new Set(linked))
    if (isOnSite(root, file) && !pages.has(file)) cpSync(path.join(root, file), path.join(out, file));
  writeAssets(out, listed);
  return listed.length;
}
