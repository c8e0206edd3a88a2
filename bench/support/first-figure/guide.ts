/** A step of the guide, with every name of a control that it tells its reader to use in the browser. */
export type GuideStep = { heading: string; names: readonly string[] };

const headings = /^### (?=\d+\. )/m;
const byBrowser = "**In the browser**";

/** Names stand in bold; of a way through several pages each is one. */
function listNames(paragraph: string): string[] {
  const bold = paragraph.slice(byBrowser.length).matchAll(/\*\*([^*]+)\*\*/g);
  return [...bold].flatMap(([, names = ""]) => names.split(" → ")).map((name) => name.replace(/\s+/g, " "));
}

/** The numbered steps of docs/run-a-study.md. */
export function readGuide(markdown: string): GuideStep[] {
  return markdown
    .split(headings)
    .slice(1)
    .map((text) => {
      const [own = ""] = text.split(/^##+ /m);
      const paragraphs = own.split(/\n\s*\n/).filter((paragraph) => paragraph.startsWith(byBrowser));
      return { heading: own.slice(0, own.indexOf("\n")), names: paragraphs.flatMap(listNames) };
    });
}
