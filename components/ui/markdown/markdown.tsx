import Parsed, { type Components } from "react-markdown";
import { allowAddress } from "#components/ui/markdown/markdown-address.ts";
import { placeHeadings } from "#components/ui/markdown/markdown-headings.ts";

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
