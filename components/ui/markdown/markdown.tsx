import Parsed, { type Components } from "react-markdown";

type Node = { type: string; depth?: number; children?: Node[]; data?: Record<string, unknown> };

const looks = [
  "mt-4 text-xl font-semibold first:mt-0",
  "mt-2 text-lg font-semibold first:mt-0",
  "mt-1 font-semibold first:mt-0",
];

/**
 * Whatever marks an author chose, the headings go on below the page's own without a gap, and look the same
 * wherever the text stands.
 */
export function placeHeadings({ under }: { under: number }) {
  return (root: Node) => {
    const headings = listHeadings(root);
    const depths = [...new Set(headings.map(({ depth = 1 }) => depth))].sort((a, b) => a - b);
    for (const heading of headings) {
      const rank = depths.indexOf(heading.depth ?? 1);
      heading.depth = Math.min(6, under + 1 + rank);
      heading.data = { ...heading.data, hProperties: { className: looks[Math.min(rank, 2)] } };
    }
  };
}

const listHeadings = (node: Node): Node[] =>
  node.type === "heading" ? [node] : (node.children ?? []).flatMap(listHeadings);

const schemes = ["http:", "https:", "mailto:"];

/** Where a text may lead to: null for everything that could run something, or that points into this app. */
export function allowAddress(written: string): string | null {
  const address = URL.parse(written.trim());
  return address && schemes.includes(address.protocol) ? address.href : null;
}

type Props = {
  text: string;
  /** The language it is written in. */
  lang?: string;
  /** The level of the heading it stands under. */
  under?: number;
};

const components: Components = {
  a: ({ href, children }) => {
    if (!href) return <span>{children}</span>;
    const isPage = href.startsWith("http");
    return (
      <a
        href={href}
        {...(isPage ? { target: "_blank" } : {})}
        rel="noopener noreferrer nofollow"
        className="text-accent underline"
      >
        {children}
      </a>
    );
  },
  // Nothing is loaded from elsewhere: it would tell who reads this, and when.
  img: ({ alt }) => (alt ? <span>{alt}</span> : null),
  ul: ({ children }) => <ul className="grid list-disc gap-1 ps-6">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="grid list-decimal gap-1 ps-6">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => (
    <blockquote className="grid gap-3 border-s-4 border-line ps-4 text-ink-muted">{children}</blockquote>
  ),
  pre: ({ children }) => (
    <pre tabIndex={0} className="overflow-x-auto rounded-md bg-sunken p-3 text-sm">
      {children}
    </pre>
  ),
  code: ({ children }) => <code className="font-mono text-[0.9em]">{children}</code>,
  hr: () => <hr className="border-line" />,
};

/** What a study's team wrote for its participants: words only. HTML in it is shown as it was typed. */
export function Markdown({ text, lang, under = 1 }: Props) {
  return (
    <div lang={lang} className="grid min-w-0 gap-4 wrap-anywhere">
      <Parsed
        components={components}
        remarkPlugins={[[placeHeadings, { under }]]}
        urlTransform={(written) => allowAddress(written) ?? ""}
      >
        {text}
      </Parsed>
    </div>
  );
}
