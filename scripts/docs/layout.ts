import { escapeXml } from "#lib/figures/svg.ts";
import type { Section } from "#scripts/docs/markdown.ts";

type PageLink = { title: string; href: string; lang: "en" | "zh" };
export type NavEntry = PageLink & { depth: number; isCurrent: boolean };
type Layout = {
  title: string;
  html: string;
  lang: "en" | "zh";
  /** The way from the page to the site's own folder. */
  root: string;
  entries: NavEntry[];
  sections: Section[];
  translation: PageLink | undefined;
  previous: PageLink | undefined;
  next: PageLink | undefined;
};

const words = {
  en: {
    skip: "Skip to the text",
    pages: "All pages",
    contents: "On this page",
    search: "Search",
    none: "No results",
    previous: "Previous",
    next: "Next",
    translation: "中文",
    home: "Benchside documentation",
  },
  zh: {
    skip: "跳到正文",
    pages: "所有页面",
    contents: "本页目录",
    search: "搜索",
    none: "没有结果",
    previous: "上一页",
    next: "下一页",
    translation: "English",
    home: "Benchside 文档",
  },
};
const tags = { en: "en", zh: "zh-CN" };
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'";

function writeLink({ title, href, lang }: PageLink, pageLang: "en" | "zh", extra = ""): string {
  const language = lang === pageLang ? "" : ` lang="${tags[lang]}"`;
  return `<a href="${escapeXml(href)}"${language}${extra}>${escapeXml(title)}</a>`;
}

/** A whole page. Navigation follows the text, so that a phone shows the text first. */
export function layPage(layout: Layout): string {
  const { title, html, lang, root, entries, sections, translation, previous, next } = layout;
  const w = words[lang];
  const items = entries.map((entry) => {
    const current = entry.isCurrent ? ' aria-current="page"' : "";
    return `<li class="depth-${Math.min(entry.depth, 2)}">${writeLink(entry, lang, current)}</li>`;
  });
  const contents = sections.map(
    ({ heading, anchor, depth }) =>
      `<li class="depth-${depth - 2}"><a href="#${escapeXml(anchor)}">${escapeXml(heading)}</a></li>`,
  );
  const neighbour = (label: string, link: PageLink | undefined) =>
    link ? `<span>${label}: ${writeLink(link, lang)}</span>` : "<span></span>";
  return `<!doctype html>
<html lang="${tags[lang]}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeXml(title === "Benchside" ? w.home : `${title} · Benchside`)}</title>
<link rel="stylesheet" href="${root}site.css">
<script defer src="${root}search-index.js"></script>
<script defer src="${root}search.js"></script>
</head>
<body data-root="${root}">
<a class="skip" href="#text">${w.skip}</a>
<header>
<a class="home" href="${root}index.html">${w.home}</a>
<a class="to-pages" href="#pages">${w.pages}</a>
${translation ? writeLink({ ...translation, title: w.translation }, lang) : ""}
<search hidden>
<input type="search" aria-label="${w.search}" placeholder="${w.search}" autocomplete="off" aria-keyshortcuts="/">
<div class="results" data-none="${w.none}" role="status"></div>
</search>
</header>
<div class="columns">
<main id="text">
${html}
<div class="neighbours">${neighbour(w.previous, previous)}${neighbour(w.next, next)}</div>
</main>
<nav class="contents" aria-label="${w.contents}">
<p>${w.contents}</p>
<ul>${contents.join("")}</ul>
</nav>
<nav id="pages" class="pages" aria-label="${w.pages}">
<ul>${items.join("")}</ul>
</nav>
</div>
</body>
</html>
`;
}
